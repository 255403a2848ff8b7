package dev.slipstream.runtime.coherence;

/**
 * An arrival that is over when a call returns; the waiting thread makes the call.
 *
 * @param call waits, if necessary
 */
record AwaitedCall(Runnable call) implements BufferStream.Arrival {
  /** An arrival that is over already. */
  static final AwaitedCall NOTHING = new AwaitedCall(() -> {});

  @Override
  public void await() {
    call.run();
  }

  @Override
  public boolean isOver() {
    return false;
  }
}
