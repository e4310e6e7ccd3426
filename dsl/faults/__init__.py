"""What can be wrong with a script: one class for each kind of fault, one file for each century.

E1xx layout, E2xx the shape of lines, E3xx braces, E4xx names and word forms, E5xx design, W6xx
method. A code is never used for anything else again.
"""
