package dev.slipstream.opencl.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappingRoomTest {
  @TempDir private Path folder;
  private Path mappings;
  private Path limit;

  @BeforeEach
  void limit() throws IOException {
    mappings = folder.resolve("maps");
    limit = Files.writeString(folder.resolve("limit"), "1000\n");
  }

  @Test
  void kernelsAreBuiltWhileThereIsRoom() throws IOException {
    map(700);
    assertThat(afterManyKernels(new MappingRoom(true, mappings, limit))).isEmpty();
  }

  @Test
  void whereMappingsAreShortNoneIsBuiltAndTheReasonIsSaid() throws IOException {
    map(800);
    MappingRoom room = new MappingRoom(true, mappings, limit);
    assertThat(afterManyKernels(room).orElseThrow())
        .contains("800 of at most 1000 mappings", "vm.max_map_count");
    map(1);
    assertThat(room.shortage()).isPresent();
  }

  @Test
  void driversThatLetKernelsGoMayBuildMore() throws IOException {
    map(1000);
    assertThat(afterManyKernels(new MappingRoom(false, mappings, limit))).isEmpty();
  }

  @Test
  void whereTheSystemDoesNotTellKernelsAreBuilt() {
    assertThat(afterManyKernels(new MappingRoom(true, mappings, limit))).isEmpty();
  }

  private void map(int count) throws IOException {
    Files.write(mappings, Collections.nCopies(count, "7f00-7f01 r--p 0 0 0 slip.so"));
  }

  private static Optional<String> afterManyKernels(MappingRoom room) {
    for (int kernel = 0; kernel < 1000; kernel++) {
      Optional<String> shortage = room.shortage();
      if (shortage.isPresent()) {
        return shortage;
      }
    }
    return Optional.empty();
  }
}
