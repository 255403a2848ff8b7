package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import java.util.concurrent.atomic.LongAdder;

/** Bytes by direction. Thread-safe. */
final class TrafficMeters {
  private final LongAdder kernels;
  private final LongAdder uploaded;
  private final LongAdder downloaded;
  private final LongAdder exchanged;
  private final LongAdder onHost;
  private final LongAdder resized;
  private final LongAdder spilled;
  private final LongAdder sent;

  TrafficMeters(Metrics metrics) {
    kernels = metrics.counter("slipstream.graph.kernels");
    uploaded = bytes(metrics, "host to device");
    downloaded = bytes(metrics, "device to host");
    exchanged = bytes(metrics, "device to device");
    onHost = bytes(metrics, "on host");
    resized = bytes(metrics, "within a memory");
    spilled = metrics.counter("slipstream.graph.spilled");
    sent = bytes(metrics, "to other nodes");
  }

  private static LongAdder bytes(Metrics metrics, String direction) {
    return metrics.counter("slipstream.graph.bytes", "direction", direction);
  }

  void moved(Traffic traffic) {
    add(kernels, traffic.kernels());
    add(uploaded, traffic.uploaded());
    add(downloaded, traffic.downloaded());
    add(exchanged, traffic.exchanged());
    add(onHost, traffic.onHost());
    add(resized, traffic.resized());
    add(spilled, traffic.spilled());
    add(sent, traffic.sent());
  }

  private static void add(LongAdder counter, long amount) {
    if (amount != 0) {
      counter.add(amount);
    }
  }

  Traffic sum() {
    return new Traffic(
        kernels.sum(),
        uploaded.sum(),
        downloaded.sum(),
        exchanged.sum(),
        onHost.sum(),
        resized.sum(),
        spilled.sum(),
        sent.sum());
  }
}
