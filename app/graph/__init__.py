"""The interactive neighbourhood graph: a pyvis model drawn by the vis-network that ships inside pyvis."""
