package dev.slipstream.agent.connection;

import dev.slipstream.runtime.Version;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.configuration.Settings;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.report.Report;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The report on a program in which no loop was found. */
public final class LooplessReport {
  private LooplessReport() {}

  /**
   * Writes the report.
   *
   * @param missing the entries of {@code slipstream.loops}
   * @param stream the target unless the user named a file
   */
  public static void write(Settings settings, List<String> missing, PrintStream stream, Log log) {
    List<String> withheld = log.withheld();
    if (missing.isEmpty()
        && withheld.isEmpty()
        && settings.report() == ReportLength.SUMMARY
        && settings.reportFile().isEmpty()) {
      // The names are constants, so the program's end waits for no class of the report.
      String line = Report.PREFIX + Report.NO_LOOP + System.lineSeparator();
      stream.writeBytes(line.getBytes(StandardCharsets.UTF_8));
      stream.flush();
      return;
    }
    Report report = new Report(Version.text());
    missing.forEach(report::unmatched);
    Report.write(
        () ->
            report.content(
                List.of(),
                BuildStatistics.NONE,
                GraphStatistics.NONE,
                DryRunStatistics.NONE,
                List.of(),
                withheld),
        settings.report(),
        settings.reportFile(),
        stream,
        log);
  }
}
