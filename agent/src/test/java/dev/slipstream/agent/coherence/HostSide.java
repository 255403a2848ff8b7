package dev.slipstream.agent.coherence;

/** What the host's code says of the arrays that it looks at. */
interface HostSide {
  /** Elements are going to be read. */
  void reads(Object array);

  /** Elements are going to be written, or were. */
  void writes(Object array);

  /** Code of which nothing is known is going to run, or has. */
  void fence();

  /** The array may be used at any time without notice. */
  void synchronous(Object array);
}
