package dev.slipstream.runtime.graph.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.UsualMappers.Neighbourhood;
import dev.slipstream.runtime.graph.task.UsualMappers.Shape;
import dev.slipstream.runtime.graph.task.UsualMappers.Slice;
import dev.slipstream.runtime.graph.task.UsualMappers.Transposed;
import org.junit.jupiter.api.Test;

class RangeMapperTest {
  private static final Box SQUARE = Box.sized(16, 16);
  private static final Box TILE = Box.of(4, 8, 0, 4);

  @Test
  void oneToOneIsTheChunkItselfAsFarAsTheBufferReaches() {
    assertThat(map(Mappers.oneToOne(), TILE, SQUARE)).isEqualTo(Region.of(TILE));
    assertThat(map(Mappers.oneToOne(), Box.of(8, 20), Box.sized(16)))
        .isEqualTo(Region.of(Box.of(8, 16)));
  }

  @Test
  void aSliceReachesThroughOneAxis() {
    assertThat(map(new Slice(0), TILE, SQUARE)).isEqualTo(Region.of(Box.of(0, 16, 0, 4)));
    assertThat(map(new Slice(1), TILE, SQUARE)).isEqualTo(Region.of(Box.of(4, 8, 0, 16)));
  }

  @Test
  void aNeighbourhoodAlongAxesHasNoCorners() {
    assertThat(map(new Neighbourhood(1, 1, 0, Shape.BOX), TILE, SQUARE))
        .isEqualTo(Region.of(Box.of(3, 9, 0, 5)));
    assertThat(map(new Neighbourhood(1, 1, 0, Shape.ALONG_AXES), TILE, SQUARE))
        .isEqualTo(Region.of(Box.of(3, 9, 0, 4), Box.of(4, 8, 0, 5)));
  }

  @Test
  void fixedAndAllDoNotDependOnTheChunk() {
    assertThat(map(Mappers.fixed(2, 99), TILE, Box.sized(16))).isEqualTo(Region.of(Box.of(2, 16)));
    assertThat(map(Mappers.all(), TILE, SQUARE)).isEqualTo(Region.of(SQUARE));
  }

  @Test
  void transposedAxesFollowOtherAxesOrNone() {
    assertThat(map(Mappers.transposed(), TILE, SQUARE)).isEqualTo(Region.of(Box.of(0, 4, 4, 8)));
    assertThat(map(Mappers.rows(), TILE, Box.sized(16))).isEqualTo(Region.of(Box.of(4, 8)));
    assertThat(map(Mappers.columns(), TILE, Box.sized(16))).isEqualTo(Region.of(Box.of(0, 4)));
    assertThat(map(new Transposed(Transposed.WHOLE, 0), TILE, SQUARE))
        .isEqualTo(Region.of(Box.of(0, 16, 4, 8)));
  }

  @Test
  void anEmptyChunkAccessesNothing() {
    assertThat(map(Mappers.all(), Box.EMPTY, SQUARE)).isEqualTo(Region.EMPTY);
  }

  private static Region map(RangeMapper mapper, Box chunk, Box domain) {
    Buffer buffer =
        new Buffer(
            new BufferId(0), "a", domain, InitialContents.UNWRITTEN, new ElementSize(8, true));
    return new BufferAccess(buffer, AccessMode.READ, mapper)
        .region(new Chunk(chunk, Box.sized(16, 16)));
  }
}
