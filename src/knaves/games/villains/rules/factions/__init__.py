"""What is special about each faction, one file a faction."""
