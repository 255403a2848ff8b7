package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InheritedRankTest {
  private static final Map<String, String> RANK = Map.of("PMIX_RANK", "1", "HOME", "/root");

  @TempDir private Path processes;

  private void process(long pid, long parent, String program, String... variables)
      throws IOException {
    Path folder = Files.createDirectories(processes.resolve("" + pid));
    Files.writeString(
        folder.resolve("stat"),
        pid + " (a (strange) name) S " + parent + " 0".repeat(17) + " " + (1000 + pid) + " 0 0");
    Files.writeString(folder.resolve("environ"), String.join("\0", List.of(variables)) + "\0");
    Files.createSymbolicLink(folder.resolve("exe"), Path.of("bin", program));
  }

  private InheritedRank inherited() {
    return new InheritedRank(processes);
  }

  @Test
  void aChildOfAJvmWithTheSameRankIsNotMeant() throws IOException {
    process(10, 1, "mpirun", "HOME=/root");
    process(11, 10, "java", "PMIX_RANK=1", "HOME=/root");
    process(12, 11, "bash", "PMIX_RANK=1", "HOME=/root");
    process(13, 12, "java", "PMIX_RANK=1", "HOME=/root");
    assertThat(inherited().meant(RANK, 13)).contains("process 11");
    assertThat(inherited().meant(RANK, 11)).isEmpty();
  }

  @Test
  void aShellBetweenLauncherAndJvmIsNoRank() throws IOException {
    process(10, 1, "mpirun", "HOME=/root");
    process(12, 10, "bash", "PMIX_RANK=1");
    process(13, 12, "java", "PMIX_RANK=1");
    assertThat(inherited().meant(RANK, 13)).isEmpty();
  }

  @Test
  void aJvmThatIsALauncherItselfGivesItsChildrenOtherRanks() throws IOException {
    process(11, 1, "java", "PMIX_RANK=0");
    process(13, 11, "java", "PMIX_RANK=1");
    assertThat(inherited().meant(RANK, 13)).isEmpty();
  }

  @Test
  void optionsOfJavaThatNameARankAreInheritedToo() throws IOException {
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Dslipstream.rank=1");
    process(11, 1, "java", "JAVA_TOOL_OPTIONS=-Dslipstream.rank=1");
    process(13, 11, "java", "JAVA_TOOL_OPTIONS=-Dslipstream.rank=1");
    assertThat(inherited().meant(environment, 13)).contains("process 11");
  }

  @Test
  void aLauncherMayNameTheProcessThatItMeans() throws IOException {
    process(11, 1, "java");
    process(13, 1, "java");
    Map<String, String> environment =
        Map.of("PMIX_RANK", "1", InheritedRank.PROCESS, inherited().name(11));
    assertThat(inherited().name(11)).isEqualTo("11:1011");
    assertThat(inherited().meant(environment, 11)).isEmpty();
    assertThat(inherited().meant(environment, 13)).contains("process 11");
  }

  @Test
  void aProcessThatGotTheNumberOfAnotherLaterIsNotMeant() throws IOException {
    process(11, 1, "java");
    Map<String, String> environment = Map.of("PMIX_RANK", "1", InheritedRank.PROCESS, "11:500");
    assertThat(inherited().meant(environment, 11)).contains("process 11");
  }

  @Test
  void aJvmThatARealOneStartsIsToldApart() throws Exception {
    Path source =
        Files.writeString(
            processes.resolve("Child.java"),
            """
            class Child {
              public static void main(String[] arguments) throws Exception {
                Thread.sleep(60_000);
              }
            }
            """);
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), source.toString());
    builder.environment().put(InheritedRank.PROCESS, new InheritedRank().name(ours()));
    Process child = builder.start();
    try {
      InheritedRank here = new InheritedRank();
      assertThat(here.meant(builder.environment(), child.pid())).contains("process " + ours());
      assertThat(here.meant(builder.environment(), ours())).isEmpty();
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private static long ours() {
    return ProcessHandle.current().pid();
  }
}
