"""Who answers when no person does."""
