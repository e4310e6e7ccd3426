"""Preregistrations: settings fixed and sealed before a model is asked, compared with the study."""
