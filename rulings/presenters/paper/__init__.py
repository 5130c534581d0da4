"""A case on paper for those who were not there: nobody is named."""
