package dev.slipstream.compiler.random;

import java.util.Map;
import java.util.TreeMap;

/** Counts the results of kernels. */
final class Tally {
  int kernels;
  int taken;
  int refused;
  int executions;
  int launches;
  int onDevice;
  int inspected;
  int stays;
  int threw;
  final Map<String, Integer> reasons = new TreeMap<>();
  final Map<String, Integer> constructs = new TreeMap<>();

  void add(Tally other) {
    kernels += other.kernels;
    taken += other.taken;
    refused += other.refused;
    executions += other.executions;
    launches += other.launches;
    onDevice += other.onDevice;
    inspected += other.inspected;
    stays += other.stays;
    threw += other.threw;
    other.reasons.forEach((reason, n) -> reasons.merge(reason, n, Integer::sum));
    other.constructs.forEach((construct, n) -> constructs.merge(construct, n, Integer::sum));
  }

  /** A line for people. */
  String summary() {
    return "%,d kernels: %,d taken, %,d refused; %,d runs of them, of which %,d threw: %,d loops ran as kernels, %,d of them compared with the device's, %,d inspected before, %,d stayed on the host"
        .formatted(
            kernels, taken, refused, executions, threw, launches, onDevice, inspected, stays);
  }
}
