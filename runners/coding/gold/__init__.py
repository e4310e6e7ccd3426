"""Gold, transcripts with marks that are agreed on, as items for the packets of a study."""
