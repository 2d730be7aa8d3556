"""What make calls beside the app: setting up, and the pages made from the rules."""
