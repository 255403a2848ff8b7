package dev.slipstream.runtime.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.Box;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoxBytesTest {
  private static Box box(Random random, Box within) {
    long[] bounds = new long[6];
    for (int axis = 0; axis < 3; axis++) {
      int extent = (int) within.extent(axis);
      int from = random.nextInt(extent);
      bounds[2 * axis] = within.min(axis) + from;
      bounds[2 * axis + 1] = within.min(axis) + from + 1 + random.nextInt(extent - from);
    }
    return new Box(bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]);
  }

  private static BoxMemory<ByteBuffer> memory(Random random, Box allocated, int elementBytes) {
    byte[] bytes = new byte[Math.toIntExact(3 + BoxBytes.of(allocated, elementBytes))];
    random.nextBytes(bytes);
    return new BoxMemory<>(ByteBuffer.wrap(bytes).position(3), allocated, elementBytes);
  }

  private static byte at(BoxMemory<ByteBuffer> memory, long i, long j, long k, int b) {
    Box held = memory.allocated();
    long row = (i - held.min0()) * held.extent(1) + j - held.min1();
    long element = row * held.extent(2) + k - held.min2();
    return memory.memory().get((int) (3 + element * memory.elementBytes() + b));
  }

  @Test
  void whatIsPackedInPiecesAndUnpackedIsWhereItBelongsAndNowhereElse() {
    Random random = Seeds.random(74);
    for (int round = Seeds.count(300, 20_000); round > 0; round--) {
      Box all =
          new Box(2, 2 + 1 + random.nextInt(5), 1, 2 + random.nextInt(5), 0, 1 + random.nextInt(5));
      int bytes = 1 + random.nextInt(4);
      BoxMemory<ByteBuffer> source = memory(random, all, bytes);
      BoxMemory<ByteBuffer> target = memory(random, all, bytes);
      BoxMemory<ByteBuffer> before =
          new BoxMemory<>(ByteBuffer.wrap(target.memory().array().clone()).position(3), all, bytes);
      Box message = box(random, all);
      Box part = box(random, message);
      int total = (int) BoxBytes.of(message, bytes);
      for (int offset = 0; offset < total; ) {
        ByteBuffer piece = ByteBuffer.allocate(1 + random.nextInt(total - offset));
        BoxBytes.pack(source, message, offset, piece);
        BoxBytes.unpack(piece, message, offset, target, part);
        offset += piece.limit();
      }
      for (long i = all.min0(); i < all.max0(); i++) {
        for (long j = all.min1(); j < all.max1(); j++) {
          for (long k = all.min2(); k < all.max2(); k++) {
            boolean came = part.contains(new Box(i, i + 1, j, j + 1, k, k + 1));
            for (int b = 0; b < bytes; b++) {
              assertThat(at(target, i, j, k, b)).isEqualTo(at(came ? source : before, i, j, k, b));
            }
          }
        }
      }
    }
  }

  @Test
  void boxesWithoutGapsAreFound() {
    BoxMemory<ByteBuffer> memory = new BoxMemory<>(ByteBuffer.allocate(240), Box.sized(3, 4, 5), 4);
    assertThat(BoxBytes.contiguous(memory, Box.sized(3, 4, 5))).isZero();
    assertThat(BoxBytes.contiguous(memory, new Box(1, 3, 0, 4, 0, 5))).isEqualTo(80);
    assertThat(BoxBytes.contiguous(memory, new Box(1, 2, 2, 4, 0, 5))).isEqualTo(120);
    assertThat(BoxBytes.contiguous(memory, new Box(1, 2, 2, 3, 1, 3))).isEqualTo(124);
    assertThat(BoxBytes.contiguous(memory, new Box(1, 3, 2, 4, 0, 5))).isEqualTo(-1);
    assertThat(BoxBytes.contiguous(memory, new Box(0, 1, 0, 2, 0, 4))).isEqualTo(-1);
  }

  @Test
  void memoryThatLacksElementsIsRefused() {
    BoxMemory<ByteBuffer> memory = new BoxMemory<>(ByteBuffer.allocate(12), Box.of(0, 3), 4);
    assertThatThrownBy(() -> BoxBytes.pack(memory, Box.of(0, 4), 0, ByteBuffer.allocate(16)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
