package dev.slipstream.model.region;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionTest {
  @Test
  void aBoxWithoutPointsOnOneAxisIsTheEmptyBox() {
    assertThat(Box.of(0, 8, 5, 5)).isEqualTo(Box.EMPTY);
    assertThat(Box.of(9, 3)).isEqualTo(Box.EMPTY);
    assertThat(Box.EMPTY.isEmpty()).isTrue();
    assertThat(Box.of(0, 8).contains(Box.EMPTY)).isTrue();
    assertThat(Box.EMPTY.bounding(Box.of(4, 6))).isEqualTo(Box.of(4, 6));
  }

  @Test
  void boxesThatTouchBecomeOneBox() {
    assertThat(Region.of(Box.of(0, 4), Box.of(4, 8)).boxes()).containsExactly(Box.of(0, 8));
    assertThat(Region.of(Box.of(0, 4, 0, 2), Box.of(0, 4, 2, 5), Box.of(4, 6, 0, 5)).boxes())
        .containsExactly(Box.of(0, 6, 0, 5));
  }

  @Test
  void theTextNamesEachAxisThatIsUsed() {
    assertThat(Region.of(Box.of(0, 64))).hasToString("[0, 64)");
    assertThat(Region.of(Box.of(0, 4, 0, 2), Box.of(8, 9, 0, 2)))
        .hasToString("{[0, 4) × [0, 2), [8, 9) × [0, 2)}");
    assertThat(Region.EMPTY).hasToString("{}");
    assertThat(Box.of(0, 64).text(2)).isEqualTo("[0, 64) × [0, 1)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void twoBoxesAreCutAsASweepOverAnyNumberWouldCutThem(int axes) {
    RegionModel grid = RegionModel.ofAxes(axes);
    Random random = Seeds.random(71 + axes);
    for (int round = 0; round < 5_000; round++) {
      Box one = grid.randomBox(random);
      Box other = grid.randomBox(random);
      if (!one.isEmpty() && !other.isEmpty()) {
        assertThat(BoxPair.union(one, other))
            .as("%s and %s", one, other)
            .containsExactlyElementsOf(BandSweep.union(List.of(one, other), List.of()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void regionsAgreeWithTheirPoints(int axes) {
    RegionModel grid = RegionModel.ofAxes(axes);
    Random random = Seeds.random(11 + axes);
    for (int round = 0; round < 400; round++) {
      List<Box> boxesA = grid.randomBoxes(random);
      List<Box> boxesB = grid.randomBoxes(random);
      Region a = Region.of(boxesA);
      Region b = Region.of(boxesB);
      BitSet bitsA = grid.bits(boxesA);
      BitSet bitsB = grid.bits(boxesB);

      check(grid, a, bitsA);
      check(grid, a.union(b), with(bitsA, bits -> bits.or(bitsB)));
      check(grid, a.intersection(b), with(bitsA, bits -> bits.and(bitsB)));
      check(grid, a.difference(b), with(bitsA, bits -> bits.andNot(bitsB)));
      Box box = grid.randomBox(random);
      check(grid, a.intersection(box), with(bitsA, bits -> bits.and(grid.bits(box))));
      assertThat(a.intersects(b)).isEqualTo(bitsA.intersects(bitsB));
      assertThat(a.contains(b)).isEqualTo(with(bitsB, bits -> bits.andNot(bitsA)).isEmpty());
      assertThat(a.equals(b)).isEqualTo(bitsA.equals(bitsB));
      Box bounding = a.boundingBox();
      assertThat(a.boxes()).allMatch(bounding::contains);
      for (int axis = 0; axis < axes && !a.isEmpty(); axis++) {
        int on = axis;
        assertThat(a.boxes()).anyMatch(part -> part.min(on) == bounding.min(on));
        assertThat(a.boxes()).anyMatch(part -> part.max(on) == bounding.max(on));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theSamePointsAlwaysGiveTheSameBoxes(int axes) {
    RegionModel grid = RegionModel.ofAxes(axes);
    Random random = Seeds.random(21 + axes);
    for (int round = 0; round < 200; round++) {
      Region region = Region.of(grid.randomBoxes(random));
      List<Box> points =
          new ArrayList<>(grid.bits(region.boxes()).stream().mapToObj(grid::point).toList());
      Collections.shuffle(points, random);
      assertThat(Region.of(points)).isEqualTo(region).hasSameHashCodeAs(region);
      Region one = Region.EMPTY;
      for (Box point : points) {
        one = one.union(Region.of(point));
      }
      assertThat(one).isEqualTo(region);
    }
  }

  private static void check(RegionModel grid, Region region, BitSet expected) {
    assertThat(grid.bits(region.boxes())).isEqualTo(expected);
    assertThat(region.area()).as("the boxes are disjoint").isEqualTo(expected.cardinality());
    assertThat(region.boxes()).noneMatch(Box::isEmpty);
    assertThat(region.isEmpty()).isEqualTo(expected.isEmpty());
    assertThat(Region.of(region.boxes())).isEqualTo(region);
  }

  private static BitSet with(BitSet bits, Consumer<BitSet> change) {
    BitSet copy = (BitSet) bits.clone();
    change.accept(copy);
    return copy;
  }
}
