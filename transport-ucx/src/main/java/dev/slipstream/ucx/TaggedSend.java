package dev.slipstream.ucx;

import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpRequest;

/** A piece on its way by a tagged message. UCX may say twice that it has failed. */
final class TaggedSend extends UcxCallback {
  private final Regions regions;
  private final Outgoing out;
  private final int slot;
  private final int length;
  private boolean over;

  /**
   * @param regions is told when it is over
   * @param out the message
   * @param slot the slot of the staging memory that holds the piece, or -1
   * @param length the bytes of the piece
   */
  TaggedSend(Regions regions, Outgoing out, int slot, int length) {
    this.regions = regions;
    this.out = out;
    this.slot = slot;
    this.length = length;
  }

  void start(long address, long tag) {
    out.inFlight++;
    try {
      out.link.endpoint.sendTaggedNonBlocking(address, length, tag, this);
    } catch (UcxException e) {
      onError(e.getStatus(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void onSuccess(UcpRequest request) {
    end();
  }

  @Override
  public void onError(int status, String text) {
    out.link.fail("elements could not be sent: " + text);
    end();
  }

  private void end() {
    if (!over) {
      over = true;
      regions.sent(out, slot, length);
    }
  }
}
