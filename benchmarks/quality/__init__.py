"""How good schedules are: those of pennyweight, of the paper's msB, and of rivals."""
