package dev.slipstream.runtime.coherence;

/**
 * Something that comes to pass when a call returns, which whoever waits for it makes.
 *
 * @param call waits, if it has to
 */
record AwaitedCall(Runnable call) implements BufferStream.Arrival {
  /** What has come to pass. */
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
