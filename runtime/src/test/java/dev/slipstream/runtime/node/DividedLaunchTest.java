package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Loops of 100 iterations over arrays of 100 elements, of which two devices run 50 each. */
class DividedLaunchTest {
  private static final int N = 100;
  private static final Box ALL = Box.of(0, N);

  private final int[] to = new int[N];
  private final int[] from = new int[N];

  /** Iteration i accesses element i and those around it up to some distance. */
  private static Function<Chunk, Region> around(int distance) {
    return chunk ->
        Region.of(
            Box.of(Math.max(0, chunk.box().min0() - distance), chunk.box().max0() + distance));
  }

  private static Function<Chunk, Region> all() {
    return chunk -> Region.of(ALL);
  }

  private record Known(Function<Chunk, Region> read, Function<Chunk, Region> written)
      implements Division.Elements {
    @Override
    public Region reads(Chunk chunk) {
      return read.apply(chunk);
    }

    @Override
    public Region writes(Chunk chunk) {
      return written.apply(chunk);
    }
  }

  private static final class Given implements Division {
    private final Map<Integer, Elements> byParameter = new HashMap<>();

    Given with(int parameter, Function<Chunk, Region> reads, Function<Chunk, Region> writes) {
      byParameter.put(parameter, new Known(reads, writes));
      return this;
    }

    @Override
    public Geometry geometry() {
      return Geometry.of(ALL, Splitting.ROWS);
    }

    @Override
    public List<Integer> loops() {
      return List.of(0);
    }

    @Override
    public Optional<Elements> elements(int parameter) {
      return Optional.ofNullable(byParameter.get(parameter));
    }
  }

  private static Optional<DividedLaunch> divided(
      Division division, int iterations, Object written, Object read) {
    Launch launch =
        new Launch(
            new IterationSpace(new int[] {0}, new int[] {1}, new int[] {iterations}),
            new Object[] {written, read},
            List.of(new ArrayAccess(0, 0, 0, 0, N, true), new ArrayAccess(1, 0, N, 0, 0, false)));
    return DividedLaunch.of(division, launch, new EvenSplitter(), 2);
  }

  private static Chunk chunk(long from, long to) {
    return new Chunk(Box.of(from, to), ALL);
  }

  @Test
  void eachDeviceHasTheElementsOfItsChunk() {
    Division known = new Given().with(0, around(0), around(0)).with(1, around(1), around(0));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.writes(0).map(chunk(0, 50), ALL)).isEqualTo(Region.of(Box.of(0, 50)));
    assertThat(divided.reads(1).map(chunk(50, 100), ALL)).isEqualTo(Region.of(Box.of(49, 100)));
    assertThat(divided.writes(1).map(chunk(0, 50), ALL)).isEqualTo(Region.EMPTY);
  }

  @Test
  void theLoopAsAWholeHasTheElementsOfAllChunks() {
    Division known = new Given().with(0, around(0), around(0)).with(1, all(), around(0));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.writes(0).map(chunk(0, 100), ALL)).isEqualTo(Region.of(ALL));
    assertThat(divided.reads(1).map(chunk(0, 100), ALL)).isEqualTo(Region.of(ALL));
  }

  @Test
  void whatBothDevicesReadIsCounted() {
    Division known = new Given().with(0, around(0), around(0)).with(1, around(3), around(0));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.repeated(0)).isZero();
    assertThat(divided.repeated(1)).isEqualTo(6);
  }

  @Test
  void aLoopWhoseChunksMayWriteOneElementIsNotDivided() {
    Division known = new Given().with(0, around(0), around(1)).with(1, around(0), around(0));
    assertThat(divided(known, N, to, from)).isEmpty();
  }

  @Test
  void aLoopThatMayReadWhatAnotherChunkWritesIsNotDivided() {
    Division known = new Given().with(0, around(0), around(0)).with(1, around(1), around(0));
    assertThat(divided(known, N, to, to)).isEmpty();
    assertThat(divided(known, N, to, from)).isPresent();
  }

  @Test
  void aLoopWithAnArrayOfWhichNothingIsKnownIsNotDivided() {
    assertThat(divided(new Given().with(0, around(0), around(0)), N, to, from)).isEmpty();
  }

  @Test
  void aKernelWithOtherIterationsThanTheProgramsIsNotDivided() {
    Division known = new Given().with(0, around(0), around(0)).with(1, around(0), around(0));
    assertThat(divided(known, N - 1, to, from)).isEmpty();
  }
}
