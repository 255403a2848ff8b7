package dev.slipstream.model.region;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.fixture.Seeds;
import dev.slipstream.model.region.RegionMap.Entry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionMapTest {
  @Test
  void aNewMapHasOneValueEverywhere() {
    RegionMap<String> map = new RegionMap<>(Box.sized(8, 8), "a");
    assertThat(map.query(Box.of(2, 4, -5, 50)))
        .containsExactly(new Entry<>(Box.of(2, 4, 0, 8), "a"));
    assertThat(map.query(Box.of(8, 9, 0, 8))).isEmpty();
  }

  @Test
  void neighboursWithEqualValuesBecomeOneEntry() {
    RegionMap<String> map = new RegionMap<>(Box.sized(4, 8), "a");
    map.update(Box.of(0, 4, 2, 4), "b");
    map.update(Box.of(0, 2, 4, 6), "b");
    map.update(Box.of(2, 4, 4, 6), "b");
    assertThat(map.query(map.domain()))
        .containsExactly(
            new Entry<>(Box.of(0, 4, 0, 2), "a"),
            new Entry<>(Box.of(0, 4, 2, 6), "b"),
            new Entry<>(Box.of(0, 4, 6, 8), "a"));
    map.apply(value -> "c");
    assertThat(map.query(map.domain())).containsExactly(new Entry<>(Box.sized(4, 8), "c"));
  }

  @Test
  void anEntryGoesOnAcrossBandsThatDifferBesideIt() {
    RegionMap<Integer> map = new RegionMap<>(Box.sized(9, 9), 0);
    map.update(Box.of(0, 9, 0, 3), 1);
    map.update(Box.of(3, 6, 6, 9), 2);
    assertThat(map.query(map.domain()))
        .contains(new Entry<>(Box.of(0, 9, 0, 3), 1), new Entry<>(Box.of(3, 6, 6, 9), 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void mapsAgreeWithAnArrayOfTheirValues(int axes) {
    RegionModel grid = RegionModel.ofAxes(axes);
    Random random = Seeds.random(31 + axes);
    for (int round = 0; round < 60; round++) {
      RegionMap<Integer> map = new RegionMap<>(grid.domain(), 0);
      int[] model = new int[grid.points()];
      for (int step = 0; step < 30; step++) {
        Region region = Region.of(grid.randomBoxes(random));
        int value = random.nextInt(4);
        switch (random.nextInt(5)) {
          case 0 -> {
            map.change(region, old -> old * 2 % 5);
            grid.bits(region.boxes()).stream().forEach(i -> model[i] = model[i] * 2 % 5);
          }
          case 1 -> {
            map.apply(old -> old == value ? 0 : old);
            Arrays.setAll(model, i -> model[i] == value ? 0 : model[i]);
          }
          default -> {
            map.update(region, value);
            grid.bits(region.boxes()).stream().forEach(i -> model[i] = value);
          }
        }
        check(grid, map, model, grid.randomBox(random));
        check(grid, map, model, grid.domain());
      }
    }
  }

  private static void check(RegionModel grid, RegionMap<Integer> map, int[] model, Box box) {
    Map<Integer, Integer> expected = new HashMap<>();
    grid.bits(box).stream().forEach(i -> expected.put(i, model[i]));
    List<Entry<Integer>> entries = map.query(box);
    Map<Integer, Integer> seen = new HashMap<>();
    entries.forEach(e -> grid.bits(e.box()).stream().forEach(i -> seen.put(i, e.value())));
    assertThat(seen).isEqualTo(expected);
    assertThat(entries.stream().mapToLong(e -> e.box().area()).sum()).isEqualTo(expected.size());
    Map<Integer, Integer> visited = new HashMap<>();
    map.forEach(box, (part, value) -> grid.bits(part).stream().forEach(i -> visited.put(i, value)));
    assertThat(visited).isEqualTo(expected);
    if (grid.domain().axes() == 1) {
      for (int i = 0; i + 1 < entries.size(); i++) {
        assertThat(entries.get(i).value()).isNotEqualTo(entries.get(i + 1).value());
      }
    }
    assertThat(new HashSet<>(expected.values()))
        .as("no value has fewer entries than it needs boxes, and none has as many as points")
        .allSatisfy(value -> checkEntries(entries, value));
  }

  /** Requires that no two entries with the same value share a whole side on the innermost axis. */
  private static void checkEntries(List<Entry<Integer>> entries, Integer value) {
    List<Box> boxes =
        entries.stream().filter(e -> e.value().equals(value)).map(Entry::box).toList();
    for (Box one : boxes) {
      for (Box other : boxes) {
        int last = one.axes() - 1;
        boolean samePlace = true;
        for (int axis = 0; axis < last; axis++) {
          samePlace &= one.min(axis) == other.min(axis) && one.max(axis) == other.max(axis);
        }
        assertThat(samePlace && one.max(last) == other.min(last)).isFalse();
      }
    }
  }
}
