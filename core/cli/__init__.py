"""The command line: parser.py wires one module per verb."""
