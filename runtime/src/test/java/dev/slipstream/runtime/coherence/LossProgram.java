package dev.slipstream.runtime.coherence;

import static dev.slipstream.runtime.coherence.FailingDevice.LENGTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.coherence.FailingDevice.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random program whose device fails at some point, with the results that plain Java would
 * compute.
 */
final class LossProgram {
  static final long JOURNAL_BYTES = 24_000;

  final FailingDevice loops = new FailingDevice();
  int copiesRecovered;
  int givenUp;
  private boolean goesOn;

  /** Keeps a journal with so little room that a checkpoint is made every few loops. */
  void keepJournal() {
    goesOn = true;
    loops.coherence =
        new Coherence(length -> {}, new ArrayHolds(), 0, new Replication(false, JOURNAL_BYTES * 4));
    loops.coherence.keepsJournal(() -> givenUp++);
    loops.coherence.connect(loops.device);
  }

  /** Replaces a stream that has failed by another one, in some programs. */
  private void goOn(SplittableRandom random) {
    LazyStream next = new LazyStream();
    next.failAt(random.nextInt(80));
    if (goesOn && loops.coherence.goOnWith(next, /* keepsJournal= */ true)) {
      loops.device = next;
    }
  }

  void run(SplittableRandom random, int steps, String name) {
    int[][] arrays = new int[4][LENGTH];
    int[][] expected = new int[4][LENGTH];
    loops.device.failAt(random.nextInt(25));
    List<Runnable> copies = new ArrayList<>();
    for (int s = 0; s < steps; s++) {
      int from = random.nextInt(4);
      int to = (from + 1 + random.nextInt(3)) % 4;
      int begin = random.nextBoolean() ? 0 : random.nextInt(LENGTH);
      int end = begin + 1 + random.nextInt(LENGTH - begin);
      switch (random.nextInt(9)) {
        case 8 -> copies.add(copy(arrays[to], expected[to].clone(), name));
        case 0 -> {
          loops.coherence.reads(arrays[to]);
          assertThat(arrays[to]).as(name).isEqualTo(expected[to]);
        }
        case 1 -> {
          loops.coherence.visits(arrays[to], begin, false);
          assertThat(arrays[to][begin]).as(name).isEqualTo(expected[to][begin]);
        }
        case 2 -> {
          loops.coherence.writes(arrays[to]);
          Arrays.fill(arrays[to], begin, end, s);
          loops.coherence.writes(arrays[to]);
          Arrays.fill(expected[to], begin, end, s);
        }
        case 3 -> {
          loops.coherence.visits(arrays[to], begin, true);
          arrays[to][begin] = s;
          loops.coherence.visits(arrays[to], begin, true);
          expected[to][begin] = s;
        }
        case 4 -> loops.device.step();
        default -> {
          int keep = random.nextInt(3) / 2;
          int stride = 1 + random.nextInt(4) / 3;
          if (!loops.loop(new Step(arrays[from], arrays[to], begin, end, keep, stride))) {
            goOn(random);
          } else if (goesOn && s % 4 == 0) {
            // Otherwise no checkpoint would end before there is no room for the loops behind it.
            loops.coherence.reads(arrays[from]);
          }
          new Step(expected[from], expected[to], begin, end, keep, stride)
              .run(expected[from], expected[to]);
        }
      }
    }
    for (int a = 0; a < 4; a++) {
      loops.coherence.reads(arrays[a]);
      assertThat(arrays[a]).as(name).isEqualTo(expected[a]);
    }
    copies.forEach(Runnable::run);
  }

  /** Makes a copy; returns an action that checks it. */
  private Runnable copy(int[] array, int[] expected, String name) {
    PendingCopies copies = loops.coherence.copies().copy(List.of(array));
    boolean immediate = copies.areOver();
    return () -> {
      copies.await();
      assertThat((int[]) copies.copies().get(array)).as(name).isEqualTo(expected);
      copiesRecovered += immediate || loops.again.isEmpty() ? 0 : 1;
    };
  }
}
