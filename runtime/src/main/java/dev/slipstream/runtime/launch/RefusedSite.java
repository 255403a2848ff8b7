package dev.slipstream.runtime.launch;

import dev.slipstream.model.SlipstreamException;

/** A call site put before a loop that was refused, in strict mode, to say so when it is reached. */
final class RefusedSite implements CallSite {
  private final String message;

  RefusedSite(String message) {
    this.message = message;
  }

  @Override
  public int submit(int start, Object[] captures) {
    throw new SlipstreamException(message);
  }
}
