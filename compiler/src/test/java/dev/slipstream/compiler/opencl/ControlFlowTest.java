package dev.slipstream.compiler.opencl;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ControlFlowTest {
  private static final int N = 500;

  private final long seed = Long.getLong("slipstream.test.seed", 1);
  private final Random random = new Random(seed);
  private final Differential differential = new Differential();
  private final int[] small = random.ints(N, -1500, 1500).toArray();
  private final int[] positive = random.ints(N, 0, 100000).toArray();

  @BeforeAll
  void printSeed() {
    System.out.println("ControlFlowTest seed " + seed);
  }

  @AfterAll
  void close() {
    differential.close();
  }

  @Test
  void loopsInLoopsRun() throws Exception {
    differential.check(ControlKernels.NestedLoops.class, N, 23, new int[N]);
  }

  @Test
  void shortLoopsComputeTheSameWithoutALoop() throws Exception {
    differential.check(ControlKernels.FewTurns.class, N, 5, floats(), new float[N]);
    differential.check(ControlKernels.ManyTurns.class, N, 5, floats(), new float[N]);
  }

  @Test
  void labelledBreakAndContinueReachTheirLoops() throws Exception {
    differential.check(ControlKernels.Labels.class, N, 17, positive, new int[N]);
  }

  @Test
  void switchesChooseAndFallThrough() throws Exception {
    int[] values = EdgeValues.ints(random).left();
    differential.check(ControlKernels.Switches.class, values.length, values, values.clone());
    differential.check(ControlKernels.Switches.class, N, small, new int[N]);
  }

  @Test
  void valuesOnTheStackSurviveBranches() throws Exception {
    differential.check(ControlKernels.Ternaries.class, N, small, floats(), new int[4 * N]);
  }

  @Test
  void slotsMayHoldValuesOfSeveralTypes() throws Exception {
    differential.check(
        ControlKernels.Locals.class, N, small, random.longs(N).toArray(), new double[N]);
  }

  @Test
  void loadsStayBeforeTheStoresThatFollowThem() throws Exception {
    differential.check(ControlKernels.Memory.class, N, small, new int[4 * N]);
  }

  @Test
  void loopsWithTheirTestAtTheEndRunAtLeastOnce() throws Exception {
    differential.check(ControlKernels.DoWhile.class, N, positive, new int[N]);
  }

  @Test
  void loopsMayCountInLong() throws Exception {
    differential.check(ControlKernels.LongLoop.class, N, 1000L, new long[N]);
  }

  @Test
  void calledMethodsReturnEarlyAndOverload() throws Exception {
    differential.check(ControlKernels.Helpers.class, N, small, floats(), new double[N]);
  }

  @Test
  void branchesNestInAnyWay() throws Exception {
    int[] values = IntStream.range(-N, N).toArray();
    differential.check(ControlKernels.ManyBranches.class, 2 * N, values, new int[2 * N]);
    differential.check(ControlKernels.ManyBranches.class, N, small, new int[N]);
  }

  @Test
  void handlersOfExceptionsThatDoNotHappenAreLeftOut() throws Exception {
    differential.check(ControlKernels.Caught.class, N, small, new int[N]);
  }

  @Test
  void twoDimensionsStartAnywhere() throws Exception {
    int width = 37;
    float[] u = new float[width * 29];
    for (int i = 0; i < u.length; i++) {
      u[i] = random.nextFloat();
    }
    Differential.Space space =
        new Differential.Space(new int[] {1, 1}, new int[] {1, 1}, new int[] {27, 35});
    differential.check(
        ControlKernels.TwoDimensions.class, space, width, 0.1f, u, new float[u.length]);
  }

  @Test
  void threeDimensionsCountUpAndDownInSteps() throws Exception {
    Differential.Space space =
        new Differential.Space(new int[] {-5, 9, 1}, new int[] {1, -2, 3}, new int[] {10, 5, 3});
    differential.check(
        ControlKernels.ThreeDimensions.class, space, 10, 1L << 40, 0.1, new double[1000]);
  }

  @Test
  void loopVariablesMayCoverTheWholeRangeOfInt() throws Exception {
    Differential.Space space =
        new Differential.Space(new int[] {Integer.MIN_VALUE}, new int[] {1 << 24}, new int[] {256});
    differential.check(ExtremeBounds.class, space, new int[256]);
  }

  @Test
  void blocksMayJumpAnywhere() throws Exception {
    for (int round = 0; round < 10; round++) {
      checkRandomFlow(2 + random.nextInt(14));
    }
  }

  @Test
  void deepFlowIsWrittenWithoutDeepNesting() throws Exception {
    checkRandomFlow(600);
  }

  private void checkRandomFlow(int blocks) throws Exception {
    byte[] classFile = new RandomFlow(random, blocks).classFile("RandomFlow");
    Class<?> kernel =
        new ClassLoader(null) {
          Class<?> define() {
            return defineClass(null, classFile, 0, classFile.length);
          }
        }.define();
    differential.check(kernel, classFile, Differential.Space.of(N), new int[N]);
  }

  static final class ExtremeBounds {
    static void body(int i, int[] out) {
      out[(i >> 24) + 128] = i;
    }
  }

  private float[] floats() {
    float[] values = new float[N];
    for (int i = 0; i < N; i++) {
      values[i] = (float) random.nextGaussian() * 3;
    }
    return values;
  }
}
