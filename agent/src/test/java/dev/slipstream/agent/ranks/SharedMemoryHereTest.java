package dev.slipstream.agent.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.child.Tool;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests of ranks detect memory that they leave behind. */
class SharedMemoryHereTest {
  @Test
  void aSegmentThatNoProcessHasAndWhoseMakerIsGoneIsLeftBehind() throws Exception {
    String ipcmk = Tool.assume("ipcmk").toString();
    String ipcrm = Tool.assume("ipcrm").toString();
    SharedMemoryHere memory = SharedMemoryHere.now();
    Process maker = new ProcessBuilder(ipcmk, "--shmem", "4096").start();
    String said = new String(maker.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    assertThat(maker.waitFor()).isZero();
    String id = said.substring(said.lastIndexOf(' ') + 1);
    try {
      assertThat(memory.leaked()).contains("segment " + id + " of process " + maker.pid());
    } finally {
      Tool.run(ipcrm, "--shmem-id", id);
    }
    assertThat(memory.leaked()).noneMatch(each -> each.startsWith("segment " + id + " "));
  }
}
