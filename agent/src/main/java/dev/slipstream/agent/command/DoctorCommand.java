package dev.slipstream.agent.command;

import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.Finding;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Reports what this machine offers, and how to get what is missing. */
final class DoctorCommand {
  /** Longer details do not shift the verdicts of the other lines to the right. */
  private static final int WIDEST_DETAIL = 70;

  private final List<Supplier<List<Finding>>> probes;

  /**
   * @param probes each checks for one thing
   */
  DoctorCommand(List<Supplier<List<Finding>>> probes) {
    this.probes = List.copyOf(probes);
  }

  /**
   * Returns a doctor with all probes.
   *
   * @param backends the class loader that finds the device backends
   */
  static DoctorCommand standard(ClassLoader backends) {
    List<Supplier<List<Finding>>> probes = new ArrayList<>();
    probes.add(new JavaProbe());
    DoctorCommand.class.getModule().addUses(DeviceBackend.class);
    for (DeviceBackend backend : ServiceLoader.load(DeviceBackend.class, backends)) {
      probes.add(backend::diagnose);
    }
    probes.add(new UcxProbe(System.getenv()));
    return new DoctorCommand(probes);
  }

  void write(PrintStream out) {
    List<Finding> findings = new ArrayList<>();
    probes.forEach(probe -> findings.addAll(probe.get()));
    int subjectWidth = widest(findings.stream().map(Finding::subject).toList());
    int versionWidth = widest(findings.stream().map(Finding::version).toList());
    int detailWidth =
        widest(
            findings.stream()
                .filter(Finding::usable)
                .map(finding -> finding.detail().split("\n", -1)[0])
                .filter(detail -> detail.length() <= WIDEST_DETAIL)
                .toList());
    String subject = "";
    for (Finding finding : findings) {
      String shown = finding.subject().equals(subject) ? "" : finding.subject();
      subject = finding.subject();
      String head =
          padded(shown, subjectWidth) + "  " + padded(finding.version(), versionWidth) + "  ";
      String[] lines = finding.detail().split("\n", -1);
      out.println(
          finding.usable()
              ? (head + padded(lines[0], detailWidth) + "  ok").stripTrailing()
              : head + lines[0]);
      for (int line = 1; line < lines.length; line++) {
        out.println(" ".repeat(head.length()) + lines[line]);
      }
    }
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
