package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The finished jar starts runs of several ranks, on this host and on hosts that a stub of ssh
 * simulates.
 */
@Tag("finished-jar")
class RunCommandIT {
  /** Starts locally what ssh would start elsewhere, and records its arguments. */
  private static final String SSH =
      """
      #!/bin/sh
      echo "$@" >>"$0.log"
      [ "$1 $2" = "-o BatchMode=yes" ] || exit 99
      [ "$3" != unreachable ] || { echo "no route to it" >&2; exit 255; }
      host=$3
      shift 3
      command=$*
      case $host in
        javaless) command=$(echo "$command" | sed "s,'[^']*/bin/java','/none/java',") ;;
        jarless) command=$(echo "$command" | sed "s,'[^']*[.]jar','/none/agent.jar',") ;;
      esac
      echo "a login script writes this"
      exec sh -c "$command"
      """;

  @TempDir private Path folder;

  private List<String> program = List.of();
  private Path ssh = Path.of("ssh");

  @BeforeEach
  void compile() throws Exception {
    program = RankProgram.compile(folder);
    ssh = Files.writeString(folder.resolve("ssh-stub"), SSH);
    assertThat(ssh.toFile().setExecutable(true)).isTrue();
  }

  private LaunchedRun start(String options, String what) throws Exception {
    List<String> rest = new ArrayList<>(program);
    rest.add(what);
    return LaunchedRun.start(
        folder, List.of(options.split(" ")), rest, Map.of("SLIPSTREAM_SSH", ssh.toString()));
  }

