package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Finds out how the memory of peers is read, by reading some of it. If UCX has mapped it, the read
 * completes within the call. Used by the engine alone.
 */
final class RouteProbes {
  private static final int PROBES = 3;
  private static final int PROBE_BYTES = 8;

  private final UcxCallback probed = new Probed();
  private final ByteBuffer target = ByteBuffer.allocateDirect(PROBE_BYTES);

  /** UCX's default implementation throws. */
  private static final class Probed extends UcxCallback {
    @Override
    public void onError(int status, String text) {
      // The endpoint's handler reports the failure.
    }
  }

  /** Reads some memory of a peer that has sent a message, unless that was done before. */
  void begin(Link link) {
    if (link.route == Route.UNKNOWN && link.probe == null) {
      probe(link);
    }
  }

  private void probe(Link link) {
    try {
      link.probes++;
      link.probe =
          link.endpoint.getNonBlocking(
              link.address.staging(), link.key(), UcxUtils.getAddress(target), PROBE_BYTES, probed);
    } catch (UcxException e) {
      link.fail("its memory cannot be read: " + e.getMessage());
    }
  }

  /** Sets the route of a peer; returns whether it is known from now on. */
  boolean decide(Link link) {
    UcpRequest probe = link.probe;
    if (link.route != Route.UNKNOWN || probe == null || !probe.isCompleted()) {
      return false;
    }
    // The connection is known to be complete only after the first message.
    probe(link);
    UcpRequest again = link.probe;
    if (again != null && again.isCompleted()) {
      link.route = isMapped(link) ? Route.SHARED_MEMORY : Route.SHARED_BY_UCX;
    } else if (link.probes >= PROBES) {
      link.route = link.address.rdma() && UcxLibrary.hasRdma() ? Route.RDMA : Route.MESSAGES;
    }
    return link.route != Route.UNKNOWN;
  }

  private static boolean isMapped(Link link) {
    Neighbour neighbour = link.neighbour;
    SharedFile file = link.address.file();
    return neighbour != null && file != null && neighbour.map(file, link.address.mark());
  }
}
