package dev.slipstream.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.fixture.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
  @Test
  void nothingSetGivesTheDefaults() {
    Settings settings = Settings.read(new Properties(), Map.of(), "");
    assertThat(settings.enabled()).isTrue();
    assertThat(settings.device()).isEqualTo(DeviceChoice.auto());
    assertThat(settings.report()).isEqualTo(ReportLength.SUMMARY);
    assertThat(settings.reportFile()).isEmpty();
    assertThat(settings.strict()).isFalse();
    assertThat(settings.fastMath()).isFalse();
    assertThat(settings.loops()).isEmpty();
    assertThat(settings.logLevel()).isEqualTo(LogLevel.WARN);
    assertThat(settings.logLevelChosen()).isFalse();
    assertThat(settings.cpuThreads()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(settings.problems()).isEmpty();
  }

  @Test
  void theSystemPropertyWinsThenTheEnvironmentThenTheArgumentThenTheFile(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("options.properties");
    Files.writeString(
        file, "slipstream.device=cpu\nstrict=true\nlog=trace\nreport=full\nslipstream.loops=A#b:1");
    Properties system = properties("slipstream.device", "opencl:3");
    Map<String, String> environment =
        Map.of("SLIPSTREAM_DEVICE", "host", "SLIPSTREAM_STRICT", "false");
    Settings settings =
        Settings.read(
            system,
            environment,
            "device=cpu; slipstream.strict=true ;log=debug;config=" + file + ";");
    assertThat(settings.device()).isEqualTo(DeviceChoice.named("opencl:3"));
    assertThat(settings.strict()).isFalse();
    assertThat(settings.logLevel()).isEqualTo(LogLevel.DEBUG);
    assertThat(settings.report()).isEqualTo(ReportLength.FULL);
    assertThat(settings.loops()).isEqualTo("A#b:1");
    assertThat(settings.problems()).isEmpty();
  }

  @Test
  void theVariableOfAnOptionWithTwoDotsHasUnderscores() {
    Settings settings =
        Settings.read(new Properties(), Map.of("SLIPSTREAM_REPORT_FILE", "/tmp/r.json"), "");
    assertThat(settings.reportFile()).contains(Path.of("/tmp/r.json"));
  }

  @Test
  void theVariableOfAnOptionOfTwoWordsHasAnUnderscoreBetweenThem() {
    Settings settings = Settings.read(new Properties(), Map.of("SLIPSTREAM_FAST_MATH", "true"), "");
    assertThat(settings.fastMath()).isTrue();
    assertThat(settings.problems()).isEmpty();
    assertThat(Settings.read(new Properties(), Map.of(), "fastMath=true").fastMath()).isTrue();
  }

  @Test
  void aMisspeltOptionIsReportedWithTheNearestOneWhereverItStands(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("options.properties");
    Files.writeString(file, "slipstream.reprot=full");
    Settings settings =
        Settings.read(
            properties("slipstream.devcie", "cpu"),
            Map.of("SLIPSTREAM_STRCT", "true", "SLIPSTREAM_CONFIG", file.toString()),
            "cpu.thread=3;loud");
    assertThat(settings.problems())
        .containsExactly(
            "-Dslipstream.devcie is ignored: there is no such option; the nearest is"
                + " slipstream.device",
            "environment variable SLIPSTREAM_STRCT is ignored: there is no such option; the nearest"
                + " is SLIPSTREAM_STRICT",
            "agent argument cpu.thread is ignored: there is no such option; the nearest is"
                + " slipstream.cpu.threads",
            "agent argument 'loud' is ignored: it is not of the form key=value;key=value; the"
                + " nearest option is slipstream.log",
            file
                + ", slipstream.reprot is ignored: there is no such option; the nearest is"
                + " slipstream.report");
  }

  @Test
  void oneOfSeveralDevicesOfTornadoVmMayBeNamed() {
    Settings settings = Settings.read(new Properties(), Map.of(), "device=tornado:1");
    assertThat(settings.problems()).isEmpty();
    assertThat(settings.device()).isEqualTo(DeviceChoice.named("tornado:1"));
  }

  @Test
  void aBadValueIsReportedWithTheNearestOneAndCountsAsTheDefault() {
    Properties system = properties("slipstream.device", "open cl", "slipstream.cpu.threads", "0");
    Settings settings =
        Settings.read(system, Map.of("SLIPSTREAM_REPORT", "sumary"), "log=wran;strict=yes");
    assertThat(settings.device()).isEqualTo(DeviceChoice.auto());
    assertThat(settings.report()).isEqualTo(ReportLength.SUMMARY);
    assertThat(settings.logLevel()).isEqualTo(LogLevel.WARN);
    assertThat(settings.strict()).isFalse();
    assertThat(settings.cpuThreads()).isPositive();
    assertThat(settings.problems())
        .containsExactlyInAnyOrder(
            "slipstream.device=open cl (-Dslipstream.device) is ignored: it must be"
                + " auto|cpu|opencl|opencl:N|tornado|tornado:N|host; the nearest is opencl",
            "slipstream.cpu.threads=0 (-Dslipstream.cpu.threads) is ignored: it must be 1 to 1024;"
                + " the nearest is 1",
            "slipstream.report=sumary (environment variable SLIPSTREAM_REPORT) is ignored: it must"
                + " be off|summary|full; the nearest is summary",
            "slipstream.log=wran (agent argument log) is ignored: it must be"
                + " off|error|warn|info|debug|trace; the nearest is warn",
            "slipstream.strict=yes (agent argument strict) is ignored: it must be true|false; the"
                + " nearest is true");
  }

  @Test
  void aDeviceIsNamedByAnyBackendThatIsThere() {
    DeviceChoice abacus = Settings.read(new Properties(), Map.of(), "device=abacus:1").device();
    assertThat(abacus).isEqualTo(DeviceChoice.named("abacus:1"));
    assertThat(abacus.among(List.of("abacus", "cpu"), Log.none())).isEqualTo(abacus);
    DeviceChoice known = DeviceChoice.named("opencl");
    assertThat(known.among(List.of("cpu"), Log.none())).isEqualTo(known);
  }

  @Test
  void aDeviceOfNoBackendIsReportedWithTheNearestNameAndCountsAsTheDefault() {
    Output output = new Output();
    Log log = Log.to(output.stream, LogLevel.WARN);
    assertThat(DeviceChoice.named("opncl").among(List.of("abacus", "cpu"), log))
        .isEqualTo(DeviceChoice.auto());
    assertThat(DeviceChoice.named("abakus:0").among(List.of("abacus", "cpu"), log))
        .isEqualTo(DeviceChoice.auto());
    assertThat(output.text())
        .contains(
            "slipstream.device=opncl is ignored: it must be"
                + " auto|cpu|opencl|opencl:N|tornado|tornado:N|host|abacus; the nearest is opencl")
        .contains("slipstream.device=abakus:0 is ignored", "the nearest is abacus");
  }

  @Test
  void theShareOfTheHostIsANumberBelowOne() {
    Settings some = Settings.read(new Properties(), Map.of(), "cpu.share=0.15;cpu.threads=3");
    assertThat(some.problems()).isEmpty();
    assertThat(some.deferral().hostShare()).isEqualTo(new HostShare(0.15, 3));
    assertThat(Settings.read(new Properties(), Map.of(), "").deferral().hostShare().isNone())
        .isTrue();
    for (String text : List.of("1", "0.95", "half", "-0.1")) {
      Settings bad = Settings.read(new Properties(), Map.of(), "cpu.share=" + text);
      assertThat(bad.deferral().hostShare().isNone()).isTrue();
      assertThat(bad.problems())
          .containsExactly(
              "slipstream.cpu.share="
                  + text
                  + " (agent argument cpu.share) is ignored: it must be 0 to 0.9; the nearest is "
                  + (text.matches("[01].*") ? "0.9" : "0"));
    }
  }

  @Test
  void whatTheScriptAndTheTestsSetIsNoProblem() {
    Settings settings =
        Settings.read(
            properties("slipstream.test.seed", "1", "other.device", "x"),
            Map.of(
                "SLIPSTREAM_JAVA", "/jdk", "SLIPSTREAM_HOME", "/opt", "SLIPSTREAM_TEST_LONG", "1"),
            "");
    assertThat(settings.problems()).isEmpty();
  }

  @Test
  void aLostRankIsNoticedAfterTenSecondsAndMadeUpFor() {
    ClusterSettings usual = Settings.read(new Properties(), Map.of(), "").cluster();
    assertThat(usual.peerTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(usual.onRankLoss()).isEqualTo(RankLoss.RECOVER);
    assertThat(usual.rank()).isEmpty();
    ClusterSettings chosen =
        Settings.read(
                properties("slipstream.onRankLoss", "abort", "slipstream.rank", "x"),
                Map.of("SLIPSTREAM_PEER_TIMEOUT", "3", "SLIPSTREAM_SIZE", "2"),
                "rendezvous=a:1;secret.file=/s")
            .cluster();
    assertThat(chosen)
        .isEqualTo(
            new ClusterSettings(
                Optional.of("x"),
                Optional.of("2"),
                Optional.of("a:1"),
                Optional.of(Path.of("/s")),
                false,
                Duration.ofSeconds(3),
                RankLoss.ABORT,
                false,
                false,
                false,
                Duration.ofSeconds(60)));
  }

  @Test
  void whereEveryRankRunsTheProgramALostOneEndsTheRun() {
    Settings usual = Settings.read(new Properties(), Map.of(), "mode=spmd");
    assertThat(usual.cluster().replicated()).isTrue();
    assertThat(usual.cluster().outputOfAll()).isFalse();
    assertThat(usual.cluster().onRankLoss()).isEqualTo(RankLoss.ABORT);
    assertThat(usual.problems()).isEmpty();
    Settings wanted =
        Settings.read(new Properties(), Map.of(), "mode=spmd;onRankLoss=recover;output=all");
    assertThat(wanted.cluster().outputOfAll()).isTrue();
    assertThat(wanted.cluster().onRankLoss()).isEqualTo(RankLoss.ABORT);
    assertThat(wanted.problems())
        .containsExactly(
            "slipstream.onRankLoss=recover has no effect with slipstream.mode=spmd: a lost rank"
                + " ends the run, as with abort");
  }

  @Test
  void ranksShareWhatPaysUnlessTheyAreToldToShareAll() {
    assertThat(Settings.read(new Properties(), Map.of(), "").cluster().dividesAlways()).isFalse();
    assertThat(Settings.read(new Properties(), Map.of(), "divide=always").cluster().dividesAlways())
        .isTrue();
  }

  @Test
  void misspeltOrBadOptionsOfARankAreReportedWithTheNearest() {
    Settings settings =
        Settings.read(
            properties("slipstream.ranks", "1", "slipstream.peerTimeout", "4000"),
            Map.of("SLIPSTREAM_RENDEZVOUZ", "a:1", "SLIPSTREAM_ON_RANK_LOSS", "abrot"),
            "secret.fil=/s");
    assertThat(settings.problems())
        .containsExactlyInAnyOrder(
            "-Dslipstream.ranks is ignored: there is no such option; the nearest is"
                + " slipstream.rank",
            "environment variable SLIPSTREAM_RENDEZVOUZ is ignored: there is no such option; the"
                + " nearest is SLIPSTREAM_RENDEZVOUS",
            "agent argument secret.fil is ignored: there is no such option; the nearest is"
                + " slipstream.secret.file",
            "slipstream.peerTimeout=4000 (-Dslipstream.peerTimeout) is ignored: it must be 1 to"
                + " 3600; the nearest is 3600",
            "slipstream.onRankLoss=abrot (environment variable SLIPSTREAM_ON_RANK_LOSS) is ignored:"
                + " it must be abort|recover; the nearest is abort");
  }

  @Test
  void whatLaunchersLeaveInTheEnvironmentIsNoProblem() {
    Map<String, String> environment =
        Map.of(
            "SLIPSTREAM_SECRET", "s",
            "SLIPSTREAM_PROCESS", "1:2",
            "SLIPSTREAM_SERVICE", "heat",
            "SLIPSTREAM_SSH", "ssh");
    assertThat(Settings.read(new Properties(), environment, "").problems()).isEmpty();
  }

  @Test
  void anOptionsFileThatIsNotThereIsAProblem() {
    Settings settings = Settings.read(new Properties(), Map.of(), "config=/no/such/file");
    assertThat(settings.problems())
        .singleElement()
        .asString()
        .startsWith("options file /no/such/file (agent argument config) cannot be read");
  }

  @Test
  void valuesMayBeWrittenInCapitals() {
    Settings settings = Settings.read(new Properties(), Map.of(), "device=OpenCL:1;report=OFF");
    assertThat(settings.device()).isEqualTo(DeviceChoice.named("opencl:1"));
    assertThat(settings.report()).isEqualTo(ReportLength.OFF);
  }

  @Test
  void anIndexBelongsToOpenClAndTornadoVmOnly() {
    Settings settings = Settings.read(new Properties(), Map.of(), "device=cpu:1");
    assertThat(settings.device()).isEqualTo(DeviceChoice.auto());
    assertThat(settings.problems()).hasSize(1);
  }

  @Test
  void everyDefaultOfAWordOptionIsOneOfItsWords() {
    for (Option option : Option.values()) {
      if (!option.words().isEmpty()) {
        assertThat(option.words()).contains(option.defaultValue());
      }
    }
  }

  @Test
  void theDistanceCountsInsertedRemovedAndReplacedLetters() {
    assertThat(NearestWord.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestWord.distance("", "abc")).isEqualTo(3);
    assertThat(NearestWord.distance("abc", "abc")).isZero();
  }

  @Test
  void builtKernelsAreKeptInTheUsersFolderForCaches() {
    Properties system = properties("user.home", "/home/ada");
    Map<String, String> absolute = Map.of("XDG_CACHE_HOME", "/var/cache/ada");
    Map<String, String> relative = Map.of("XDG_CACHE_HOME", "cache");
    assertThat(Settings.read(system, Map.of(), "").cache().folder())
        .contains(Path.of("/home/ada/.cache/slipstream"));
    assertThat(Settings.read(system, absolute, "").cache().folder())
        .contains(Path.of("/var/cache/ada/slipstream"));
    assertThat(Settings.read(system, relative, "").cache().folder())
        .contains(Path.of("/home/ada/.cache/slipstream"));
    assertThat(Settings.read(properties("user.home", "?"), Map.of(), "").cache().folder())
        .isEmpty();
  }

  @Test
  void theFolderForBuiltKernelsCanBeChosenOrSwitchedOff() {
    Properties system = properties("user.home", "/home/ada");
    assertThat(Settings.read(system, Map.of(), "cache.dir=kernels").cache().folder())
        .contains(Path.of("kernels"));
    assertThat(Settings.read(system, Map.of(), "cache.dir=OFF").cache().folder()).isEmpty();
  }

  @Test
  void sizesHaveUnits() {
    Properties none = new Properties();
    assertThat(Settings.read(none, Map.of(), "").cache().mostBytes()).isEqualTo(256L << 20);
    assertThat(Settings.read(none, Map.of(), "cache.size=2G").cache().mostBytes())
        .isEqualTo(2L << 30);
    assertThat(Settings.read(none, Map.of(), "cache.size=64m").cache().mostBytes())
        .isEqualTo(64L << 20);
    assertThat(Settings.read(none, Map.of(), "cache.size=3k").cache().mostBytes()).isEqualTo(3072);
    assertThat(Settings.read(none, Map.of(), "cache.size=4096").cache().mostBytes())
        .isEqualTo(4096);
    Settings wrong = Settings.read(none, Map.of(), "cache.size=lots");
    assertThat(wrong.cache().mostBytes()).isEqualTo(256L << 20);
    assertThat(wrong.problems())
        .containsExactly(
            "slipstream.cache.size=lots (agent argument cache.size) is ignored: it must be a size"
                + " such as 64m or 2g");
  }

  @Test
  void verificationIsOffUnlessAskedFor() {
    assertThat(Settings.read(new Properties(), Map.of(), "").verify()).isFalse();
    assertThat(Settings.read(new Properties(), Map.of(), "verify=true").verify()).isTrue();
  }

  @Test
  void theFolderForGraphsIsNamedAndAMisspeltNameOfTheOptionGivesTheRightOne() {
    assertThat(Settings.read(new Properties(), Map.of(), "").graphs()).isEmpty();
    assertThat(Settings.read(new Properties(), Map.of(), "graphs=out/g").graphs())
        .contains(Path.of("out/g"));
    Settings misspelt =
        Settings.read(
            properties("slipstream.graph", "g"),
            Map.of("SLIPSTREAM_GRAPSH", "g"),
            "slipstream.grahps=g");
    assertThat(misspelt.graphs()).isEmpty();
    assertThat(misspelt.problems())
        .hasSize(3)
        .allMatch(
            problem ->
                problem.endsWith("the nearest is slipstream.graphs")
                    || problem.endsWith("the nearest is SLIPSTREAM_GRAPHS"));
  }

  private static Properties properties(String... keysAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
    }
    return properties;
  }
}
