package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Elements that several threads copy to what stands for a device, and back. */
class PlacedMovesTest {
  private static final int PART = 1 << 14;
  private static final int ELEMENTS = PART / Integer.BYTES;
  private static final int LENGTH = 11 * ELEMENTS;
  private static final int PIECES = 3;

  /** More than what the header of a part brings. */
  private static final int HEADER = 8;

  private static final HostCopies.Piece NOTHING = (first, count, at) -> {};

  @TempDir Path folder;
  private final CopyThreads threads = new CopyThreads(8);
  private final Random random = new Random(5);
  private Blocks blocks;
  private Block block;
  private PlacedCopies copies;

  @BeforeEach
  void open() throws Exception {
    StandInTarget on = StandInTarget.open(folder);
    blocks = new Blocks(on.target(), on.kernels(), 1 << 24, 0);
    block = blocks.take((long) LENGTH * Integer.BYTES);
    copies =
        new PlacedCopies(
            on.target(),
            on.kernels(),
            threads,
            new KnownThreads(on.target(), on.kernels()),
            PART,
            PIECES);
  }

  @AfterEach
  void close() throws Exception {
    threads.close();
    copies.leave(blocks.take(0));
    copies.release();
    blocks.freeAll();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 9})
  void whatGoesThereInPartsComesBackAndNothingElseChanges(int parts) throws Exception {
    for (int round = 0; round < 20; round++) {
      int[] expected = load();
      int count =
          Math.max(ELEMENTS + HEADER, parts * ELEMENTS - random.nextInt(ELEMENTS / 2) + HEADER);
      int from = round % 4 == 0 ? 0 : random.nextInt(LENGTH - count);
      int to = from + count;
      int[] values = random.ints(LENGTH).toArray();
      assertThat(
              copies.store(
                  block,
                  Integer.BYTES,
                  from,
                  to,
                  (first, many, at) -> at.asIntBuffer().put(values, first, many)))
          .isTrue();
      System.arraycopy(values, from, expected, from, to - from);
      assertThat(Arrays.mismatch(load(), expected)).isEqualTo(-1);
    }
  }

  private int[] load() throws Exception {
    int[] found = new int[LENGTH];
    copies.load(
        block,
        Integer.BYTES,
        0,
        LENGTH,
        (first, many, at) -> at.asIntBuffer().get(found, first, many));
    return found;
  }

  @Test
  void fewElementsAreLeftToOthers() throws Exception {
    assertThat(copies.store(block, Integer.BYTES, 0, ELEMENTS - 1, NOTHING)).isFalse();
  }
}
