"""Personalized PageRank: one contract, several engines, and what is built on their walks."""
