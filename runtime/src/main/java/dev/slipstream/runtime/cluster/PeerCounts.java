package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.observation.NodeStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The figures of ranks that all run the program, for the report. Thread-safe. */
final class PeerCounts {
  private static final Duration ANSWER = Duration.ofSeconds(2);

  private final PeerMail mail;
  private final Map<Integer, NodeStatistics> counts = new ConcurrentHashMap<>();
  private final AtomicLong parts = new AtomicLong();
  private volatile CountDownLatch counted = new CountDownLatch(0);
  private volatile String device = "";

  PeerCounts(PeerMail mail) {
    this.mail = mail;
  }

  /** Sets the description of the device that computes here. */
  void device(String text) {
    device = text;
  }

  /** Counts another part of a loop that runs here. */
  void part() {
    parts.incrementAndGet();
  }

  /** Sends the figures of this rank. */
  void say() {
    mail.tellFirst(
        Notice.COUNTED,
        out -> {
          out.text(device);
          out.number(parts.get());
          out.number(mail.network().messagesSent());
          out.number(mail.network().bytesSent());
        });
  }

  /** Receives the figures of another rank. */
  void received(NodeId from, WireReader in) {
    counts.put(
        from.rank(),
        new NodeStatistics(
            from.rank(),
            in.text("a device"),
            from.equals(PeerMail.FIRST) ? "" : mail.network().route(from),
            in.number("kernels", 0, Long.MAX_VALUE),
            in.number("messages", 0, Long.MAX_VALUE),
            in.number("bytes", 0, Long.MAX_VALUE)));
    counted.countDown();
  }

  /** Requests the figures of all ranks, and waits briefly for their answers. */
  List<NodeStatistics> ofAll() {
    CountDownLatch answers = new CountDownLatch(mail.network().nodes());
    counted = answers;
    mail.tellOthers(Notice.COUNT, out -> {});
    say();
    try {
      answers.await(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return List.copyOf(new TreeMap<>(counts).values());
  }
}
