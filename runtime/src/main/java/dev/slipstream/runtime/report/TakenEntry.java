package dev.slipstream.runtime.report;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.SharingStatistics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A loop that was taken, with its figures.
 *
 * @param name the loop, {@code Heat.heat:12}
 * @param note the compiler's remarks; may be empty
 * @param parameters the kernel's parameters
 * @param mappers what its first execution read and wrote, and how it can be divided, as lines
 * @param statistics its figures
 */
public record TakenEntry(
    String name,
    String note,
    List<KernelParameter> parameters,
    List<String> mappers,
    LoopStatistics statistics) {
  /** Longer names of mappers only appear in the full report. */
  private static final int LONGEST_MAPPER = 32;

  private static final Pattern ACCESS = Pattern.compile("(.*): (?:read|write|may write) (.*)");

  /** Copies the lists. */
  public TakenEntry {
    parameters = List.copyOf(parameters);
    mappers = List.copyOf(mappers);
  }

  /** Returns the sum with another loop of the same name. */
  TakenEntry plus(LoopStatistics other) {
    return new TakenEntry(name, note, parameters, mappers, statistics.plus(other));
  }

  /** Returns the sum with the deferred executions of all loops of this name on devices. */
  TakenEntry with(GraphStatistics graphs) {
    return new TakenEntry(name, note, parameters, mappers, statistics.with(name, graphs));
  }

  /** A short text of what is read and written: {@code u: neighborhood(1,1) v: one-to-one}. */
  String shortMappers() {
    Set<String> each = new LinkedHashSet<>();
    for (String line : mappers) {
      Matcher access = ACCESS.matcher(line);
      if (access.matches()) {
        String name = access.group(2);
        each.add(
            access.group(1)
                + ": "
                + (name.length() > LONGEST_MAPPER ? name.split(" ", 2)[0] : name));
      }
    }
    return String.join("  ", each);
  }

  /** The device with most of its executions; {@code host} if there is none. */
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
    boolean onHostOnly = statistics.devices().isEmpty() && !statistics.hostReasons().isEmpty();
    return onHostOnly ? statistics.hostReasons().keySet().iterator().next() : "";
  }

  /** The outcome of the verification in one or two remarks; empty if nothing was verified. */
  private List<String> verification() {
    VerificationStatistics verified = statistics.verification();
    List<String> remarks = new ArrayList<>();
    if (verified.executions() > 0) {
      String found =
          verified.differing() == 0
              ? "all equal"
              : Figures.count(verified.differing())
                  + " different, first "
                  + verified.firstDifference();
      remarks.add("verified " + Figures.count(verified.executions()) + ": " + found);
    }
    if (verified.skipped() > 0) {
      remarks.add(
          Figures.count(verified.skipped()) + " not verified: " + verified.skippedBecause());
    }
    return remarks;
  }

  /** Whether several devices or ranks have shared it, or why not; empty if there was only one. */
  private List<String> sharing() {
    SharingStatistics sharing = statistics.sharing();
    if (sharing.shared() > 0) {
      return List.of(
          "shared " + Figures.count(sharing.shared()) + " of " + Figures.count(allRuns()));
    }
    return sharing.whole().isEmpty()
        ? List.of()
        : List.of("not shared: " + sharing.whole().keySet().iterator().next());
  }

  /** Remarks and reasons in one line. */
  String remarks() {
    List<String> remarks = new ArrayList<>();
    if (!note.isEmpty()) {
      remarks.add(note);
    }
    if (!statistics.trusted().isEmpty()) {
      remarks.add("relies on your mark: " + statistics.trusted());
    }
    remarks.addAll(statistics.deviceProblems());
    if (allRuns() == 0) {
      remarks.add("never reached");
    }
    remarks.addAll(sharing());
    remarks.addAll(verification());
    if (statistics.inspections() > 0) {
      remarks.add(
          "inspected "
              + Figures.count(statistics.inspections())
              + ", then "
              + Figures.count(statistics.keptVerdicts())
              + " known not to throw");
    }
    for (Map.Entry<String, Long> onHost : statistics.hostReasons().entrySet()) {
      String reason = onHost.getKey();
      if (!remarks.contains(reason)) {
        remarks.add(
            statistics.devices().isEmpty()
                ? reason
                : Figures.count(onHost.getValue()) + " on the host: " + reason);
      }
    }
    return String.join("; ", remarks);
  }
}
