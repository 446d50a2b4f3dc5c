"""Hidden Ark: lead a team of scientists, send out vessels, rescue rare species of fish."""
