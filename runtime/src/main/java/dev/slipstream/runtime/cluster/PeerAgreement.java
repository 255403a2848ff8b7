package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Agreements between ranks that all run the program, on values that differ between machines and
 * decide what is submitted. Each rank waits for all others at the same place of the program.
 * Thread-safe.
 */
final class PeerAgreement {
  /** Enough time to open devices on a machine that does other work. */
  private static final Duration LEAST_PATIENCE = Duration.ofSeconds(60);

  private static final Duration END = Duration.ofSeconds(30);

  private final PeerMail mail;
  private final Duration patience;
  private final Predicate<Duration> othersWork;
  private final Consumer<String> fail;
  private final Exchanges exchanges;

  /**
   * @param patience how long ranks wait for each other
   * @param othersWork whether a rank has run a host task within a time, and may therefore come
   *     later
   * @param fail ends the run, for a reason
   */
  PeerAgreement(
      int ranks,
      PeerMail mail,
      Duration patience,
      Predicate<Duration> othersWork,
      Consumer<String> fail) {
    this.mail = mail;
    this.patience = patience.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : patience;
    this.othersWork = othersWork;
    this.fail = fail;
    this.exchanges = new Exchanges(ranks);
  }

  /**
   * Agrees on the size of the heap: the smallest one.
   *
   * @param heapBytes the size in this process
   * @param options must be the same on all ranks
   */
  long heapBytes(long heapBytes, String options) {
    WireWriter out = new WireWriter();
    out.number(heapBytes);
    out.text(options);
    List<byte[]> all = exchange(out.written());
    long least = heapBytes;
    for (int rank = 0; rank < all.size(); rank++) {
      WireReader in = new WireReader(all.get(rank), "what rank " + rank + " is like");
      least = Math.min(least, in.number("the heap's size", 1, Long.MAX_VALUE));
      require(options.equals(in.text("options")), "the same options (" + options + " here)", rank);
    }
    return least;
  }

  /**
   * Agrees on how many bytes of a device are used: the smallest number.
   *
   * @param here the device of this process
   * @param bytes the number in this process
   */
  long deviceBytes(Device here, long bytes) {
    WireWriter out = new WireWriter();
    out.number(bytes);
    out.number(here.largestArrayBytes());
    out.flag(here.sharesHostMemory());
    List<byte[]> all = exchange(out.written());
    long least = bytes;
    for (int rank = 0; rank < all.size(); rank++) {
      WireReader in = new WireReader(all.get(rank), "the device of rank " + rank);
      least = Math.min(least, in.number("bytes", 0, Long.MAX_VALUE));
      boolean alike = in.number("bytes") == here.largestArrayBytes();
      alike &= in.flag("whether it shares memory") == here.sharesHostMemory();
      require(alike, "devices of a kind (" + here.id() + " here)", rank);
    }
    return least;
  }

  private void require(boolean alike, String what, int rank) {
    if (!alike) {
      int own = mail.network().local().rank();
      fail.accept(
          "slipstream.mode=spmd needs "
              + what
              + " on all ranks; rank "
              + own
              + " and rank "
              + rank
              + " have others");
    }
  }

  /** Agrees on the buffers that all ranks know. */
  Set<BufferId> knownToAll(Set<BufferId> mine) {
    WireWriter out = new WireWriter();
    out.list(mine, id -> out.number(id.number()));
    Set<BufferId> known = new HashSet<>(mine);
    for (byte[] each : exchange(out.written())) {
      WireReader in = new WireReader(each, "known buffers");
      known.retainAll(
          in.list(
              "buffers",
              0,
              Integer.MAX_VALUE,
              () -> new BufferId(in.number("a buffer", 0, Long.MAX_VALUE))));
    }
    return known;
  }

  private List<byte[]> exchange(byte[] mine) {
    Exchanges.Exchange exchange = exchanges.begin();
    mail.tellFirst(
        Notice.GIVE,
        out -> {
          out.number(exchange.number());
          out.block(mine);
        });
    Optional<List<byte[]>> all = exchange.await(patience);
    while (all.isEmpty() && othersWork.test(this.patience)) {
      all = exchange.await(patience);
    }
    if (all.isEmpty()) {
      fail.accept(
          "rank "
              + mail.network().local().rank()
              + " waits for other ranks, which do not reach the same place of the program");
      // The program must not continue here before the process has ended.
      exchange.await(END);
      throw new IllegalStateException("the run ends");
    }
    return all.get();
  }

  /** Notes that a rank has given its part of an exchange. */
  void given(NodeId from, WireReader in) {
    long number = in.number("an exchange", 0, Long.MAX_VALUE);
    Optional<List<byte[]>> all = exchanges.given(from, number, in.block("a part"));
    if (all.isPresent()) {
      mail.tellOthers(
          Notice.GIVEN,
          out -> {
            out.number(number);
            out.list(all.get(), out::block);
          });
      exchanges.complete(number, all.get());
    }
  }

  /** Completes an exchange with all parts. */
  void complete(WireReader in) {
    int ranks = mail.network().nodes();
    exchanges.complete(
        in.number("an exchange", 0, Long.MAX_VALUE),
        in.list("parts", ranks, ranks, () -> in.block("a part")));
  }
}
