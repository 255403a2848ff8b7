package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.analysis.mapper.ShapeFinder.Use;
import dev.slipstream.compiler.discovery.LoopHints;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the mappers of one execution. Not thread-safe; each execution has its own. */
public final class MapperAnalysis {
  private final KnownExecution execution;
  private final Object[] captures;
  private final IndexBox space;
  private final CaseSplitter cases;
  private final ShapeFinder shapes;
  private final AccessBoxMaker pieces;
  private final NameFinder names;
  private final TraceFinder traces;

  private final LoopHints hints;
  private final Derivation derivation;

  private MapperAnalysis(KnownExecution execution, Object[] captures, LoopHints hints) {
    this.execution = execution;
    this.captures = captures;
    this.space =
        IndexBox.sized(execution.iterations().stream().mapToLong(Iterations::count).toArray());
    IndexRewriter rewriter = new IndexRewriter();
    Decisions decisions = new Decisions(execution, rewriter);
    Exactness exactness = new Exactness(execution, rewriter, decisions, space);
    BoundFinder bounds = new BoundFinder(execution, rewriter, space);
    this.cases = new CaseSplitter(execution, rewriter);
    this.shapes = new ShapeFinder(execution, exactness);
    this.hints = hints;
    this.pieces =
        new AccessBoxMaker(
            execution,
            exactness,
            bounds,
            new TriangleFinder(execution, rewriter, exactness, space),
            hints.reads());
    this.traces = new TraceFinder(execution, rewriter, decisions, bounds);
    this.derivation = new Derivation(execution, space);
    this.names = new NameFinder(execution.iterations(), space);
  }

  /**
   * Finds them.
   *
   * @param captures what the call site passed
   * @param isReduction whether the loop also reduces
   * @param hints what the user says about the loop
   */
  public static LoopMappers of(
      KnownExecution execution, Object[] captures, boolean isReduction, LoopHints hints) {
    return new MapperAnalysis(execution, captures, hints).find(isReduction);
  }

  /** How they are found, as lines for people: indices as sums, their ranges, boxes of chunks. */
  public static List<String> derivation(
      KnownExecution execution, Object[] captures, boolean isReduction, LoopHints hints) {
    MapperAnalysis analysis = new MapperAnalysis(execution, captures, hints);
    LoopMappers found = analysis.find(isReduction);
    List<String> lines = new ArrayList<>(analysis.derivation.lines());
    lines.addAll(found.lines());
    return lines;
  }

  private LoopMappers find(boolean isReduction) {
    IdentityHashMap<Object, List<AccessSite>> byArray = new IdentityHashMap<>();
    List<Object> inOrder = new ArrayList<>();
    for (AccessSite site : execution.accesses()) {
      Object array = captures[site.parameter()];
      byArray
          .computeIfAbsent(
              array,
              a -> {
                inOrder.add(a);
                return new ArrayList<>();
              })
          .add(site);
    }
    IdentityHashMap<Object, Map<AccessSite, List<IndexCase>>> known = new IdentityHashMap<>();
    inOrder.forEach(array -> known.put(array, cases(byArray.getOrDefault(array, List.of()))));
    List<ArrayMapper> arrays = new ArrayList<>();
    for (Object array : inOrder) {
      ArrayShape shape = shape(array, known);
      arrays.add(
          mapper(
              byArray.getOrDefault(array, List.of()), known.getOrDefault(array, Map.of()), shape));
    }
    return new LoopMappers(space, arrays, isReduction, hints);
  }

  /** The cases of accesses; those that are missing may go anywhere. */
  private Map<AccessSite, List<IndexCase>> cases(List<AccessSite> sites) {
    Map<AccessSite, List<IndexCase>> known = new LinkedHashMap<>();
    for (AccessSite site : sites) {
      try {
        known.put(site, cases.of(site));
      } catch (StaysOnHost | ArithmeticException unknown) {
        // Left out.
      }
    }
    return known;
  }

  private ArrayMapper mapper(
      List<AccessSite> sites, Map<AccessSite, List<IndexCase>> known, ArrayShape shape) {
    derivation.array(sites.get(0).array().root().toString(), shape);
    List<AccessBox> reads = new ArrayList<>();
    List<AccessBox> writes = new ArrayList<>();
    List<AccessBox> certain = new ArrayList<>();
    for (AccessSite site : sites) {
      List<AccessBox> found =
          known.containsKey(site)
              ? pieces(site, known.getOrDefault(site, List.of()), shape)
              : List.of(everything(site, shape));
      boolean reading = site.kind() != AccessSite.Kind.WRITE;
      (reading ? reads : writes).addAll(found);
      if (site.writes() && found.stream().anyMatch(piece -> !piece.isExact())) {
        certain.addAll(certain(site, known.getOrDefault(site, List.of()), shape));
      }
      if (site.kind() == AccessSite.Kind.ACCUMULATE) {
        writes.addAll(found);
      }
    }
    List<AccessTrace> followed =
        known.keySet().containsAll(sites)
                && !AccessBoxMerger.merge(writes).stream().allMatch(AccessBox::isExact)
            ? traces(known, shape)
            : List.of();
    Set<Integer> parameters = new HashSet<>();
    Set<String> called = new LinkedHashSet<>();
    for (AccessSite site : sites) {
      parameters.add(site.parameter());
      called.add(site.array().root().toString());
    }
    ArrayMapper.Access read = access(reads, shape, List.of());
    return new ArrayMapper(
        parameters,
        String.join(" = ", called),
        shape,
        declared(called) ? declared(read) : read,
        access(writes, shape, followed),
        certain(writes, certain, shape, followed),
        /* writesAll= */ false);
  }

