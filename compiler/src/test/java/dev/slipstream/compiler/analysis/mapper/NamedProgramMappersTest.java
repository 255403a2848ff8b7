package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.programs.NamedProgram;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.region.Box;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * For all loops of the named programs, the mappers agree with the plan of the same execution, and
 * with the elements that the kernel touches.
 */
class NamedProgramMappersTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_120);

  /** The number of executions of a loop with different shapes whose accesses are recorded. */
  private static final int RECORDED = 2;

  private final List<String> problems = new ArrayList<>();
  private final MapperCheck check = new MapperCheck(new Random(SEED), box -> box);
  private final Map<String, Set<LoopMappers>> recorded = new HashMap<>();
  private int executions;

  @Test
  void theBoxesOfWholeLoopsLieInsideThePlannedRangesAndHoldAllThatIsTouched() throws Throwable {
    for (NamedProgram named : NamedProgram.all()) {
      TestProgram program = TestProgram.source(named.name(), named.source());
      program.planWith(this::plan);
      program.taken("run", named.size());
    }
    System.out.printf(
        "seed %d: %d executions of %d loops agree with their plans; %d chunks were recorded, %d"
            + " writes exact, %d not%n",
        SEED,
        executions,
        recorded.size(),
        check.chunks(),
        check.exactWrites(),
        check.otherWrites());
    problems.addAll(check.problems());
    assertThat(problems.stream().limit(20)).isEmpty();
    assertThat(recorded.size()).isGreaterThan(100);
  }

  private LaunchPlan plan(LoopKernel kernel, int start, Object[] captures) {
    LaunchPlan plan = kernel.plan(start, captures);
    if (plan instanceof LaunchPlan.Run run) {
      executions++;
      LoopMappers mappers = kernel.mappers(start, captures).orElseThrow();
      for (ArrayMapper array : mappers.arrays()) {
        agree(kernel, mappers, array, run, /* writing= */ false);
        agree(kernel, mappers, array, run, /* writing= */ true);
      }
      Set<LoopMappers> shapes =
          recorded.computeIfAbsent(kernel.name().toString(), n -> new HashSet<>());
      if (shapes.size() < RECORDED && shapes.add(mappers)) {
        check.check(kernel, start, captures, run);
      }
    }
    return plan;
  }

  private void agree(
      LoopKernel kernel,
      LoopMappers mappers,
      ArrayMapper array,
      LaunchPlan.Run run,
      boolean writing) {
    ArrayMapper.Access access = writing ? array.writes() : array.reads();
    Object argument = run.launch().arguments()[array.parameters().iterator().next()];
    for (Box box : access.map(mappers.space())) {
      long from = box.min(0);
      long to = box.max(0);
      if (!(argument instanceof Object[])) {
        from = element(array.shape(), box, /* last= */ false);
        to = Math.min(element(array.shape(), box, /* last= */ true) + 1, Array.getLength(argument));
      }
      if (!isPlanned(array, run, from, to, writing)) {
        problems.add(
            kernel.name()
                + (writing ? " writes " : " reads ")
                + array.name()
                + " from "
                + from
                + " to "
                + to
                + ", planned "
                + run.launch().accesses()
                + " "
                + mappers.lines());
      }
    }
  }

  /** The first or the last element of a box of a flat array. */
  private static long element(ArrayShape shape, Box box, boolean last) {
    long element = 0;
    for (int axis = 0; axis < shape.extents().size(); axis++) {
      long stride = axis < shape.strides().size() ? shape.strides().get(axis) : 1;
      element += stride * (last ? box.max(axis) - 1 : box.min(axis));
    }
    return element;
  }

  private static boolean isPlanned(
      ArrayMapper array, LaunchPlan.Run run, long from, long to, boolean writing) {
    long first = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (ArrayAccess planned : run.launch().accesses()) {
      int begins = writing ? planned.writtenFrom() : planned.readFrom();
      int ends = writing ? planned.writtenTo() : planned.readTo();
      if (array.parameters().contains(planned.parameter()) && begins < ends) {
        first = Math.min(first, begins);
        end = Math.max(end, ends);
      }
    }
    return first <= from && to <= end;
  }
}
