package dev.slipstream.model.mapper;

/** What a task does with the elements of a buffer. */
public enum AccessMode {
  /** It needs what is there. */
  READ,
  /** It writes every element that it names, whatever was there. */
  WRITE,
  /** It needs what is there and may write it. */
  READ_WRITE;

  /**
   * Says whether the mode needs what is there.
   *
   * @return whether it consumes
   */
  public boolean consumes() {
    return this != WRITE;
  }

  /**
   * Says whether the mode writes.
   *
   * @return whether it produces
   */
  public boolean produces() {
    return this != READ;
  }
}