  /** All writes of an array, followed through small chunks. */
  private List<AccessTrace> traces(Map<AccessSite, List<IndexCase>> known, ArrayShape shape) {
    List<AccessTrace> found = new ArrayList<>();
    try {
      for (Map.Entry<AccessSite, List<IndexCase>> site : known.entrySet()) {
        for (IndexCase one : site.getKey().writes() ? site.getValue() : List.<IndexCase>of()) {
          Optional<AccessTrace> trace = traces.of(site.getKey(), one, shape);
          if (trace.isEmpty()) {
            return List.of();
          }
          found.add(trace.get());
        }
      }
    } catch (StaysOnHost | ArithmeticException unknown) {
      return List.of();
    }
    return found;
  }

  private static ArrayMapper.Access certain(
      List<AccessBox> writes,
      List<AccessBox> triangular,
      ArrayShape shape,
      List<AccessTrace> followed) {
    List<AccessBox> all = new ArrayList<>();
    AccessBoxMerger.merge(writes).stream().filter(AccessBox::isExact).forEach(all::add);
    all.addAll(triangular);
    return new ArrayMapper.Access(all, shape.domain(), new MapperName.None(), followed);
  }

  private List<AccessBox> certain(AccessSite site, List<IndexCase> its, ArrayShape shape) {
    List<AccessBox> found = new ArrayList<>();
    try {
      for (IndexCase one : its) {
        pieces.certain(site, one, shape).ifPresent(found::add);
      }
    } catch (StaysOnHost | ArithmeticException unknown) {
      return List.of();
    }
    return found;
  }

  private ArrayMapper.Access access(
      List<AccessBox> found, ArrayShape shape, List<AccessTrace> followed) {
    List<AccessBox> merged = AccessBoxMerger.merge(found);
    return new ArrayMapper.Access(
        merged, shape.domain(), names.of(merged, shape.domain()), followed);
  }

  private List<AccessBox> pieces(AccessSite site, List<IndexCase> its, ArrayShape shape) {
    List<AccessBox> found = new ArrayList<>();
    try {
      for (IndexCase one : its) {
        found.add(pieces.of(site, one, shape));
      }
    } catch (StaysOnHost | ArithmeticException reason) {
      return List.of(everything(site, shape));
    }
    for (int c = 0; c < found.size(); c++) {
      derivation.access(site, its.get(c), found.get(c), shape);
    }
    return found;
  }

  private AccessBox everything(AccessSite site, ArrayShape shape) {
    AccessBox all = pieces.all(site, shape);
    derivation.unknown(site, all, shape);
    return all;
  }

  private boolean declared(Set<String> names) {
    return hints.reads().stream().anyMatch(read -> names.stream().anyMatch(read::isOf));
  }

  private static ArrayMapper.Access declared(ArrayMapper.Access access) {
    return access.isNone() ? access : access.named(new MapperName.Declared(access.name()));
  }

  private ArrayShape shape(
      Object array, IdentityHashMap<Object, Map<AccessSite, List<IndexCase>>> known) {
    if (array instanceof Object[] rows) {
      List<Long> extents = new ArrayList<>();
      addExtents(rows, 0, extents);
      return new ArrayShape(extents, List.of());
    }
    List<Use> uses = new ArrayList<>();
    List<Use> like = new ArrayList<>();
    long length = Array.getLength(array);
    known.forEach(
        (other, cases) -> {
          if (!(other instanceof Object[]) && Array.getLength(other) == length) {
            List<Use> its = other == array ? uses : like;
            cases.forEach((site, all) -> all.forEach(one -> its.add(new Use(site, one))));
          }
        });
    try {
      return shapes.of(length, uses, like);
    } catch (StaysOnHost | ArithmeticException reason) {
      return ArrayShape.flat(length, List.of());
    }
  }

  /** The longest of the rows on each level. */
  private static void addExtents(Object[] rows, int level, List<Long> extents) {
    extend(extents, level, rows.length);
    int depth = rows.getClass().getName().lastIndexOf('[') + 1;
    if (depth > 1 && extents.size() < level + 2) {
      extend(extents, level + 1, 0);
    }
    Arrays.stream(rows)
        .forEach(
            row -> {
              if (row instanceof Object[] plane) {
                addExtents(plane, level + 1, extents);
              } else if (row != null) {
                extend(extents, level + 1, Array.getLength(row));
              }
            });
  }

  private static void extend(List<Long> extents, int level, long length) {
    while (extents.size() <= level) {
      extents.add(0L);
    }
    extents.set(level, Math.max(extents.get(level), length));
  }
}
