package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Compares mappers with the actual accesses of kernels. Runs chunks of an execution, records the
 * accesses of each, and compares the touched elements with those of the mappers.
 */
final class MapperCheck {
  private final Random random;
  private final UnaryOperator<Box> change;
  private final Map<RangeKernel, MethodHandle> loaded = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private long chunks;
  private long exactWrites;
  private long otherWrites;
  private long inexactAlways;
  private long splits;
  private long touched;
  private long certainlyWritten;
  private long inferred;

  /**
   * @param change changes each box of elements before it is compared
   */
  MapperCheck(Random random, UnaryOperator<Box> change) {
    this.random = random;
    this.change = change;
  }

  List<String> problems() {
    return problems;
  }

  long chunks() {
    return chunks;
  }

  long exactWrites() {
    return exactWrites;
  }

  long otherWrites() {
    return otherWrites;
  }

  /** The number of chunks whose unconditional writes were not known exactly. */
  long inexactAlways() {
    return inexactAlways;
  }

  long splits() {
    return splits;
  }

  /**
   * The number of certainly written elements in cases where not all possible writes were certain.
   */
  long certainlyWritten() {
    return certainlyWritten;
  }

  /** The number of elements that chunks read. */
  long touched() {
    return touched;
  }

  /** The number of elements that chunks might have read according to the mappers. */
  long inferred() {
    return inferred;
  }

  /** Checks one execution, before the program continues with it. */
  void check(LoopKernel kernel, int start, Object[] captures, LaunchPlan.Run run) {
    Optional<LoopMappers> mappers = kernel.mappers(start, captures);
    if (mappers.isEmpty()) {
      problems.add(kernel.name() + " has no mappers");
      return;
    }
    LoopMappers found = mappers.get();
    RangeKernel code = AccessRecorder.instrumented(TestProgram.code(kernel, run));
    MethodHandle handle = loaded.computeIfAbsent(code, TestProgram::load);
    if (found.isReduction()) {
      // Its kernel counts lanes, not iterations.
      compare(kernel, found, run, handle, found.space(), /* isCut= */ true);
      return;
    }
    List<Box> parts = parts(found);
    for (Box chunk : parts) {
      compare(kernel, found, run, handle, chunk, /* isCut= */ true);
    }
    requireApart(kernel, found, parts);
    for (int c = 0; c < 2; c++) {
      compare(
          kernel,
          found,
          run,
          handle,
          anyChunk(found.space(), found.split().granularity().size()),
          /* isCut= */ false);
    }
  }

  /** Chunks that the decision allows: along one loop, or tiles along two. */
  private List<Box> parts(LoopMappers found) {
    List<Box> parts =
        random.nextBoolean() && found.split().loops().size() > 1
            ? Chunks.tiles(found, 1 + random.nextInt(3), 1 + random.nextInt(3))
            : Chunks.of(found, 1 + random.nextInt(5));
    splits += parts.size() > 1 ? 1 : 0;
    return parts;
  }

  private Box anyChunk(Box space, int loops) {
    Box chunk = space;
    for (int d = 0; d < loops; d++) {
      long from = random.nextInt((int) space.max(d));
      long to = from + 1 + random.nextInt((int) (space.max(d) - from));
      chunk = chunk.with(d, from, to);
    }
    return chunk;
  }

  private void compare(
      LoopKernel kernel,
      LoopMappers found,
      LaunchPlan.Run run,
      MethodHandle handle,
      Box chunk,
      boolean isCut) {
    chunks++;
    Object[] arguments = TestProgram.copies(run.launch().arguments());
    AccessRecorder recorder = new AccessRecorder();
    int[] bounds = new int[2 * run.launch().space().counts().length];
    for (int d = 0; d < run.launch().space().counts().length; d++) {
      long from = found.isReduction() ? 0 : chunk.min(d);
      long to = found.isReduction() ? run.launch().space().counts()[d] : chunk.max(d);
      bounds[2 * d] =
          (int) (run.launch().space().starts()[d] + from * run.launch().space().steps()[d]);
      bounds[2 * d + 1] =
          (int) (run.launch().space().starts()[d] + to * run.launch().space().steps()[d]);
    }
    recorder.during(() -> invoke(handle, bounds, arguments));
    if (TestProgram.violation(run.on(arguments)) != 0) {
      return;
    }
    for (ArrayMapper array : found.arrays()) {
      Object argument = arguments[array.parameters().iterator().next()];
      Map<Object, BitSet> read = elements(argument, array, array.reads(), chunk);
      Map<Object, BitSet> written = elements(argument, array, array.writes(), chunk);
      Map<Object, BitSet> certain = elements(argument, array, array.certain(), chunk);
      for (Object leaf : AccessRecorder.leaves(argument)) {
        BitSet reads = recorder.reads(leaf);
        BitSet writes = recorder.writes(leaf);
        BitSet mayRead = read.getOrDefault(leaf, new BitSet());
        BitSet mayWrite = written.getOrDefault(leaf, new BitSet());
        String where = kernel.name() + " " + chunk + " of " + found.space() + " " + found.lines();
        if (!contains(mayRead, reads)) {
          problems.add(array.name() + ": reads " + reads + ", not only " + mayRead + "; " + where);
        }
        boolean exact = array.writesAll(chunk) && isCut;
        if (exact ? !mayWrite.equals(writes) : !contains(mayWrite, writes)) {
          problems.add(array.name() + ": writes " + writes + ", but " + mayWrite + "; " + where);
        }
        BitSet mustWrite = certain.getOrDefault(leaf, new BitSet());
        if (isCut && !contains(writes, mustWrite)) {
          problems.add(
              array.name() + ": writes " + writes + ", not all of " + mustWrite + "; " + where);
        }
        certainlyWritten += isCut && !exact ? mustWrite.cardinality() : 0;
        touched += reads.cardinality();
        inferred += mayRead.cardinality();
        if (!writes.isEmpty() && isCut) {
          exactWrites += exact ? 1 : 0;
          otherWrites += exact ? 0 : 1;
          inexactAlways += exact || !array.name().startsWith(RandomAffine.ALWAYS) ? 0 : 1;
        }
      }
    }
  }

  private Map<Object, BitSet> elements(
      Object argument, ArrayMapper array, ArrayMapper.Access access, Box chunk) {
    List<Box> boxes = access.map(chunk).stream().map(change).toList();
    return AccessRecorder.elements(argument, array.shape(), boxes);
  }

  private static boolean contains(BitSet all, BitSet part) {
    BitSet rest = (BitSet) part.clone();
    rest.andNot(all);
    return rest.isEmpty();
  }

  private void requireApart(LoopKernel kernel, LoopMappers found, List<Box> parts) {
    for (ArrayMapper array : found.arrays()) {
      for (int p = 0; p < parts.size(); p++) {
        for (int o = 0; o < p; o++) {
          List<Box> before = array.writes().map(parts.get(o));
          for (Box box : array.writes().map(parts.get(p))) {
            if (before.stream().anyMatch(box::intersects)) {
              problems.add(
                  kernel.name() + ": chunks write " + array.name() + " twice; " + found.lines());
            }
          }
        }
      }
    }
  }

  private static void invoke(MethodHandle handle, int[] bounds, Object[] arguments) {
    try {
      handle.invokeExact(bounds, arguments);
    } catch (Throwable e) {
      throw new AssertionError("the kernel threw", e);
    }
  }
}
