package dev.slipstream.model.mapper;

/** The way in which a task accesses the elements of a buffer. */
public enum AccessMode {
  /** It needs the present content. */
  READ,
  /** It writes every element that it names, regardless of the present content. */
  WRITE,
  /** It needs the present content and may write it. */
  READ_WRITE;

  /**
   * Returns whether the mode needs the present content.
   *
   * @return whether it consumes
   */
  public boolean consumes() {
    return this != WRITE;
  }

  /**
   * Returns whether the mode writes.
   *
   * @return whether it produces
   */
  public boolean produces() {
    return this != READ;
  }
}
