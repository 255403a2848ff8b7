package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunArgumentsTest {
  private static RunArguments parse(String arguments) throws LaunchException {
    return RunArguments.parse(List.of(arguments.split(" ")));
  }

  private static void isRefused(String arguments, String... because) {
    assertThatThrownBy(() -> parse(arguments))
        .isInstanceOfSatisfying(
            LaunchException.class, e -> assertThat(e.status()).isEqualTo(LaunchException.USAGE))
        .hasMessageContainingAll(because);
  }

  @Test
  void ranksWithoutHostsRunHere() throws LaunchException {
    RunArguments four = parse("-n 4 -- java -n 5 -- Main");
    assertThat(four.size()).isEqualTo(4);
    assertThat(four.isHere()).isTrue();
    assertThat(four.command().words()).containsExactly("java", "-n", "5", "--", "Main");
    assertThat(parse("java Main").size()).isEqualTo(1);
  }

  @Test
  void hostsHaveNumbersOfRanks() throws LaunchException {
    RunArguments run = parse("--hosts a:2,ada@b,[fd00::7]:10 -n 13 -- java");
    assertThat(run.hosts())
        .containsExactly(new RunHost("a", 2), new RunHost("ada@b", 1), new RunHost("fd00::7", 10));
    assertThat(run.isHere()).isFalse();
    assertThat(run.hosts().get(1).address()).isEqualTo("b");
    assertThat(run.hosts().get(2).address()).isEqualTo("[fd00::7]");
  }

  @Test
  void thisMachineIsKnownByItsNames() {
    for (String name : List.of("localhost", "127.0.0.1", "gpu1", "GPU1", "gpu1.cluster")) {
      assertThat(new RunHost(name, 1).isHere("gpu1")).as(name).isTrue();
    }
    assertThat(new RunHost("gpu1", 1).isHere("gpu1.cluster")).isTrue();
    for (String name : List.of("gpu2", "gpu10", "gpu1.other", "ada@gpu1")) {
      assertThat(new RunHost(name, 1).isHere("gpu1.cluster")).as(name).isFalse();
    }
  }

  @Test
  void badNumbersAreRefused() {
    for (String number : List.of("0", "x", "-1", "4097", "99999999999", "1.5")) {
      isRefused("-n " + number + " -- java", "-n " + number, "1 to 4096");
    }
    isRefused("--hosts a:4000,b:97 -- java", "has 4097 ranks");
  }

  @Test
  void badHostsAreRefused() {
    isRefused("--hosts a:0 -- java", "'0' is not a number of ranks", "HOST:RANKS");
    isRefused("--hosts a:b -- java", "'b' is not a number of ranks");
    isRefused("--hosts a,,b -- java", "a host is missing");
    isRefused("--hosts -oProxyCommand=x -- java", "'-oProxyCommand=x' is not the name of a host");
    isRefused("--hosts a@-b -- java", "is not the name of a host");
    isRefused("--hosts a;b -- java", "is not the name of a host");
  }

  @Test
  void hostsAndRanksThatContradictEachOtherAreRefused() {
    isRefused("-n 3 --hosts a:2,b:2 -- java", "-n 3", "a:2,b:2 has 4");
  }

  @Test
  void whatIsMisspeltOrMissingIsSaid() {
    isRefused("--host a -- java", "'--host'", "nearest is --hosts");
    isRefused("-n -- java", "-n needs a value");
    isRefused("-n", "-n needs a value");
    isRefused("-n 4 --", "run what?");
  }
}
