"""All tables of one server, and how they come to be."""
