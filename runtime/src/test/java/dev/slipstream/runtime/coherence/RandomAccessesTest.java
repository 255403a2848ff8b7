package dev.slipstream.runtime.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares random loops and accesses of the host with what they do without a device. */
class RandomAccessesTest extends CoherentLoops {
  /** The announcement that a broken caller omits. */
  private enum Omission {
    NOTHING,
    READS,
    WRITES,
    SYNCHRONOUS,
    FENCE
  }

  @Test
  void randomProgramsSeeWhatTheyWouldSeeWithoutADevice() {
    long first = Long.getLong("slipstream.test.seed", 0);
    int count = Integer.getInteger("slipstream.test.count", 3000);
    for (long seed = first; seed < first + count; seed++) {
      assertThat(differs(seed, Omission.NOTHING)).as("seed %d", seed).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void randomProgramsFindWhatIsNotSaid(Omission omission) {
    boolean found = false;
    for (long seed = 0; seed < 3000 && !found; seed++) {
      found = new RandomAccessesTest().differs(seed, omission);
    }
    assertThat(found).isTrue();
  }

  /** Runs a random program on its own arrays; returns whether it read a wrong value. */
  private boolean differs(long seed, Omission omission) {
    Random random = new Random(seed);
    int[][] real = new int[4][LENGTH];
    int[][] expected = new int[4][LENGTH];
    boolean[] untold = new boolean[4];
    List<Wanted> copies = new ArrayList<>();
    for (int step = 0; step < 40; step++) {
      int a = random.nextInt(4);
      int b = random.nextInt(4);
      int i = random.nextInt(LENGTH);
      int value = random.nextInt(1000);
      switch (random.nextInt(12)) {
        case 10 -> {
          boolean all = random.nextBoolean();
          int to = all ? LENGTH : i + 1 + random.nextInt(LENGTH - i);
          PendingCopies made =
              all
                  ? coherence.copies().copy(List.of(real[a]))
                  : coherence.copies().copy(real[a], i, to);
          copies.add(new Wanted(real[a], made, all ? 0 : i, to, expected[a].clone()));
        }
        case 0, 1, 2, 3 -> {
          Consumer<List<int[]>> body = arrays -> arrays.get(0)[i] += arrays.get(1)[value % LENGTH];
          loop(body, real[a], real[b]);
          body.accept(List.of(expected[a], expected[b]));
        }
        case 4, 5 -> {
          if (!untold[a] && omission != Omission.READS) {
            coherence.reads(real[a]);
          }
          if (real[a][i] != expected[a][i]) {
            return true;
          }
        }
        case 6, 7 -> {
          if (!untold[a] && omission != Omission.WRITES) {
            coherence.writes(real[a]);
          }
          real[a][i] = value;
          expected[a][i] = value;
        }
        case 8 -> {
          if (random.nextInt(8) == 0) {
            untold[a] = true;
            if (omission != Omission.SYNCHRONOUS) {
              coherence.synchronous(real[a]);
            }
          }
        }
        case 11 -> {
          if (random.nextInt(4) == 0) {
            coherence.hostVisits().visitAll(/* toWrite= */ false, /* allButLost= */ false);
            if (!Arrays.deepEquals(real, expected)) {
              return true;
            }
          }
        }
        default -> {
          if (random.nextInt(4) == 0) {
            if (omission != Omission.FENCE) {
              coherence.fence();
            }
            if (!Arrays.deepEquals(real, expected)) {
              return true;
            }
            real[a][i] = value;
            expected[a][i] = value;
          }
        }
      }
      for (int s = random.nextInt(3); s > 0; s--) {
        device.step();
      }
    }
    coherence.fence();
    return !Arrays.deepEquals(real, expected) || !copies.stream().allMatch(Wanted::isThere);
  }

  /** A copy of an array as it was at some time. */
  private record Wanted(int[] array, PendingCopies copies, int from, int to, int[] expected) {
    boolean isThere() {
      copies.await();
      int[] copy = (int[]) copies.copies().get(array);
      return Arrays.equals(copy, from, to, expected, from, to);
    }
  }
}
