package dev.slipstream.runtime.observation;

import dev.slipstream.runtime.graph.instruction.Traffic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Bytes by direction. Thread-safe. */
final class TrafficMeters {
  private final Counter kernels;
  private final Counter uploaded;
  private final Counter downloaded;
  private final Counter exchanged;
  private final Counter onHost;
  private final Counter resized;
  private final Counter spilled;
  private final Counter sent;

  TrafficMeters(MeterRegistry registry) {
    kernels = registry.counter("slipstream.graph.kernels");
    uploaded = bytes(registry, "host to device");
    downloaded = bytes(registry, "device to host");
    exchanged = bytes(registry, "device to device");
    onHost = bytes(registry, "on host");
    resized = bytes(registry, "within a memory");
    spilled = registry.counter("slipstream.graph.spilled");
    sent = bytes(registry, "to other nodes");
  }

  private static Counter bytes(MeterRegistry registry, String direction) {
    return registry.counter("slipstream.graph.bytes", "direction", direction);
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

  private static void add(Counter counter, long amount) {
    if (amount != 0) {
      counter.increment((double) amount);
    }
  }

  Traffic sum() {
    return new Traffic(
        (long) kernels.count(),
        (long) uploaded.count(),
        (long) downloaded.count(),
        (long) exchanged.count(),
        (long) onHost.count(),
        (long) resized.count(),
        (long) spilled.count(),
        (long) sent.count());
  }
}
