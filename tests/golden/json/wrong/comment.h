int a;
  /* A comment without an end.
