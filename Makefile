# The two commands of the README for those who type make.
.PHONY: demo test check

demo test check:
	./td $@
