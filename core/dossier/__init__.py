"""Everything about one entity: profile, relations, timeline, similar companies, comparison."""
