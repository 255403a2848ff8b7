package dev.slipstream.runtime.checkpoint;

import static dev.slipstream.runtime.graph.task.Mappers.all;
import static dev.slipstream.runtime.graph.task.Mappers.around;
import static dev.slipstream.runtime.graph.task.Mappers.oneToOne;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.fixture.Pipeline;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.instruction.BufferPlaces;
import dev.slipstream.runtime.graph.instruction.MemoryId;
import dev.slipstream.runtime.graph.task.BufferAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckpointsTest {
  private static final int CELLS = 16;

  private final List<Checkpoint> kept = new ArrayList<>();

  private Pipeline pipeline(CheckpointStore store) {
    Pipeline.Parts parts = new Pipeline.Parts();
    parts.checkpoints = new Checkpoints(store);
    return new Pipeline(parts);
  }

  private static void step(Pipeline program, Buffer from, Buffer to) {
    program.loop(
        "Heat.step:12",
        CELLS,
        new BufferAccess(from, AccessMode.READ, around(1)),
        new BufferAccess(to, AccessMode.WRITE, oneToOne()));
  }

  @Test
  void aCheckpointIsGivenForEachHorizonThatIsExecutedInTheirOrder() {
    try (Pipeline program = pipeline(kept::add)) {
      Buffer u = program.array(CELLS);
      Buffer v = program.array(CELLS);
      for (int i = 0; i < 200; i++) {
        step(program, i % 2 == 0 ? u : v, i % 2 == 0 ? v : u);
      }
    }
    assertThat(kept).hasSizeGreaterThan(30);
    assertThat(kept).extracting(checkpoint -> checkpoint.task().number()).isSorted();
    assertThat(kept).extracting(Checkpoint::task).doesNotHaveDuplicates();
    for (Checkpoint checkpoint : kept) {
      assertThat(checkpoint.commands().task()).isEqualTo(checkpoint.task());
    }
  }

  @Test
  void aCheckpointSaysWhereTheElementsOfEachBufferAre() {
    try (Pipeline program = pipeline(kept::add)) {
      Buffer u = program.array(CELLS);
      Buffer v = program.array(CELLS);
      for (int i = 0; i < 40; i++) {
        step(program, i % 2 == 0 ? u : v, i % 2 == 0 ? v : u);
      }
      program.read(new BufferAccess(u, AccessMode.READ, all()));
      program.loop("Half.write:3", CELLS / 2, new BufferAccess(v, AccessMode.WRITE, oneToOne()));
      for (int i = 0; i < 40; i++) {
        program.loop("Sum.read:4", 1, new BufferAccess(v, AccessMode.READ_WRITE, oneToOne()));
      }
    }
    Checkpoint early = kept.get(2);
    assertThat(early.places()).hasSize(2);
    for (BufferPlaces places : early.places()) {
      assertThat(places.parts())
          .containsExactly(
              new BufferPlaces.Part(Box.of(0, CELLS), Set.of(MemoryId.ofDevice(0)), false));
    }
    Checkpoint late = kept.get(kept.size() - 1);
    assertThat(late.places().get(0).parts())
        .as("the program read it")
        .containsExactly(
            new BufferPlaces.Part(
                Box.of(0, CELLS), Set.of(MemoryId.HEAP, MemoryId.ofDevice(0)), false));
  }

  @Test
  void withoutAStoreNoCheckpointsAreMade() {
    Checkpoints off = new Checkpoints(CheckpointStore.OFF);
    assertThat(off.isOn()).isFalse();
    try (Pipeline program = pipeline(CheckpointStore.OFF)) {
      Buffer u = program.array(CELLS);
      for (int i = 0; i < 20; i++) {
        step(program, u, program.array(CELLS));
      }
    }
    assertThat(kept).isEmpty();
  }
}
