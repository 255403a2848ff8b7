package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.KnownExecution;
import dev.slipstream.compiler.analysis.bounds.StaysOnHost;
import dev.slipstream.compiler.analysis.mapper.ShapeFinder.Use;
import dev.slipstream.compiler.discovery.DeclaredRead;
import dev.slipstream.compiler.discovery.LoopHints;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AccessTrace;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.region.Box;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds the mappers of one execution. Not thread-safe; one object serves one execution. */
public final class MapperAnalysis {
  private final KnownExecution execution;
  private final Object[] captures;
  private final Box space;
  private final CaseSplitter cases;
  private final ShapeFinder shapes;
  private final AccessBoxMaker pieces;
  private final NameFinder names;
  private final IndexRewriter rewriter;
  private final Decisions decisions;
  private final BoundFinder bounds;

  private final LoopHints hints;

  /** Records the derivation for people, if it is requested. */
  private final Optional<Derivation> derivation;

  private MapperAnalysis(
      KnownExecution execution, Object[] captures, LoopHints hints, boolean takesNotes) {
    this.execution = execution;
    this.captures = captures;
    long[] counts = new long[execution.iterations().size()];
    for (int d = 0; d < counts.length; d++) {
      counts[d] = execution.iterations().get(d).count();
    }
    this.space = Box.sized(counts);
    this.rewriter = new IndexRewriter();
    this.decisions = new Decisions(execution, rewriter);
    Exactness exactness = new Exactness(execution, rewriter, decisions, space);
    this.bounds = new BoundFinder(execution, rewriter, space);
    this.cases = new CaseSplitter(execution, rewriter);
    this.shapes = new ShapeFinder(execution, exactness);
    this.hints = hints;
    this.pieces = new AccessBoxMaker(execution, exactness, bounds, rewriter, hints.reads());
    this.derivation = takesNotes ? Optional.of(new Derivation(execution, space)) : Optional.empty();
    this.names = new NameFinder(execution.iterations(), space);
  }

  /**
   * The mappers of an execution.
   *
   * @param captures the values that the call site passed
   * @param isReduction whether the loop also reduces
   * @param hints the user's hints for the loop
   */
  public static LoopMappers of(
      KnownExecution execution, Object[] captures, boolean isReduction, LoopHints hints) {
    return new MapperAnalysis(execution, captures, hints, /* takesNotes= */ false)
        .find(isReduction);
  }

  /**
   * The derivation of the mappers, as lines of text for people: indices as sums, their ranges,
   * boxes of chunks.
   */
  public static List<String> derivation(
      KnownExecution execution, Object[] captures, boolean isReduction, LoopHints hints) {
    MapperAnalysis analysis =
        new MapperAnalysis(execution, captures, hints, /* takesNotes= */ true);
    LoopMappers found = analysis.find(isReduction);
    List<String> lines = new ArrayList<>(analysis.derivation.orElseThrow().lines());
    lines.addAll(found.lines());
    return lines;
  }

  private LoopMappers find(boolean isReduction) {
    IdentityHashMap<Object, List<AccessSite>> byArray = new IdentityHashMap<>();
    List<Object> inOrder = new ArrayList<>();
    for (AccessSite site : execution.accesses()) {
      Object array = captures[site.parameter()];
      List<AccessSite> sites = byArray.get(array);
      if (sites == null) {
        sites = new ArrayList<>();
        byArray.put(array, sites);
        inOrder.add(array);
      }
      sites.add(site);
    }
    IdentityHashMap<Object, Map<AccessSite, List<IndexCase>>> known = new IdentityHashMap<>();
    for (Object array : inOrder) {
      known.put(array, cases(array, byArray.getOrDefault(array, List.of())));
    }
    List<ArrayMapper> arrays = new ArrayList<>();
    for (Object array : inOrder) {
      ArrayShape shape = shape(array, known);
      arrays.add(
          mapper(
              byArray.getOrDefault(array, List.of()), known.getOrDefault(array, Map.of()), shape));
    }
    return new LoopMappers(space, execution.iterations().size(), arrays, isReduction, hints);
  }

  /** The cases of each access to an array; one that is missing may touch any element. */
  private Map<AccessSite, List<IndexCase>> cases(Object array, List<AccessSite> sites) {
    Map<AccessSite, List<IndexCase>> known = new LinkedHashMap<>();
    for (AccessSite site : sites) {
      try {
        List<IndexCase> its = cases.of(site);
        known.put(site, site.indices().size() <= Box.AXES ? its : onAxes((Object[]) array, its));
      } catch (StaysOnHost | ArithmeticException unknown) {
        // The access remains without cases.
      }
    }
    return known;
  }