  /** Each test runs with local ranks, with remote ones, and with both. */
  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b", "--hosts localhost,a:2"})
  void theOutputOfRank0StaysAsItIsAndAllElseIsLabelled(String options) throws Exception {
    LaunchedRun alone = start("-n 1", "write");
    LaunchedRun run = start(options, "write");

    assertThat(alone.exit()).isZero();
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.outBytes()).hasSize(3 * 256).isEqualTo(alone.outBytes());
    assertThat(run.err()).contains("no line end");
    for (String rank : List.of("1", "2")) {
      String label = "[rank " + rank + "] ";
      List<String> lines =
          run.err()
              .replace("no line end", "")
              .lines()
              .filter(line -> line.startsWith(label))
              .toList();
      assertThat(lines).hasSize(201).last().isEqualTo(label + "last of " + rank);
      assertThat(lines.subList(0, 200)).containsOnly(label + "o" + rank + "e" + rank);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 2", "--hosts a,b", "-n 1"})
  void rank0ReadsWhatTheLauncherIsGivenAndTheOthersNothing(String options) throws Exception {
    byte[] bytes = "some\nlines\0".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
    LaunchedRun run = start(options, "read");
    run.give(bytes);

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.outBytes()).isEqualTo(bytes);
    assertThat(run.err()).contains("read 110000\n");
    if (!options.equals("-n 1")) {
      assertThat(run.err()).contains("[rank 1] read 0\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b"})
  void eachRankKnowsWhichItIsAndWhereTheyMeet(String options) throws Exception {
    LaunchedRun run = start(options, "say");

    assertThat(run.exit()).as(run.err()).isZero();
    String where = options.startsWith("-n") ? "127\\.0\\.0\\.1" : "a";
    String own =
        "(?:\\[rank \\d] )?is (\\d) of 3 at ("
            + where
            + ":\\d+ with [0-9a-f]{64}) as (\\d+):\\d+ in \\3 at "
            + Pattern.quote(folder.toRealPath().toString());
    List<String> lines = run.err().lines().filter(line -> line.contains("is ")).toList();
    assertThat(lines).hasSize(3).allMatch(line -> line.matches(own));
    assertThat(lines.stream().map(line -> line.replaceAll(own, "$1"))).contains("0", "1", "2");
    assertThat(lines.stream().map(line -> line.replaceAll(own, "$2")).distinct()).hasSize(1);
  }

  @Test
  void aSingleRankRunsPlain() throws Exception {
    LaunchedRun run = start("-n 1", "say");

    assertThat(run.exit()).isZero();
    assertThat(run.err()).startsWith("is null of null at null with null as null in ");
  }

  @Test
  void theAgentIsAddedToACommandThatLacksIt() throws Exception {
    program = program.stream().filter(word -> !word.contains("slipstream.enabled")).toList();
    LaunchedRun run = start("-n 1", "say");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("is null of null").containsOnlyOnce("[slipstream] no loop");
  }

  @Test
  void theSecretGoesToOtherHostsOverStandardInputOnly() throws Exception {
    LaunchedRun run = start("--hosts a,b", "say");

    assertThat(run.exit()).as(run.err()).isZero();
    String secret = run.err().replaceAll("(?s).* with ([0-9a-f]{64}) .*", "$1");
    assertThat(secret).hasSize(64);
    assertThat(Path.of(ssh + ".log"))
        .content()
        .contains("BatchMode=yes a sh -c", "--run-host")
        .doesNotContain(secret);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b"})
  void theExitCodeIsThatOfTheFirstRankThatFailed(String options) throws Exception {
    LaunchedRun run = start(options, "exit");

    assertThat(run.exit()).as(run.err()).isEqualTo(7);
    assertThat(run.err()).contains("slipstream: rank 1 ended with exit code 7\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b"})
  void ranksThatDoNotEndWhenOneHasFailedAreEnded(String options) throws Exception {
    LaunchedRun run = start(options, "hang");

    assertThat(run.exit()).as(run.err()).isEqualTo(7);
    assertThat(run.err()).contains("ranks 0, 2 did not end within 6 s and will be ended\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b", "-n 1"})
  void oneSignalEndsAllAndRank0SaysItsLastWords(String options) throws Exception {
    LaunchedRun run = start(options, "wait");
    List<ProcessHandle> ranks = run.awaitRanks(folder, options.equals("-n 1") ? 1 : 3);
    run.process().toHandle().destroy();

    assertThat(run.exit()).isEqualTo(143);
    LaunchedRun.awaitEnd(ranks);
    assertThat(run.out()).isEqualTo("hook\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 3", "--hosts a:2,b", "--hosts localhost,b"})
  void nothingRunsOnWhenTheLauncherIsKilled(String options) throws Exception {
    LaunchedRun run = start(options, "wait");
    List<ProcessHandle> ranks = run.awaitRanks(folder, options.endsWith(",b") ? 2 : 3);
    run.process().destroyForcibly().waitFor();

    LaunchedRun.awaitEnd(ranks);
  }

  @Test
  void whatKeepsAHostFromTakingPartIsSaid() throws Exception {
    LaunchedRun unreachable = start("--hosts a,unreachable", "say");
    assertThat(unreachable.exit()).isEqualTo(1);
    assertThat(unreachable.err())
        .contains("[unreachable] no route to it\n")
        .contains("slipstream: host unreachable could not be reached: ssh ended with exit code 255")
        .doesNotContain("is 0 of");

    ssh = folder.resolve("none");
    LaunchedRun withoutSsh = start("--hosts a,b", "say");
    assertThat(withoutSsh.exit()).isEqualTo(1);
    assertThat(withoutSsh.err())
        .contains("'" + ssh + "' was not found", "install it (openssh-client)", "SLIPSTREAM_SSH");
  }

  @Test
  void aHostWithoutTheSameInstallationIsNamed() throws Exception {
    LaunchedRun withoutJava = start("--hosts a,javaless", "say");
    LaunchedRun withoutJar = start("--hosts a,jarless", "say");

    assertThat(withoutJava.exit()).isEqualTo(1);
    assertThat(withoutJava.err())
        .contains("host javaless has no /", "/bin/java: all hosts need", "at the same paths");
    assertThat(withoutJar.exit()).isEqualTo(1);
    assertThat(withoutJar.err()).contains("host jarless has no /", ".jar: all hosts need");
  }

  @Test
  void wrongArgumentsAreSaidBeforeAnythingRuns() throws Exception {
    LaunchedRun run = start("-n 0", "say");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("slipstream: -n 0: it must be a number of ranks")
        .hasLineCount(1);

    program = List.of("-Dslipstream.rank=1", "-version");
    LaunchedRun ranked = start("-n 2", "");
    assertThat(ranked.exit()).isEqualTo(2);
    assertThat(ranked.err()).contains("the command sets slipstream.rank").hasLineCount(1);
  }
}
