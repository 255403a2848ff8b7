package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;

/** Tests that memory of UCX is found and mapped by its file. */
class SharedFileTest {
  @TempDir private Path folder;

  @Test
  void stagingMemoryIsMappedByItsFileAndKnownByItsMark() throws Exception {
    Ranks.assumeUcx();
    UcpContext context = UcxLibrary.open();
    StagingMemory memory = new StagingMemory(context);
    SharedFile file = memory.file();
    assertThat(file).isNotNull();
    ByteBuffer mapped = StagingMemory.map(file, memory.mark());
    assertThat(mapped).isNotNull();
    memory.bytes().putLong(StagingMemory.LENGTH - 8, 42);
    assertThat(mapped.getLong(StagingMemory.LENGTH - 8)).isEqualTo(42);
    assertThat(mapped.isReadOnly()).isTrue();
    assertThat(StagingMemory.map(file, UUID.randomUUID())).as("another's memory").isNull();
    memory.close();
    context.close();
  }

  @Test
  void memoryWithoutAFileHasNone() {
    ByteBuffer memory = ByteBuffer.allocateDirect(100);
    assertThat(SharedFile.of(UcxUtils.getAddress(memory), 100)).isNull();
  }

  @Test
  void whatIsTooShortOrNoFileOrDoesNotExistIsNotMapped() throws IOException {
    long own = ProcessHandle.current().pid();
    assertThat(new SharedFile(own, 1 << 20, 0).map(8)).as("no such file").isNull();
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertThat(made.onExit().join().exitValue()).isZero();
    Process holder =
        new ProcessBuilder("sh", "-c", "exec 9<>" + pipe + "; echo open; exec sleep 60").start();
    try (BufferedReader said = holder.inputReader()) {
      assertThat(said.readLine()).isEqualTo("open");
      assertThat(new SharedFile(holder.pid(), 9, 0).map(8)).as("a pipe").isNull();
    } finally {
      holder.destroyForcibly();
    }
    Path file = Files.write(folder.resolve("short"), new byte[100]);
    Process reader =
        new ProcessBuilder("sh", "-c", "exec 9<" + file + "; echo open; exec sleep 60").start();
    try (BufferedReader said = reader.inputReader()) {
      assertThat(said.readLine()).isEqualTo("open");
      SharedFile open = new SharedFile(reader.pid(), 9, 0);
      assertThat(open.map(100)).isNotNull();
      assertThat(open.map(101)).as("more than there is").isNull();
      assertThat(new SharedFile(reader.pid(), 9, Long.MAX_VALUE).map(100)).isNull();
    } finally {
      reader.destroyForcibly();
    }
  }
}
