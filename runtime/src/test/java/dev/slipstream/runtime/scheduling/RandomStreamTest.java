package dev.slipstream.runtime.scheduling;

import static dev.slipstream.runtime.scheduling.StreamMachine.ALL;
import static dev.slipstream.runtime.scheduling.StreamMachine.AROUND;
import static dev.slipstream.runtime.scheduling.StreamMachine.OWN;
import static dev.slipstream.runtime.scheduling.StreamMachine.read;
import static dev.slipstream.runtime.scheduling.StreamMachine.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.LongTests;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.OrderedSteps;
import dev.slipstream.runtime.graph.instruction.NodeTopology;
import dev.slipstream.runtime.scheduling.StreamMachine.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomStreamTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void randomProgramsSeeWhatTheyWouldSeeWithoutDevices(int devices) {
    int programs = LongTests.count(30, 400);
    for (long seed = 0; seed < programs; seed++) {
      Random random = new Random(seed);
      long budget = random.nextBoolean() ? NodeTopology.UNLIMITED : 3 * 4 * 24;
      int[] manySteps = {0, 4, OrderedSteps.NEVER};
      try (StreamMachine machine =
          new StreamMachine(devices, budget, true, manySteps[(int) seed % 3])) {
        new TaskProgram(machine, random).run("devices " + devices + ", seed " + seed);
      }
    }
  }

  /** A random program, with the results that it would have without devices. */
  private static final class TaskProgram {
    private static final int ARRAYS = 5;
    private static final int LENGTH = 24;

    private final StreamMachine machine;
    private final Random random;
    private final int[][] real = new int[ARRAYS][LENGTH];
    private final int[][] plain = new int[ARRAYS][LENGTH];
    private final List<Copied> copies = new ArrayList<>();

    TaskProgram(StreamMachine machine, Random random) {
      this.machine = machine;
      this.random = random;
    }

    void run(String name) {
      for (int step = 0; step < 60; step++) {
        int a = random.nextInt(ARRAYS);
        int i = random.nextInt(LENGTH);
        switch (random.nextInt(9)) {
          case 0 -> {
            machine.coherence.reads(real[a]);
            assertThat(real[a]).as(name + ", step " + step).isEqualTo(plain[a]);
          }
          case 1 -> {
            machine.coherence.writes(real[a]);
            real[a][i] = plain[a][i] = random.nextInt();
          }
          case 3 -> copies.add(new Copied(machine.snapshot(real[a]), plain[a].clone()));
          case 2 -> {
            if (random.nextInt(10) == 0) {
              machine.coherence.synchronous(real[a]);
            }
          }
          default -> loop(a, (a + 1 + random.nextInt(ARRAYS - 1)) % ARRAYS);
        }
      }
      machine.coherence.fence();
      assertThat(real).as(name + ", at the end").isDeepEqualTo(plain);
      for (Copied copied : copies) {
        assertThat((int[]) copied.copy().join()).as(name + ", a copy").isEqualTo(copied.expected());
      }
    }

    /** A copy, with its expected contents. */
    private record Copied(CompletableFuture<Object> copy, int[] expected) {}

    private void loop(int written, int read) {
      int count = 1 + random.nextInt(LENGTH);
      int constant = random.nextInt(100);
      int[] old = plain[read].clone();
      switch (random.nextInt(4)) {
        case 0 -> {
          machine.loop(
              count,
              (i, arrays) -> arrays.get(0).set(i, arrays.get(1).get(i) * 3 + constant),
              write(real[written]),
              read(real[read], OWN));
          for (int i = 0; i < count; i++) {
            plain[written][i] = old[i] * 3 + constant;
          }
        }
        case 1 -> {
          machine.loop(
              count,
              (i, arrays) ->
                  arrays.get(0).set(i, arrays.get(0).get(i) ^ arrays.get(1).get(LENGTH - 1 - i)),
              new Use(real[written], AccessMode.READ_WRITE, OWN),
              read(real[read], ALL));
          for (int i = 0; i < count; i++) {
            plain[written][i] ^= old[LENGTH - 1 - i];
          }
        }
        case 2 -> {
          machine.loop(
              count,
              (i, arrays) -> {
                int left = i == 0 ? 0 : arrays.get(1).get(i - 1);
                int right = i == LENGTH - 1 ? 0 : arrays.get(1).get(i + 1);
                arrays.get(0).set(i, left - right);
              },
              write(real[written]),
              read(real[read], AROUND));
          for (int i = 0; i < count; i++) {
            plain[written][i] = (i == 0 ? 0 : old[i - 1]) - (i == LENGTH - 1 ? 0 : old[i + 1]);
          }
        }
        default -> {
          int at = random.nextInt(LENGTH);
          RangeMapper one = new RangeMapper.Fixed(Region.of(Box.of(at, at + 1)));
          machine.loop(
              count,
              (i, arrays) -> arrays.get(0).set(i, arrays.get(1).get(at) + (int) i),
              write(real[written]),
              read(real[read], one));
          for (int i = 0; i < count; i++) {
            plain[written][i] = old[at] + i;
          }
        }
      }
    }
  }
}