  /** The cases of an access to an array of more axes than a box has. */
  private static List<IndexCase> onAxes(Object[] array, List<IndexCase> its) {
    RowAxes axes = new RowAxes(array);
    List<IndexCase> found = new ArrayList<>();
    for (IndexCase one : its) {
      found.add(
          new IndexCase(one.conditions(), one.added(), one.isSure(), axes.indices(one.indices())));
    }
    return found;
  }

  private ArrayMapper mapper(
      List<AccessSite> sites, Map<AccessSite, List<IndexCase>> known, ArrayShape shape) {
    if (derivation.isPresent()) {
      derivation.get().array(sites.get(0).array().root().toString(), shape);
    }
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
      if (site.writes() && !areExact(found)) {
        certain.addAll(certain(site, known.getOrDefault(site, List.of()), shape));
      }
      if (site.kind() == AccessSite.Kind.ACCUMULATE) {
        writes.addAll(found);
      }
    }
    List<AccessTrace> followed =
        known.keySet().containsAll(sites) && !areExact(AccessBoxMerger.merge(writes))
            ? new TraceFinder(execution, rewriter, decisions, bounds).of(known, shape)
            : List.of();
    Set<Integer> parameters = new HashSet<>();
    Set<String> called = new LinkedHashSet<>();
    for (AccessSite site : sites) {
      parameters.add(site.parameter());
      called.add(site.array().root().toString());
    }
    boolean isDeclared = !reads.isEmpty() && declared(called);
    return new ArrayMapper(
        parameters,
        String.join(" = ", called),
        shape,
        access(reads, shape, List.of(), isDeclared ? " (declared)" : ""),
        isDeclared,
        access(writes, shape, followed, ""),
        certain(writes, certain, shape, followed),
        /* writesAll= */ false);
  }

  private static boolean areExact(List<AccessBox> boxes) {
    for (AccessBox box : boxes) {
      if (!box.isExact()) {
        return false;
      }
    }
    return true;
  }

  private static ArrayMapper.Access certain(
      List<AccessBox> writes,
      List<AccessBox> triangular,
      ArrayShape shape,
      List<AccessTrace> followed) {
    List<AccessBox> all = new ArrayList<>();
    for (AccessBox box : AccessBoxMerger.merge(writes)) {
      if (box.isExact()) {
        all.add(box);
      }
    }
    all.addAll(triangular);
    return new ArrayMapper.Access("none", all, followed, shape.domain());
  }

  private List<AccessBox> certain(AccessSite site, List<IndexCase> its, ArrayShape shape) {
    List<AccessBox> found = new ArrayList<>();
    try {
      for (IndexCase one : its) {
        Optional<AccessBox> box = pieces.certain(site, one, shape);
        if (box.isPresent()) {
          found.add(box.get());
        }
      }
    } catch (StaysOnHost | ArithmeticException unknown) {
      return List.of();
    }
    return found;
  }

  private ArrayMapper.Access access(
      List<AccessBox> found, ArrayShape shape, List<AccessTrace> followed, String remark) {
    List<AccessBox> merged = AccessBoxMerger.merge(found);
    return new ArrayMapper.Access(
        names.of(merged, shape.domain()) + remark, merged, followed, shape.domain());
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
    for (int c = 0; c < found.size() && derivation.isPresent(); c++) {
      derivation.get().access(site, its.get(c), found.get(c), shape);
    }
    return found;
  }

  private AccessBox everything(AccessSite site, ArrayShape shape) {
    AccessBox all = pieces.all(site, shape);
    if (derivation.isPresent()) {
      derivation.get().unknown(site, all, shape);
    }
    return all;
  }

  private boolean declared(Set<String> names) {
    for (DeclaredRead read : hints.reads()) {
      for (String name : names) {
        if (read.isOf(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private ArrayShape shape(
      Object array, IdentityHashMap<Object, Map<AccessSite, List<IndexCase>>> known) {
    if (array instanceof Object[] rows) {
      return new ArrayShape(new RowAxes(rows).extents(), List.of());
    }
    List<Use> uses = new ArrayList<>();
    List<Use> like = new ArrayList<>();
    long length = Array.getLength(array);
    for (Map.Entry<Object, Map<AccessSite, List<IndexCase>>> other : known.entrySet()) {
      if (!(other.getKey() instanceof Object[]) && Array.getLength(other.getKey()) == length) {
        List<Use> its = other.getKey() == array ? uses : like;
        for (Map.Entry<AccessSite, List<IndexCase>> site : other.getValue().entrySet()) {
          for (IndexCase one : site.getValue()) {
            its.add(new Use(site.getKey(), one));
          }
        }
      }
    }
    try {
      return shapes.of(length, uses, like);
    } catch (StaysOnHost | ArithmeticException reason) {
      return ArrayShape.flat(length, List.of());
    }
  }
}
