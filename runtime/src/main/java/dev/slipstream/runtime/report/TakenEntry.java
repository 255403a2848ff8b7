package dev.slipstream.runtime.report;

import dev.slipstream.runtime.kernel.KernelParameter;
import dev.slipstream.runtime.metrics.LoopStatistics;
import java.util.ArrayList;
import java.util.List;

/**
 * A loop that was taken, and what it did.
 *
 * @param name the loop, {@code Heat.heat:12}
 * @param note the compiler's remarks; may be empty
 * @param parameters the kernel's parameters
 * @param statistics what it did
 */
public record TakenEntry(
    String name, String note, List<KernelParameter> parameters, LoopStatistics statistics) {

  /** Copies the list. */
  public TakenEntry {
    parameters = List.copyOf(parameters);
  }

  /** Where most of its executions on devices were; {@code host} if there was none. */
  String where() {
    return statistics.devices().isEmpty() ? "host" : statistics.devices().get(0).device();
  }

  /** Executions on devices and on the host. */
  long allRuns() {
    return statistics.deviceRuns() + statistics.hostRuns();
  }

  /** Why it ran on the host, if it ever did; otherwise empty. */
  String reason() {
    if (allRuns() == 0) {
      return "never reached";
    }
    return statistics.hostReasons().keySet().stream()
        .findFirst()
        .filter(r -> statistics.devices().isEmpty())
        .orElse("");
  }

  /** Remarks and reasons in one line. */
  String remarks() {
    List<String> remarks = new ArrayList<>();
    if (!note.isEmpty()) {
      remarks.add(note);
    }
    remarks.addAll(statistics.deviceProblems());
    if (allRuns() == 0) {
      remarks.add("never reached");
    }
    statistics
        .hostReasons()
        .forEach(
            (reason, count) -> {
              if (!remarks.contains(reason)) {
                remarks.add(
                    statistics.devices().isEmpty()
                        ? reason
                        : Figures.count(count) + " on the host: " + reason);
              }
            });
    return String.join("; ", remarks);
  }
}
