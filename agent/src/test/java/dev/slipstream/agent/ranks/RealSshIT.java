package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs over a real sshd, which the tests start on this machine. */
@Tag("finished-jar")
class RealSshIT {
  @TempDir private Path folder;

  private LaunchedRun start(OwnSshServer server, String what) throws Exception {
    List<String> rest = new ArrayList<>(RankProgram.compile(folder));
    rest.add(what);
    return LaunchedRun.start(
        folder,
        List.of("--hosts", "localhost,far:2"),
        rest,
        Map.of("SLIPSTREAM_SSH", server.ssh()));
  }

  @Test
  void ranksRunOnTheOtherHostInTheSameFolder() throws Exception {
    try (OwnSshServer server = OwnSshServer.assume(folder)) {
      LaunchedRun run = start(server, "say");

      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.err().lines().filter(line -> line.endsWith(" at " + folder))).hasSize(3);
      assertThat(run.err()).contains("[rank 1] is 1 of 3", "[rank 2] is 2 of 3");
    }
  }

  @Test
  void oneSignalEndsThemToo() throws Exception {
    try (OwnSshServer server = OwnSshServer.assume(folder)) {
      LaunchedRun run = start(server, "wait");
      List<ProcessHandle> ranks = run.awaitRanks(folder, 3);
      run.process().toHandle().destroy();

      assertThat(run.exit()).isEqualTo(143);
      LaunchedRun.awaitEnd(ranks);
    }
  }

  @Test
  void nothingRunsOnWhenTheLauncherIsKilled() throws Exception {
    try (OwnSshServer server = OwnSshServer.assume(folder)) {
      LaunchedRun run = start(server, "wait");
      List<ProcessHandle> ranks = run.awaitRanks(folder, 3);
      run.process().destroyForcibly().waitFor();

      LaunchedRun.awaitEnd(ranks);
    }
  }
}
