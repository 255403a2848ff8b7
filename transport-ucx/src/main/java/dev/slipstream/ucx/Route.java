package dev.slipstream.ucx;

/** How elements arrive from a peer. */
enum Route {
  /** The peer has not answered yet. */
  UNKNOWN("not known yet"),
  /** They are read from the peer's staging memory, which is mapped here. */
  SHARED_MEMORY("shared memory"),
  /** The network device reads them from the peer's staging memory. */
  RDMA("rdma"),
  /**
   * They are sent to their destination as tagged messages, since one-sided operations would be
   * emulated.
   */
  MESSAGES("messages");

  private final String text;

  Route(String text) {
    this.text = text;
  }

  /** Whether the receiver reads them, so that the sender only reports where they are. */
  boolean isRead() {
    return this == SHARED_MEMORY || this == RDMA;
  }

  @Override
  public String toString() {
    return text;
  }
}
