"""What the product promises, statement by statement, with the tests that hold each."""
