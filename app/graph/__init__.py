"""The one drawing package: a drawing of core.exploring as a picture that vis-network draws, as a legend, in words and
as files. Every page that shows a graph draws it with this."""
