package dev.slipstream.model.region;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The model that regions are compared with: one bit, or one value, for each point of a small box.
 */
record RegionModel(Box domain) {
  static RegionModel ofAxes(int axes) {
    return new RegionModel(
        switch (axes) {
          case 1 -> Box.of(-3, 29);
          case 2 -> Box.of(-2, 12, 3, 16);
          default -> new Box(-1, 6, 0, 7, 2, 8);
        });
  }

  int points() {
    return (int) domain.area();
  }

  Box point(int index) {
    long rest = index;
    long[] at = new long[Box.AXES];
    for (int axis = Box.AXES - 1; axis >= 0; axis--) {
      at[axis] = domain.min(axis) + rest % domain.extent(axis);
      rest /= domain.extent(axis);
    }
    return new Box(at[0], at[0] + 1, at[1], at[1] + 1, at[2], at[2] + 1);
  }

  BitSet bits(Box box) {
    BitSet bits = new BitSet();
    IntStream.range(0, points()).filter(i -> box.contains(point(i))).forEach(bits::set);
    return bits;
  }

  BitSet bits(Iterable<Box> boxes) {
    BitSet bits = new BitSet();
    boxes.forEach(box -> bits.or(bits(box)));
    return bits;
  }

  Box randomBox(Random random) {
    Box box = domain;
    for (int axis = 0; axis < domain.axes(); axis++) {
      long one = domain.min(axis) + random.nextInt((int) domain.extent(axis) + 1);
      long other = domain.min(axis) + random.nextInt((int) domain.extent(axis) + 1);
      box = box.with(axis, Math.min(one, other), Math.max(one, other));
      if (box.isEmpty()) {
        return box;
      }
    }
    return box;
  }

  List<Box> randomBoxes(Random random) {
    List<Box> boxes = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      boxes.add(randomBox(random));
    }
    return boxes;
  }
}
