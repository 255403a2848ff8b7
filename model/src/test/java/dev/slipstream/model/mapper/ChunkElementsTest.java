package dev.slipstream.model.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunkElementsTest {
  private static final Box DOMAIN = Box.of(0, 100);

  private final Random random = new Random(9);

  private List<Box> chunks(int count) {
    List<Box> chunks = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      chunks.add(Box.of(c * 10L, c * 10L + 10));
    }
    return chunks;
  }

  private ChunkElements some(List<Box> chunks) {
    List<Region> regions = new ArrayList<>();
    for (int c = 0; c < chunks.size(); c++) {
      Region region = Region.EMPTY;
      for (int part = random.nextInt(3); part > 0; part--) {
        long from = random.nextInt(90);
        region = region.union(Region.of(Box.of(from, from + random.nextInt(4))));
      }
      regions.add(region);
    }
    return new ChunkElements(chunks, regions);
  }

  @Test
  void aChunkHasItsElementsAndALargerOneThoseOfAllInIt() {
    List<Box> chunks = chunks(7);
    for (int round = 0; round < 20; round++) {
      ChunkElements elements = some(chunks);
      for (int c = 0; c < chunks.size(); c++) {
        Chunk chunk = new Chunk(chunks.get(c), Box.of(0, 70));
        assertThat(elements.map(chunk, DOMAIN)).isEqualTo(elements.regions().get(c));
      }
      Region two = elements.regions().get(2).union(elements.regions().get(3));
      assertThat(elements.map(new Chunk(Box.of(20, 40), Box.of(0, 70)), DOMAIN)).isEqualTo(two);
      Collections.shuffle(chunks, random);
      ChunkElements shuffled = some(chunks);
      for (int c = 0; c < chunks.size(); c++) {
        Chunk chunk = new Chunk(chunks.get(c), Box.of(0, 70));
        assertThat(shuffled.map(chunk, DOMAIN)).isEqualTo(shuffled.regions().get(c));
      }
      Collections.sort(chunks, (one, other) -> Long.compare(one.min0(), other.min0()));
    }
  }

  @Test
  void chunksMeetIfAnElementOfOneIsAnotherOnes() {
    List<Box> chunks = chunks(5);
    int meeting = 0;
    for (int round = 0; round < 400; round++) {
      ChunkElements some = some(chunks);
      ChunkElements others = some(chunks);
      assertThat(some.meetsOthers(others)).isEqualTo(meet(some, others));
      assertThat(some.meetsOthers(some)).isEqualTo(meet(some, some));
      meeting += some.meetsOthers(others) ? 1 : 0;
    }
    assertThat(meeting).isBetween(20, 380);
  }

  private static boolean meet(ChunkElements some, ChunkElements others) {
    for (int own = 0; own < some.regions().size(); own++) {
      for (int other = 0; other < others.regions().size(); other++) {
        if (own != other && some.regions().get(own).intersects(others.regions().get(other))) {
          return true;
        }
      }
    }
    return false;
  }
}
