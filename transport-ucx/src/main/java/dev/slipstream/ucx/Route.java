package dev.slipstream.ucx;

/** How elements come from a peer. */
enum Route {
  /** The peer has not answered yet. */
  UNKNOWN("not known yet"),
  /** They are read out of the peer's staging memory, which is mapped here. */
  SHARED_MEMORY("shared memory"),
  /** They are read out of the peer's staging memory by the network device. */
  RDMA("rdma"),
  /** They are sent by tagged messages to where they go: one-sided operations would be emulated. */
  MESSAGES("messages");

  private final String text;

  Route(String text) {
    this.text = text;
  }

  /** Whether the receiver reads them, so that the sender only says where they are. */
  boolean isRead() {
    return this == SHARED_MEMORY || this == RDMA;
  }

  @Override
  public String toString() {
    return text;
  }
}
