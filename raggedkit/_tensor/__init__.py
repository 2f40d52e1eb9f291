"""The mixins of RaggedTensor: constructors, operators and methods by topic."""
