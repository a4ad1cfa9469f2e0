"""Process services: background loop, compiling, package resources."""
