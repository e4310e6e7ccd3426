"""The facts of a study that a report shows, each as the command of its own prints it."""
