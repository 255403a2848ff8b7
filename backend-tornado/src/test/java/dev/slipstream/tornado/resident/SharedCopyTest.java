package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of small numbers by way of even fewer arrays, with as many threads as there are. */
class SharedCopyTest {
  private static final int PIECES = 3;
  private static final int PART = 12;
  private static final int SIZE = PART / PIECES;
  private static final int ROUNDS = 50;

  private final Random random = new Random(11);
  private final CopyThreads threads = new CopyThreads(7);

  /** Both sides of a copy, and the arrays between them. */
  private final class Sides {
    final int[] heap;
    final int[] device;
    final int[][] arrays;
    final boolean toDevice;
    final AtomicInteger moves = new AtomicInteger();

    Sides(boolean toDevice, int parts, int arrays) {
      this.toDevice = toDevice;
      this.heap = new int[parts * PART];
      this.device = new int[parts * PART];
      this.arrays = new int[arrays][PART];
      Arrays.setAll(toDevice ? heap : device, i -> 1 + random.nextInt(1000));
    }

    void move(int part) {
      int[] array = arrays[part % arrays.length];
      if (toDevice) {
        System.arraycopy(array, 0, device, part * PART, PART);
      } else {
        System.arraycopy(device, part * PART, array, 0, PART);
      }
      moves.incrementAndGet();
    }

    void copy(int part, int piece) {
      int[] array = arrays[part % arrays.length];
      for (int i = piece * SIZE; i < (piece + 1) * SIZE; i++) {
        if (toDevice) {
          array[i] = heap[part * PART + i];
        } else {
          heap[part * PART + i] = array[i];
        }
      }
    }
  }

  private void run(SharedCopy copy, int movers, int hands) {
    threads.together(
        hands,
        hand -> {
          if (hand < movers) {
            copy.move();
          } else {
            copy.copy();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachPartArrivesWhateverThreadsCopyItsPieces(boolean toDevice) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (int parts : new int[] {1, 2, 5, 40}) {
        for (int arrays : new int[] {1, 2, 3, 6}) {
          Sides sides = new Sides(toDevice, parts, arrays);
          SharedCopy copy =
              new SharedCopy(
                  toDevice, parts, arrays, PIECES, random.nextBoolean(), sides::move, sides::copy);
          run(copy, 1 + random.nextInt(2), 1 + random.nextInt(8));
          copy.throwIfFailed();
          assertThat(sides.device).isEqualTo(sides.heap);
          assertThat(sides.moves).hasValue(parts);
        }
      }
    }
  }

  /** What is copied of 20 parts, and what goes wrong with one of them. */
  private ThrowingCallable failing(
      boolean toDevice, SharedCopy.Moves before, SharedCopy.Pieces with) {
    Sides sides = new Sides(toDevice, 20, 3);
    SharedCopy copy =
        new SharedCopy(
            toDevice,
            20,
            3,
            PIECES,
            /* isHelped= */ true,
            part -> {
              before.move(part);
              sides.move(part);
            },
            (part, piece) -> {
              with.copy(part, piece);
              sides.copy(part, piece);
            });
    run(copy, 2, 6);
    return copy::throwIfFailed;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPartThatCannotBeMovedEndsTheCopyOnAllThreads(boolean toDevice) {
    for (int round = 0; round < ROUNDS; round++) {
      ThrowingCallable result =
          failing(
              toDevice,
              part -> {
                if (part == 7) {
                  throw new TornadoException("no link");
                }
              },
              (part, piece) -> {});
      assertThatThrownBy(result).isInstanceOf(TornadoException.class).hasMessage("no link");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPieceThatCannotBeCopiedEndsTheCopyOnAllThreads(boolean toDevice) {
    for (int round = 0; round < ROUNDS; round++) {
      ThrowingCallable result =
          failing(
              toDevice,
              part -> {},
              (part, piece) -> {
                if (part == 7 && piece == 1) {
                  throw new IndexOutOfBoundsException("too far");
                }
              });
      assertThatThrownBy(result).hasRootCauseMessage("too far");
    }
  }

  @Test
  void oneThreadAloneMovesAndCopiesAll() throws Exception {
    List<Integer> order = new ArrayList<>();
    SharedCopy copy =
        new SharedCopy(
            /* toDevice= */ true,
            3,
            1,
            1,
            /* isHelped= */ false,
            part -> order.add(-part),
            (part, piece) -> order.add(10 + part));
    copy.move();
    copy.throwIfFailed();
    assertThat(order).containsExactly(10, 0, 11, -1, 12, -2);
  }
}
