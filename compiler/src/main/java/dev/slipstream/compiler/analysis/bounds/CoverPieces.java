package dev.slipstream.compiler.analysis.bounds;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The elements that writes to one array have written when they are complete, in one execution.
 * Cached, because many reads follow the same writes. Not thread-safe.
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

  /** Whether each loop that has completed before runs at least once in every iteration. */
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

  /** The pieces of any access. */
  ElementPieces elements() {
    return elements;
  }

  /** The pieces of a write; empty if they are not known. Equal bases are one object. */
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
