package dev.slipstream.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests loops of 100 iterations over arrays of 100 elements, of which two devices run 50 each. */
class DividedLaunchTest {
  private static final int N = 100;
  private static final Box ALL = Box.of(0, N);

  private final int[] to = new int[N];
  private final int[] from = new int[N];

  /** Iteration i accesses element i and those up to some distance from it. */
  private static ArrayMapper.Access around(int distance) {
    Formula own = Formula.variable(0, 1);
    return access(AxisRange.of(own.plus(-distance), own.plus(distance)));
  }

  private static ArrayMapper.Access all() {
    return access(AxisRange.whole(N, 1));
  }

  private static ArrayMapper.Access access(AxisRange range) {
    AccessBox box = new AccessBox(ALL, List.of(range), false, List.of(), List.of(1L), -1, "a[i]");
    return new ArrayMapper.Access("", List.of(box), List.of(), ALL);
  }

  private static ArrayMapper array(
      int parameter, ArrayMapper.Access reads, ArrayMapper.Access writes) {
    return new ArrayMapper(
        Set.of(parameter),
        "a",
        new ArrayShape(List.of((long) N), List.of()),
        reads,
        /* isDeclared= */ false,
        writes,
        writes,
        /* writesAll= */ false);
  }

  private static Division known(ArrayMapper... arrays) {
    return new Division(Geometry.of(ALL, Splitting.ROWS), List.of(0), List.of(arrays));
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
    Division known = known(array(0, around(0), around(0)), array(1, around(1), around(0)));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.writes(0).map(chunk(0, 50), ALL)).isEqualTo(Region.of(Box.of(0, 50)));
    assertThat(divided.reads(1).map(chunk(50, 100), ALL)).isEqualTo(Region.of(Box.of(49, 100)));
    assertThat(divided.writes(1).map(chunk(0, 50), ALL)).isEqualTo(Region.EMPTY);
  }

  /** The iterations of two intervals access elements at some offset. */
  private static ArrayMapper.Access two(long from, long to, long from2, long to2, long off) {
    Formula place = Formula.variable(0, 1).plus(off);
    List<AccessBox> boxes = new ArrayList<>();
    for (Box clip : List.of(Box.of(from, to), Box.of(from2, to2))) {
      boxes.add(
          new AccessBox(
              clip,
              List.of(AxisRange.of(place, place)),
              false,
              List.of(),
              List.of(1L),
              -1,
              "a[i]"));
    }
    return new ArrayMapper.Access("", boxes, List.of(), ALL);
  }

  private static DividedLaunch joined(ArrayMapper.Access reads, Object written, Object read) {
    Launch launch =
        new Launch(
            new IterationSpace(new int[] {0}, new int[] {1}, new int[] {N}),
            new Object[] {written, read},
            List.of(new ArrayAccess(0, 0, 0, 0, N, false), new ArrayAccess(1, 0, N, 0, 0, false)));
    Division known = known(array(0, around(0), two(0, 10, 20, 25, 0)), array(1, reads, around(0)));
    return DividedLaunch.of(known, launch, new EvenSplitter(), 2).orElseThrow().joined(launch);
  }

  @Test
  void whatLiesBetweenWhatAChunkWritesGoesWithItToOtherNodes() {
    DividedLaunch joined = joined(two(0, 10, 12, 20, 0), to, from);
    assertThat(joined.isJoined(0)).isTrue();
    assertThat(joined.writes(0).map(chunk(0, 50), ALL)).isEqualTo(Region.of(Box.of(0, 25)));
    assertThat(joined.reads(1).map(chunk(0, 50), ALL)).isEqualTo(Region.of(Box.of(0, 20)));
    assertThat(joined.boxes()).containsExactly(Box.of(0, 50), Box.of(50, 100));
  }

  @Test
  void farBetweenWhatAChunkReadsNothingIsSent() {
    DividedLaunch joined = joined(two(0, 2, 40, 42, 0), to, from);
    assertThat(joined.reads(1).map(chunk(0, 50), ALL).boxes()).hasSize(2);
  }

  @Test
  void nothingIsJoinedWhereAChunkWouldReadWhatAnotherOneWrites() {
    DividedLaunch apart = joined(two(50, 54, 56, 60, -40), to, to);
    assertThat(apart.isJoined(0)).isFalse();
    assertThat(apart.writes(0).map(chunk(0, 50), ALL).boxes()).hasSize(2);
    assertThat(apart.reads(1).map(chunk(50, 100), ALL).boxes()).hasSize(2);
  }

  @Test
  void theLoopAsAWholeHasTheElementsOfAllChunks() {
    Division known = known(array(0, around(0), around(0)), array(1, all(), around(0)));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.writes(0).map(chunk(0, 100), ALL)).isEqualTo(Region.of(ALL));
    assertThat(divided.reads(1).map(chunk(0, 100), ALL)).isEqualTo(Region.of(ALL));
  }

  @Test
  void whatBothDevicesReadIsCounted() {
    Division known = known(array(0, around(0), around(0)), array(1, around(3), around(0)));
    DividedLaunch divided = divided(known, N, to, from).orElseThrow();
    assertThat(divided.repeated(0)).isZero();
    assertThat(divided.repeated(1)).isEqualTo(6);
  }

  @Test
  void aLoopWhoseChunksMayWriteOneElementIsNotDivided() {
    Division known = known(array(0, around(0), around(1)), array(1, around(0), around(0)));
    assertThat(divided(known, N, to, from)).isEmpty();
  }

  @Test
  void aLoopThatMayReadWhatAnotherChunkWritesIsNotDivided() {
    Division known = known(array(0, around(0), around(0)), array(1, around(1), around(0)));
    assertThat(divided(known, N, to, to)).isEmpty();
    assertThat(divided(known, N, to, from)).isPresent();
  }

  @Test
  void aLoopWithAnArrayOfWhichNothingIsKnownIsNotDivided() {
    assertThat(divided(known(array(0, around(0), around(0))), N, to, from)).isEmpty();
  }

  @Test
  void aKernelWithOtherIterationsThanTheProgramsIsNotDivided() {
    Division known = known(array(0, around(0), around(0)), array(1, around(0), around(0)));
    assertThat(divided(known, N - 1, to, from)).isEmpty();
  }
}
