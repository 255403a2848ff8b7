package dev.slipstream.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.runtime.configuration.LogLevel;
import dev.slipstream.runtime.configuration.ReportLength;
import dev.slipstream.runtime.fixture.Output;
import dev.slipstream.runtime.graph.instruction.Traffic;
import dev.slipstream.runtime.observation.BuildStatistics;
import dev.slipstream.runtime.observation.DryRunStatistics;
import dev.slipstream.runtime.observation.GraphStatistics;
import dev.slipstream.runtime.observation.LoopStatistics;
import dev.slipstream.runtime.observation.LoopStatistics.OnDevice;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.observation.SharingStatistics;
import dev.slipstream.runtime.observation.VerificationStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final long SECOND = 1_000_000_000;

  private final TakenEntry heat =
      taken(
          "Heat.heat:12",
          "u: neighborhood(1,1)  v: one-to-one",
          neverInspected(
              List.of(
                  new OnDevice(
                      "opencl:0",
                      10_000,
                      640_000_000,
                      4_000_000,
                      2_100_000_000,
                      1_840_000_000,
                      10_000,
                      128L << 20,
                      128L << 20)),
              3,
              Map.of("too small to pay", 3L),
              List.of(),
              97 * SECOND,
              4_000_000,
              0,
              VerificationStatistics.NONE));
  private final TakenEntry checksum =
      taken(
          "Heat.checksum:31",
          "",
          neverInspected(
              List.of(new OnDevice("cpu", 1, 100, 100, 30_000_000, 20_000_000, 0, 0, 0)),
              0,
              Map.of(),
              List.of("opencl:0: it has no fp64"),
              0,
              0,
              0,
              VerificationStatistics.NONE));
  private final TakenEntry unreached =
      taken(
          "Heat.init:22",
          "",
          neverInspected(List.of(), 0, Map.of(), List.of(), 0, 0, 0, VerificationStatistics.NONE));
  private final RefusedEntry smooth =
      new RefusedEntry(
          "Heat.smooth:44",
          "line 46 reads a[i-1], which iteration i-1 writes (line 46)",
          "If the order does not matter, read from a copy of a; if it does, remove @Parallel.");
  private final ReportContent content =
      withoutDryRun(
          "0.1.0",
          "opencl:0",
          "NVIDIA H200",
          List.of(heat, checksum, unreached),
          List.of(smooth),
          new BuildStatistics(3, 1),
          GraphStatistics.NONE,
          List.of("slipstream.loops names A#b:1, but no such loop was loaded"));

  @Test
  void theSummaryIsATableOfAlignedColumns() {
    assertThat(TextReport.of(content, ReportLength.SUMMARY))
        .isEqualToNormalizingNewlines(
            """
            [slipstream] NVIDIA H200 (opencl:0) · 3 of 4 loops taken · 10,001 runs · host waited 2.13 s

              loop                 runs   where      kernel     moved   host alone   gain   why not / note
              Heat.heat:12       10,003   opencl:0   1.84 s   256 MiB       97.0 s    46×   u: neighborhood(1,1)  v:
                                                                                            one-to-one; 3 on the host: too
                                                                                            small to pay
              Heat.checksum:31        1   cpu        0.02 s         –            –      –   opencl:0: it has no fp64
              Heat.init:22            0   –               –         –            –      –   never reached
              Heat.smooth:44          –   host            –         –            –      –   line 46 reads a[i-1], which
                                                                                            iteration i-1 writes (line 46)

              slipstream.loops names A#b:1, but no such loop was loaded
            """);
  }

  @Test
  void theFullReportAddsAllThatIsKnownOfEachLoop() {
    String text = TextReport.of(content, ReportLength.FULL);
    assertThat(text)
        .contains(
            "    opencl:0: 10,000 runs, 640,000,000 iterations, 10,000 launches, 128 MiB in, 128"
                + " MiB out,",
            "    host: 3 runs, because too small to pay",
            "    not used: opencl:0: it has no fp64",
            "    parameters: double[][] u, int n",
            "    measured on the host: 97.0 s",
            "  kernels: 3 from the cache, 1 built",
            "  Heat.smooth:44 runs on the host: line 46 reads a[i-1], which iteration i-1 writes"
                + " (line 46).",
            "    If the order does not matter, read from a copy of a; if it does, remove"
                + " @Parallel.");
  }

  @Test
  void aDryRunIsATableOfNodes() {
    Traffic first = new Traffic(200, 21 << 10, 20 << 10, 0, 120_000, 0, 0, 60 << 10);
    Traffic second = new Traffic(200, 23 << 10, 22 << 10, 0, 0, 0, 0, 23 << 10);
    ReportContent dry = with(new DryRunStatistics(1_200, 1_199, List.of(first, second)));
    assertThat(TextReport.of(dry, ReportLength.SUMMARY))
        .contains(
            """

              dry run: what 2 nodes with one device each would have moved for 1,200 loops, 1,199 divided among them
              node   kernels   to devices     back   on host     sent
              N0         200       21 KiB   20 KiB   117 KiB   60 KiB   has the program and its arrays
              N1         200       23 KiB   22 KiB         –   23 KiB
              all        400       44 KiB   42 KiB   117 KiB   83 KiB
            """);
    assertThat(JsonReport.of(dry)).contains("\"dryRun\"", "\"divided\"");
    assertThat(JsonReport.of(content)).doesNotContain("dryRun");
  }

  private static final GraphStatistics SUBMITTED =
      new GraphStatistics(
          10_003,
          10_002,
          10_003,
          new Traffic(10_002, 128L << 20, 64L << 20, 0, 0, 0, 0, 0),
          5,
          24,
          3,
          SECOND / 5,
          List.of(new GraphStatistics.Memory("opencl:0", true, 0, 256L << 20)),
          List.of(
              new GraphStatistics.Kernels(
                  "Heat.heat:12", "opencl:0", 10_000, SECOND, 1 << 20, 1 << 10)));

  private ReportContent submitted() {
    return withoutDryRun(
        "0.1.0",
        "opencl:0",
        "NVIDIA H200",
        List.of(heat),
        List.of(),
        BuildStatistics.NONE,
        SUBMITTED,
        List.of());
  }

  @Test
  void whatSubmittedLoopsMovedIsSaidInOneLineAndInFullMore() {
    assertThat(TextReport.of(submitted(), ReportLength.SUMMARY))
        .endsWith(
            System.lineSeparator()
                + "  submitted: 10,002 loops · 128 MiB to devices, 64 MiB back · at most 256 MiB"
                + " there · waited 0.20 s"
                + System.lineSeparator());
    assertThat(TextReport.of(submitted(), ReportLength.FULL))
        .contains(
            "    tasks: 10,003 submitted, 10,003 executed; at most 24 live and 5 horizons pending;"
                + " waited 3 times",
            "    memory of opencl:0: – in use, at most 256 MiB",
            "    Heat.heat:12 on opencl:0: 10,000 runs, 1.00 s busy, 1.0 MiB in, 1.0 KiB out");
  }

  @Test
  void theJsonReportHasBytesByDirectionAndRunsByLoopAndDevice() {
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(submitted()));
    Map<?, ?> submitted = (Map<?, ?>) json.get("submitted");
    assertThat(submitted.get("loops")).isEqualTo(10_002.0);
    assertThat(submitted.get("executed")).isEqualTo(10_003.0);
    assertThat(submitted.get("bytesToDevices")).isEqualTo((double) (128 << 20));
    assertThat(submitted.get("bytesFromDevices")).isEqualTo((double) (64 << 20));
    assertThat(submitted.get("bytesSpilled")).isEqualTo(0.0);
    assertThat(submitted.get("mostHorizons")).isEqualTo(5.0);
    assertThat(submitted.get("waitMillis")).isEqualTo(200.0);
    assertThat(((Map<?, ?>) ((List<?>) submitted.get("memories")).get(0)).get("mostBytes"))
        .isEqualTo((double) (256 << 20));
    assertThat(((Map<?, ?>) ((List<?>) submitted.get("kernelRuns")).get(0)).get("runs"))
        .isEqualTo(10_000.0);
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(((Map<?, ?>) loop.get("hostReasons")).get("too small to pay")).isEqualTo(3.0);
    assertThat(loop.get("prepareMillis")).isEqualTo(0.0);
  }

  @Test
  void noLineIsWiderThanTheTerminal() {
    TakenEntry wordy =
        taken("AVeryLongClassName".repeat(5) + ".method:1", "word ".repeat(60), heat.statistics());
    ReportContent wide =
        withoutDryRun(
            "0.1.0",
            "opencl:0",
            "NVIDIA H200",
            List.of(wordy),
            List.of(new RefusedEntry("A.b:1", "x".repeat(300), "advice ".repeat(40))),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of("message ".repeat(40)));
    assertThat(TextReport.of(wide, ReportLength.FULL).lines())
        .allMatch(l -> l.length() <= Columns.WIDTH);
  }

  @Test
  void aProgramWithoutLoopsIsReportedInOneLine() {
    ReportContent empty =
        withoutDryRun(
            "0.1.0",
            "host",
            "",
            List.of(),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    assertThat(TextReport.of(empty, ReportLength.FULL))
        .isEqualToIgnoringNewLines(
            "[slipstream] no loop marked @Parallel or named in slipstream.loops was loaded");
  }

  @Test
  void theJsonReportHoldsTheSameFigures() {
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(content));
    assertThat(json.get("version")).isEqualTo("0.1.0");
    assertThat(json.get("device")).isEqualTo("opencl:0");
    assertThat(json.get("deviceDescription")).isEqualTo("NVIDIA H200");
    assertThat(json.get("millisWaited")).isEqualTo(2130.0);
    assertThat(json.get("cacheHits")).isEqualTo(3.0);
    assertThat(json.get("cacheMisses")).isEqualTo(1.0);
    List<?> loops = (List<?>) json.get("loops");
    assertThat(loops).hasSize(4);
    Map<?, ?> first = (Map<?, ?>) loops.get(0);
    assertThat(first.get("name")).isEqualTo("Heat.heat:12");
    assertThat(first.get("decision")).isEqualTo("taken");
    assertThat(first.get("reason")).isEqualTo("");
    assertThat(first.get("where")).isEqualTo("opencl:0");
    assertThat(first.get("runs")).isEqualTo(10_000.0);
    assertThat(first.get("hostRuns")).isEqualTo(3.0);
    assertThat(first.get("iterations")).isEqualTo(640_000_000.0);
    assertThat(first.get("kernelMillis")).isEqualTo(1840.0);
    assertThat(first.get("launches")).isEqualTo(10_000.0);
    assertThat(first.get("bytesIn")).isEqualTo((double) (128 << 20));
    assertThat(first.get("hostMillis")).isEqualTo(97_000.0);
    Map<?, ?> last = (Map<?, ?>) loops.get(3);
    assertThat(last.get("decision")).isEqualTo("refused");
    assertThat(last.get("where")).isEqualTo("host");
    assertThat(last.containsKey("hostMillis")).isTrue();
    assertThat(last.get("hostMillis")).isNull();
  }

  @Test
  void whatVerificationFoundStandsWithTheLoopInBothForms() {
    ReportContent verified =
        withoutDryRun(
            "0.1.0",
            "cpu",
            "2 cores",
            List.of(
                verified("Heat.same:1", new VerificationStatistics(1000, 0, "", 0, "")),
                verified(
                    "Heat.other:2",
                    new VerificationStatistics(7, 2, "out[3] is 1 on cpu", 4, "too large"))),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    assertThat(TextReport.of(verified, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains(
            "verified 1,000: all equal",
            "verified 7: 2 different, first out[3] is 1 on cpu; 4 not verified: too large");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(verified));
    Map<?, ?> other = (Map<?, ?>) ((List<?>) json.get("loops")).get(1);
    assertThat(other.get("verified")).isEqualTo(7.0);
    assertThat(other.get("differences")).isEqualTo(2.0);
    assertThat(other.get("unverified")).isEqualTo(4.0);
  }

  @Test
  void theReportCountsInspectionsAndSaysWhatReliesOnTheMark() {
    TakenEntry gather =
        taken(
            "Cg.multiply:9",
            "",
            new LoopStatistics(
                List.of(new OnDevice("opencl:0", 1000, 100, 100, 3, 2, 0, 0, 0)),
                0,
                Map.of(),
                List.of(),
                0,
                0,
                0,
                VerificationStatistics.NONE,
                SharingStatistics.NONE,
                2,
                998,
                "line 9 writes y[to[i]], which another iteration may write (line 9)"));
    ReportContent inspected =
        withoutDryRun(
            "0.1.0",
            "opencl:0",
            "a device",
            List.of(gather),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    assertThat(TextReport.of(inspected, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains("inspected 2, then 998 known not to throw")
        .contains("relies on your mark: line 9 writes y[to[i]], which another");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(inspected));
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(loop.get("inspections")).isEqualTo(2.0);
    assertThat(loop.get("keptVerdicts")).isEqualTo(998.0);
  }

  private static TakenEntry verified(String name, VerificationStatistics verification) {
    return taken(
        name,
        "",
        neverInspected(
            List.of(new OnDevice("cpu", 7, 100, 100, 3, 2, 0, 0, 0)),
            0,
            Map.of(),
            List.of(),
            0,
            0,
            0,
            verification));
  }

  @Test
  void whatALoopReadsAndWritesStandsInOneLineEachAndInShortInTheTable() {
    TakenEntry loop =
        new TakenEntry(
            "Heat.heat:12",
            "Math.sin ≤ 1 ulp",
            List.of(),
            List.of(
                "u: read neighborhood(1,1)",
                "v: read one-to-one",
                "v: may write one-to-one",
                "w: read all (line 14: w[c[i]] is no formula of the loop variables)",
                "not split: line 15 writes v[k]"),
            neverInspected(
                List.of(),
                1,
                Map.of("too small", 1L),
                List.of(),
                0,
                0,
                0,
                VerificationStatistics.NONE));
    ReportContent content =
        withoutDryRun(
            "0.1.0",
            "host",
            "",
            List.of(loop),
            List.of(),
            new BuildStatistics(0, 0),
            GraphStatistics.NONE,
            List.of());

    String summary = TextReport.of(content, ReportLength.SUMMARY).replaceAll("\\s+", " ");
    assertThat(summary)
        .contains("Math.sin ≤ 1 ulp; too small; u: neighborhood(1,1) v: one-to-one w: all");
    assertThat(summary).doesNotContain("not split");
    assertThat(TextReport.of(content, ReportLength.FULL).lines())
        .contains(
            "    u: read neighborhood(1,1)",
            "    v: may write one-to-one",
            "    not split: line 15 writes v[k]");
    assertThat(JsonReport.of(content))
        .contains("\"u: read neighborhood(1,1)\"", "\"not split: line 15 writes v[k]\"");
  }

  @Test
  void everyCharacterSurvivesJson() {
    StringBuilder odd = new StringBuilder("\"\\/ü–×\uD83D\uDE00");
    for (char c = 0; c < 0x80; c++) {
      odd.append(c);
    }
    ReportContent strange =
        withoutDryRun(
            odd.toString(),
            "host",
            "",
            List.of(),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(strange));
    assertThat(json.get("version")).isEqualTo(odd.toString());
    assertThat(new JsonWriter().text("\uD83D").toString()).isEqualTo("\"\\ud83d\"");
  }

  @Test
  void theReportGoesToTheFileAsJsonIfItIsNamedSo(@TempDir Path folder) throws IOException {
    Output output = new Output();
    Path json = folder.resolve("r.json");
    Path text = folder.resolve("r.txt");
    for (Path file : List.of(json, text)) {
      Report.write(
          content,
          ReportLength.SUMMARY,
          Optional.of(file),
          output.stream,
          output.log(LogLevel.WARN));
    }
    assertThat(Files.readString(json)).startsWith("{\"version\"");
    assertThat(Files.readString(text)).startsWith("[slipstream] NVIDIA H200");
    assertThat(output.text()).isEmpty();
  }

  @Test
  void aReportThatCannotBeWrittenGoesToTheStream(@TempDir Path folder) {
    Output output = new Output();
    Report.write(
        content,
        ReportLength.SUMMARY,
        Optional.of(folder.resolve("no/such/folder/r.txt")),
        output.stream,
        output.log(LogLevel.WARN));
    assertThat(output.text()).contains("cannot be written to", "NVIDIA H200 (opencl:0) · 3 of 4");
  }

  @Test
  void offWritesNothing(@TempDir Path folder) {
    Output output = new Output();
    Path file = folder.resolve("r.json");
    Report.write(
        content, ReportLength.OFF, Optional.of(file), output.stream, output.log(LogLevel.WARN));
    assertThat(output.text()).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void figuresHaveThreeDigitsThatMatter() {
    assertThat(Figures.seconds(97_100_000_000L)).isEqualTo("97.1 s");
    assertThat(Figures.seconds(1_234_000_000_000L)).isEqualTo("1,234 s");
    assertThat(Figures.seconds(1_840_000_000L)).isEqualTo("1.84 s");
    assertThat(Figures.seconds(20_000_000)).isEqualTo("0.02 s");
    assertThat(Figures.seconds(3_200_000)).isEqualTo("3.2 ms");
    assertThat(Figures.seconds(12_000)).isEqualTo("12 µs");
    assertThat(Figures.bytes(0)).isEqualTo("–");
    assertThat(Figures.bytes(100)).isEqualTo("100 B");
    assertThat(Figures.bytes(256L << 20)).isEqualTo("256 MiB");
    assertThat(Figures.bytes(3L << 29)).isEqualTo("1.5 GiB");
    assertThat(Figures.ratio(46.2)).isEqualTo("46×");
    assertThat(Figures.ratio(1.24)).isEqualTo("1.2×");
  }

  private static TakenEntry taken(String name, String note, LoopStatistics statistics) {
    return new TakenEntry(
        name,
        note,
        List.of(new KernelParameter("u", "[[D"), new KernelParameter("n", "I")),
        List.of(),
        statistics);
  }

  private static LoopStatistics neverInspected(
      List<OnDevice> devices,
      long hostRuns,
      Map<String, Long> hostReasons,
      List<String> deviceProblems,
      long measuredNanos,
      long measuredWork,
      long preparedNanos,
      VerificationStatistics verification) {
    return new LoopStatistics(
        devices,
        hostRuns,
        hostReasons,
        deviceProblems,
        measuredNanos,
        measuredWork,
        preparedNanos,
        verification,
        SharingStatistics.NONE,
        0,
        0,
        "");
  }

  @Test
  void theReportSaysHowOftenALoopWasSharedAndWhyItWasNot() {
    TakenEntry some = sharing(new SharingStatistics(7, Map.of("it is too short", 3L)));
    TakenEntry none = sharing(new SharingStatistics(0, Map.of("its parts would meet", 10L)));
    ReportContent of =
        withoutDryRun(
            "0.1.0",
            "opencl:0",
            "a device",
            List.of(some, none),
            List.of(),
            BuildStatistics.NONE,
            GraphStatistics.NONE,
            List.of());
    assertThat(TextReport.of(of, ReportLength.SUMMARY).replaceAll("\\s+", " "))
        .contains("shared 7 of 10", "not shared: its parts would meet");
    assertThat(TextReport.of(of, ReportLength.FULL))
        .contains("shared: 7 runs", "not shared: 3 runs, because it is too short");
    Map<?, ?> json = (Map<?, ?>) JsonText.parse(JsonReport.of(of));
    Map<?, ?> loop = (Map<?, ?>) ((List<?>) json.get("loops")).get(0);
    assertThat(loop.get("shared")).isEqualTo(7.0);
    assertThat(loop.get("notShared")).isEqualTo(Map.of("it is too short", 3.0));
  }

  private static TakenEntry sharing(SharingStatistics sharing) {
    return taken(
        "Heat.heat:12",
        "",
        new LoopStatistics(
            List.of(new OnDevice("opencl:0", 10, 100, 100, 3, 2, 0, 0, 0)),
            0,
            Map.of(),
            List.of(),
            0,
            0,
            0,
            VerificationStatistics.NONE,
            sharing,
            0,
            0,
            ""));
  }

  @Test
  void whatRanksHaveDoneStandsInATableOfTheirOwn() {
    ReportContent of =
        new ReportContent(
            content.version(),
            content.device(),
            content.deviceDescription(),
            content.taken(),
            content.refused(),
            content.builds(),
            content.graphs(),
            DryRunStatistics.NONE,
            List.of(
                new NodeStatistics(0, "", "", 12, 3, 3 << 20),
                new NodeStatistics(1, "2 cores (cpu)", "shared memory", 10, 2, 1 << 20)),
            content.messages());
    assertThat(TextReport.of(of, ReportLength.SUMMARY))
        .contains("2 ranks; 4.0 MiB went between them")
        .containsPattern("1 +10 +2 +1\\.0 MiB +shared memory +2 cores \\(cpu\\)");
    assertThat(JsonReport.of(of)).contains("\"nodes\"", "2 cores (cpu)");
  }

  private static ReportContent withoutDryRun(
      String version,
      String device,
      String deviceDescription,
      List<TakenEntry> taken,
      List<RefusedEntry> refused,
      BuildStatistics builds,
      GraphStatistics graphs,
      List<String> messages) {
    return new ReportContent(
        version,
        device,
        deviceDescription,
        taken,
        refused,
        builds,
        graphs,
        DryRunStatistics.NONE,
        List.of(),
        messages);
  }

  private ReportContent with(DryRunStatistics run) {
    return new ReportContent(
        content.version(),
        content.device(),
        content.deviceDescription(),
        content.taken(),
        content.refused(),
        content.builds(),
        content.graphs(),
        run,
        List.of(),
        content.messages());
  }
}
