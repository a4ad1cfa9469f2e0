"""Bulk work in partitions: restartable, in this process or on Ray, with the results of a build."""
