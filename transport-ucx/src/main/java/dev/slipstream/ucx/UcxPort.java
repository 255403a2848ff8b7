package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.membership.Membership;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxException;

/** A UCX worker that does not know other nodes yet. */
final class UcxPort implements Transport.Port {
  private final UcxEngine engine;
  private final byte[] address;
  private boolean connected;

  private UcxPort(UcxEngine engine, byte[] address) {
    this.engine = engine;
    this.address = address;
  }

  static UcxPort open(Duration peerTimeout) throws TransportException {
    try {
      UcxEngine engine = UcxEngine.start(peerTimeout);
      return new UcxPort(engine, engine.address().bytes());
    } catch (UcxException e) {
      throw unusable(e);
    }
  }

  @Override
  public byte[] address() {
    return address.clone();
  }

  @Override
  public Communicator connect(Membership members) throws TransportException {
    try {
      List<@Nullable Link> links = engine.connect(members);
      connected = true;
      return new UcxCommunicator(engine, members.rank(), links);
    } catch (UcxException | IllegalArgumentException e) {
      throw unusable(e);
    }
  }

  @Override
  public void close() {
    if (!connected) {
      engine.close();
    }
  }

  private static TransportException unusable(RuntimeException e) {
    return new TransportException(
        "UCX cannot be used: "
            + e.getMessage()
            + ". All ranks need the same UCX_TLS and UCX_NET_DEVICES, and a network that they name",
        e);
  }
}
