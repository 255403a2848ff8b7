package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import java.time.Duration;

/** The transport through UCX. */
public final class UcxTransport implements Transport {
  /** Creates it; called by the service loader. */
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
