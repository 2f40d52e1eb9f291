"""The parts of RowPartition: storage, constructors and public encodings."""
