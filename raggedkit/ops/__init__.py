"""Operations: functions of ragged and dense tensors, one file per family."""
