package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Random kernels access the elements that the mappers name. A chunk reads only inferred elements.
 * It writes exactly the inferred elements, or only some of them where the mapper allows that.
 * {@code -Dslipstream.test.count} sets the number of kernels, {@code -Dslipstream.test.seed} the
 * first one.
 */
class RandomMappersTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_120);
  private static final int COUNT = Integer.getInteger("slipstream.test.count", 400);
  private static final int METHODS = 50;

  /** The least share of kernels whose unconditional writes are all known exactly. */
  private static final double LEAST_EXACT = 0.95;

  /** The results of a number of kernels. */
  private static final class Tally {
    private int taken;
    private int stayed;
    private final List<String> problems = new ArrayList<>();
    private long chunks;
    private long exactWrites;
    private long otherWrites;
    private long inexactAlways;
    private int inexactKernels;
    private long splits;
    private long touched;
    private long certain;
    private long inferred;

    /** Checks a class full of kernels. */
    void run(long seed, int methods, UnaryOperator<Box> change) {
      Random random = new Random(seed);
      StringBuilder members = new StringBuilder();
      List<String> texts = new ArrayList<>();
      for (int m = 0; m < methods; m++) {
        texts.add(new RandomAffine(random).method("m" + m));
        members.append(texts.get(m));
      }
      TestProgram program = TestProgram.of(members.toString());
      program.keepClasses();
      for (int m = 0; m < methods; m++) {
        MapperCheck check = new MapperCheck(random, change);
        program.planWith(
            (kernel, start, captures) -> {
              LaunchPlan plan = kernel.plan(start, captures);
              if (plan instanceof LaunchPlan.Run run) {
                taken++;
                check.check(kernel, start, captures, run);
              } else {
                stayed++;
              }
              return plan;
            });
        invoke(program, "m" + m);
        for (String problem : check.problems()) {
          problems.add("seed " + seed + ": " + problem + "\n" + texts.get(m));
        }
        chunks += check.chunks();
        exactWrites += check.exactWrites();
        otherWrites += check.otherWrites();
        inexactAlways += check.inexactAlways();
        inexactKernels += check.inexactAlways() > 0 ? 1 : 0;
        splits += check.splits();
        touched += check.touched();
        certain += check.certainlyWritten();
        inferred += check.inferred();
      }
    }

    private static void invoke(TestProgram program, String method) {
      try {
        program.taken(method);
      } catch (Throwable e) {
        throw new AssertionError(method, e);
      }
    }
  }

  @Test
  void whatRandomKernelsTouchIsWhatTheMappersSay() {
    Tally tally = new Tally();
    for (int batch = 0; batch * METHODS < COUNT; batch++) {
      tally.run(SEED + batch, Math.min(METHODS, COUNT - batch * METHODS), box -> box);
    }
    System.out.printf(
        "seed %d: %d kernels ran in %d chunks, %d stayed on the host; %d executions were split;"
            + " %d writes exact, %d not (%d of them without a condition, in %d kernels), but %d"
            + " elements certain; of %d elements that might be read %d were%n",
        SEED,
        tally.taken,
        tally.chunks,
        tally.stayed,
        tally.splits,
        tally.exactWrites,
        tally.otherWrites,
        tally.inexactAlways,
        tally.inexactKernels,
        tally.certain,
        tally.inferred,
        tally.touched);
    assertThat(tally.problems.stream().limit(5)).isEmpty();
    assertThat(tally.taken).isGreaterThan(COUNT / 2);
    assertThat(tally.splits).isGreaterThan(tally.taken / 4);
    assertThat(1 - (double) tally.inexactKernels / tally.taken).isGreaterThan(LEAST_EXACT);
  }

  @Test
  void aMapperWhoseBoxesEndTooEarlyIsFound() {
    requireFound(box -> box.with(0, box.min(0), box.max(0) - 1));
  }

  @Test
  void aMapperWhoseBoxesBeginTooLateIsFound() {
    requireFound(
        box -> box.with(box.axes() - 1, box.min(box.axes() - 1) + 1, box.max(box.axes() - 1)));
  }

  @Test
  void aMapperWhoseWrittenBoxesAreTooLargeIsFound() {
    requireFound(box -> box.with(0, Math.max(0, box.min(0) - 1), box.max(0) + 1));
  }

  private static void requireFound(UnaryOperator<Box> change) {
    Tally tally = new Tally();
    tally.run(SEED, METHODS, change);
    assertThat(tally.problems).hasSizeGreaterThan(METHODS / 4);
  }
}
