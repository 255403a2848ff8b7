package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.LaneIterations;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The lanes as which a reducing loop runs. Each lane runs a part of the iterations in sequence and
 * stores its result in an element of its own; the host combines the results. An iteration's number
 * alone determines its lane, so that the result is the same on all devices.
 *
 * <p>The iterations of the nest are numbered from 0, those of the innermost loop next to each
 * other. With {@code steps} iterations for each lane, 32 neighbouring lanes run {@code 32 * steps}
 * neighbouring iterations, lane {@code l} of them {@code l % 32, l % 32 + 32, …}.
 *
 * @param dimensions the number of loops
 * @param accumulators the accumulators that are reduced
 */
public record ReductionLanes(int dimensions, List<Accumulator> accumulators) {
  /** The number of lanes that run neighbouring iterations in turn; a power of two. */
  public static final int WIDTH = 32;

  /** Enough lanes to keep a GPU busy, and few enough to combine them on the host immediately. */
  private static final int MOST = 1 << 16;

  /** Below 2^31 by more than the iterations by which all lanes together can overshoot. */
  private static final long MOST_ITERATIONS = (1L << 31) - (1L << 22);

  /** Copies the list. */
  public ReductionLanes {
    accumulators = List.copyOf(accumulators);
  }

  /** The position of the first value of a loop's variable among the extra parameters. */
  public int start(int dimension) {
    return dimension;
  }

  /** The position of a loop's number of iterations. */
  public int count(int dimension) {
    return dimensions + dimension;
  }

  /** The position of the number of iterations of each lane. */
  public int steps() {
    return 2 * dimensions;
  }

  /** The position of the number of iterations of the nest. */
  public int total() {
    return 2 * dimensions + 1;
  }

  /** The position of the first of the arrays in which the lanes store their results. */
  public int firstArray() {
    return 2 * dimensions + 2;
  }

  /**
   * The results of each lane: the accumulator; the iteration, where it matters; the accumulator's
   * payloads.
   */
  public List<Accumulator.Variable> left(Accumulator accumulator) {
    List<Accumulator.Variable> left = new ArrayList<>();
    left.add(accumulator.variable());
    if (accumulator.selection().isPresent()) {
      String name = "iteration of " + accumulator.variable().name();
      left.add(new Accumulator.Variable(-1, name, 'I'));
      left.addAll(accumulator.selection().get().payloads());
    }
    return left;
  }

  /** The extra parameters of the kernel. */
  public List<KernelParameter> parameters() {
    List<KernelParameter> parameters = new ArrayList<>();
    for (int d = 0; d < dimensions; d++) {
      parameters.add(new KernelParameter("start of loop " + d, "I"));
    }
    for (int d = 0; d < dimensions; d++) {
      parameters.add(new KernelParameter("iterations of loop " + d, "I"));
    }
    parameters.add(new KernelParameter("iterations of a lane", "I"));
    parameters.add(new KernelParameter("iterations", "I"));
    for (Accumulator accumulator : accumulators) {
      for (Accumulator.Variable variable : left(accumulator)) {
        parameters.add(new KernelParameter("lanes of " + variable.name(), "[" + variable.type()));
      }
    }
    return parameters;
  }

  /** The locals that a call site passes in and receives, as bits of longs, in this order. */
  public List<Accumulator.Variable> results() {
    List<Accumulator.Variable> results = new ArrayList<>();
    for (Accumulator accumulator : accumulators) {
      results.add(accumulator.variable());
      accumulator.selection().ifPresent(s -> results.addAll(s.payloads()));
    }
    return results;
  }

  /** Whether the result depends on which iterations belong to which lane. */
  public boolean rounds() {
    return accumulators.stream().anyMatch(Accumulator::rounds);
  }

  /**
   * The launch of lanes that replaces the launch of the nest.
   *
   * @param nest the launch of the loops as they are
   * @param results the values of {@link #results} that the call site passed
   */
  public LaunchPlan plan(LaunchPlan.Run nest, long[] results) {
    IterationSpace space = nest.launch().space();
    long total = total(space);
    if (total > MOST_ITERATIONS) {
      return new LaunchPlan.Stay("it has too many iterations for a reduction in one launch");
    }
    int steps = steps(total);
    long block = (long) WIDTH * steps;
    int lanes = (int) ((total + block - 1) / block) * WIDTH;
    List<Object> arguments = new ArrayList<>(List.of(nest.launch().arguments()));
    List<ArrayAccess> accesses = new ArrayList<>(nest.launch().accesses());
    for (int d = 0; d < dimensions; d++) {
      arguments.add(space.start(d));
    }
    for (int d = 0; d < dimensions; d++) {
      arguments.add(space.count(d));
    }
    arguments.add(steps);
    arguments.add((int) total);
    List<Object> arrays = new ArrayList<>();
    for (Accumulator accumulator : accumulators) {
      for (Accumulator.Variable variable : left(accumulator)) {
        Object array = newArray(variable.type(), lanes);
        accesses.add(new ArrayAccess(arguments.size(), 0, 0, 0, lanes, true));
        arguments.add(array);
        arrays.add(array);
      }
    }
    Launch launch =
        new Launch(
            new IterationSpace(new int[] {0}, new int[] {1}, new int[] {lanes}),
            arguments.toArray(),
            accesses,
            nest.launch().violation());
    return new LaunchPlan.Run(
        launch,
        nest.resume(),
        nest.work(),
        nest.certainWork(),
        nest.checked(),
        new LaneResults(accumulators, arrays, results),
        rounds(),
        nest.iterations(),
        arrays,
        List::of,
        nest.trusted());
  }

  /**
   * The division of the lanes among devices: groups of neighbours remain together.
   *
   * @param nest the iterations of the nest
   * @param launch the launch of lanes that {@link #plan} has made for it
   * @param arrays the mappers of the arrays that the iterations read and write
   */
  public Division division(IterationSpace nest, Launch launch, List<ArrayMapper> arrays) {
    long[] counts = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      counts[d] = nest.count(d);
    }
    int end = launch.arguments().length;
    int first = end - accumulators.stream().mapToInt(each -> left(each).size()).sum();
    return new Division(
        new Geometry(Box.of(0, launch.space().count(0)), WIDTH, 1, Splitting.ROWS),
        List.of(0),
        arrays,
        Optional.of(
            new LaneIterations(
                Box.sized(counts),
                dimensions,
                steps(total(nest)),
                IntStream.range(first, end).boxed().collect(Collectors.toSet()))));
  }

  /** The number of iterations of a nest, or a number that is too large. */
  private long total(IterationSpace nest) {
    long total = 1;
    for (int d = 0; d < dimensions; d++) {
      total = Math.min(total * nest.count(d), MOST_ITERATIONS + 1);
    }
    return total;
  }

  private static int steps(long total) {
    return (int) Math.max(1, (total + MOST - 1) / MOST);
  }

  private static Object newArray(char type, int length) {
    return switch (type) {
      case 'I' -> new int[length];
      case 'J' -> new long[length];
      case 'F' -> new float[length];
      default -> new double[length];
    };
  }
}
