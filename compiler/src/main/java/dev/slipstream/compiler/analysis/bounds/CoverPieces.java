package dev.slipstream.compiler.analysis.bounds;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The elements that writes of one array have written when they are complete, in one execution. Many
 * reads come behind the same writes, so that these are remembered. Not thread-safe.
 */
final class CoverPieces {
  private final ElementPieces elements;
  private final IdentityHashMap<Scratch.Cover, Optional<ElementPieces.Touched>> known =
      new IdentityHashMap<>();

  private final IdentityHashMap<Scratch.Cover, Boolean> certain = new IdentityHashMap<>();
  private final Map<Polynomial, Polynomial> bases = new HashMap<>();

  CoverPieces(Ranges ranges, ElementGrid grid) {
    this.elements = new ElementPieces(ranges, grid);
  }

  /** Whether all loops whose turns have been have at least one in every iteration. */
  boolean certainlyRuns(Scratch.Cover cover) throws StaysOnHost {
    Boolean runs = certain.get(cover);
    if (runs == null) {
      runs = true;
      for (CountedLoop loop : cover.own()) {
        runs &= elements.ranges().certainlyRuns(loop);
      }
      certain.put(cover, runs);
    }
    return runs;
  }

  /** Those of any accesses. */
  ElementPieces elements() {
    return elements;
  }

  /** Those of a write; empty if they are not known. Equal bases are one object. */
  Optional<ElementPieces.Touched> of(Scratch.Cover cover) throws StaysOnHost {
    Optional<ElementPieces.Touched> touched = known.get(cover);
    if (touched == null) {
      touched = elements.of(cover.site(), cover.own());
      if (touched.isPresent()) {
        Polynomial base = touched.get().base();
        Polynomial same = bases.computeIfAbsent(base, first -> first);
        touched = Optional.of(new ElementPieces.Touched(same, touched.get().pieces()));
      }
      known.put(cover, touched);
    }
    return touched;
  }
}
