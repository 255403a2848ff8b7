package dev.slipstream.compiler.analysis.mapper;

import java.util.List;
import java.util.stream.Collectors;

/** What users call a mapper: the names are those of Celerity's built-in range mappers. */
public sealed interface MapperName {
  /** The name as the report has it. */
  String text();

  /** Nothing is accessed. */
  record None() implements MapperName {
    @Override
    public String text() {
      return "none";
    }
  }

  /** Iteration {@code (i, j)} accesses element {@code (i, j)}. */
  record OneToOne() implements MapperName {
    @Override
    public String text() {
      return "one-to-one";
    }
  }

  /**
   * Some axes are accessed as a whole, the others one to one.
   *
   * @param axes the axes that are accessed as a whole
   */
  record Slice(List<Integer> axes) implements MapperName {
    /** Copies the list. */
    public Slice {
      axes = List.copyOf(axes);
    }

    @Override
    public String text() {
      return "slice(" + joined(axes) + ")";
    }
  }

  /**
   * The element of the iteration and those around it.
   *
   * @param extents how far it reaches on each axis
   * @param wraps whether it goes on at the other end of the array
   */
  record Neighborhood(List<Long> extents, boolean wraps) implements MapperName {
    /** Copies the list. */
    public Neighborhood {
      extents = List.copyOf(extents);
    }

    @Override
    public String text() {
      return "neighborhood(" + joined(extents) + ")" + (wraps ? " around the ends" : "");
    }
  }

  /**
   * Each axis follows a loop, or is accessed as a whole.
   *
   * @param loops for each axis the loop, 0 being the outermost, or {@link #WHOLE}
   */
  record Transposed(List<Integer> loops) implements MapperName {
    /** An axis that is accessed as a whole. */
    public static final int WHOLE = -1;

    /** Copies the list. */
    public Transposed {
      loops = List.copyOf(loops);
    }

    @Override
    public String text() {
      return "transposed("
          + loops.stream()
              .map(l -> l == WHOLE ? "*" : l.toString())
              .collect(Collectors.joining(","))
          + ")";
    }
  }

  /**
   * All iterations access the same elements.
   *
   * @param box the elements
   */
  record Fixed(IndexBox box) implements MapperName {
    @Override
    public String text() {
      return "fixed " + box;
    }
  }

  /**
   * Every iteration may access all elements.
   *
   * @param reason why no more is known, or empty
   */
  record All(String reason) implements MapperName {
    @Override
    public String text() {
      return reason.isEmpty() ? "all" : "all (" + reason + ")";
    }
  }

  /** The elements are divided as the iterations are, several for each. */
  record EvenSplit() implements MapperName {
    @Override
    public String text() {
      return "even split";
    }
  }

  /**
   * Anything else that is computed from the loop variables.
   *
   * @param boxes the first and the last index on each axis, {@code [2*i..2*i + 1]}
   */
  record Affine(String boxes) implements MapperName {
    @Override
    public String text() {
      return "affine " + boxes;
    }
  }

  /**
   * As the user has declared it.
   *
   * @param its what is declared, with what was inferred of other accesses
   */
  record Declared(MapperName its) implements MapperName {
    @Override
    public String text() {
      return its.text() + " (declared)";
    }
  }

  private static String joined(List<?> items) {
    return items.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
