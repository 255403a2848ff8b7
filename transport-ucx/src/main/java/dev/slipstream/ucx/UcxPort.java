package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Transport;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.membership.Membership;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A UCX worker that knows no others yet. */
final class UcxPort implements Transport.Port {
  private static final int SECONDS = 30;

  private final UcxEngine engine;
  private final byte[] address;
  private boolean connected;

  private UcxPort(UcxEngine engine, byte[] address) {
    this.engine = engine;
    this.address = address;
  }

  static UcxPort open(Duration peerTimeout) throws TransportException {
    UcxEngine engine = UcxEngine.start(peerTimeout);
    try {
      return new UcxPort(engine, await(engine.address()).bytes());
    } catch (TransportException e) {
      engine.close();
      throw e;
    }
  }

  @Override
  public byte[] address() {
    return address.clone();
  }

  @Override
  public Communicator connect(Membership members) throws TransportException {
    List<@Nullable Link> links = await(engine.connect(members));
    connected = true;
    return new UcxCommunicator(engine, members.rank(), links);
  }

  @Override
  public void close() {
    if (!connected) {
      engine.close();
    }
  }

  private static <T> T await(CompletableFuture<T> result) throws TransportException {
    try {
      return result.get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new TransportException(
          "UCX cannot be used: "
              + cause.getMessage()
              + ". All ranks need the same UCX_TLS and UCX_NET_DEVICES, and a network that they name",
          cause);
    } catch (TimeoutException e) {
      throw new TransportException("UCX has not started within " + SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportException("UCX has not started, as the thread was interrupted", e);
    }
  }
}
