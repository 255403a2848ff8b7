package dev.slipstream.ucx;

/** How elements arrive from a peer. */
enum Route {
  /** The peer has not answered yet. */
  UNKNOWN(0, "not known yet"),
  /** They are sent to their destination as messages, since one-sided operations would be slow. */
  MESSAGES(1, "messages"),
  /** The network device reads them from the peer's staging memory. */
  RDMA(2, "rdma"),
  /** UCX reads them from the peer's staging memory, which only UCX has mapped. */
  SHARED_BY_UCX(3, "shared memory, read by UCX"),
  /** They are copied from the peer's staging memory, which is mapped here. */
  SHARED_MEMORY(4, "shared memory");

  private final byte code;
  private final String text;

  Route(int code, String text) {
    this.code = (byte) code;
    this.text = text;
  }

  /** Its code in messages. */
  byte code() {
    return code;
  }

  /**
   * Returns the route that a code stands for.
   *
   * @throws IllegalArgumentException if there is none that a node can choose
   */
  static Route of(byte code) {
    for (Route route : values()) {
      if (route.code == code && route != UNKNOWN) {
        return route;
      }
    }
    throw new IllegalArgumentException("route " + code);
  }

  /** Whether UCX reads them, so that the sender only reports where they are. */
  boolean isReadByUcx() {
    return this == SHARED_BY_UCX || this == RDMA;
  }

  /** Whether the receiver takes them from the sender's staging memory. */
  boolean isStaged() {
    return this == SHARED_MEMORY || isReadByUcx();
  }

  @Override
  public String toString() {
    return text;
  }
}
