"""The facts of a study for its report, each as its own command prints it."""
