package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import java.time.Duration;

/** UCX. */
public final class UcxTransport implements Transport {
  /** Found as a service. */
  public UcxTransport() {}

  @Override
  public String name() {
    return "ucx";
  }

  @Override
  public Port open(Duration peerTimeout) throws TransportException {
    return UcxPort.open(peerTimeout);
  }
}
