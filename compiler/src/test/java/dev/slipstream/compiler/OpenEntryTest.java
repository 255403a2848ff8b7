package dev.slipstream.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.specialisation.OpenWork;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Estimates of work in front of loops that are compiled when they are reached. */
class OpenEntryTest {
  private static final String APPLY =
      """
      static void apply(double[] a, java.util.function.DoubleUnaryOperator f, int n) {
        for (@Parallel int i = 0; i < n; i++) a[i] = f.applyAsDouble(a[i]);
      }
      """;

  /** Call sites of open loops pass the loop's variable, too. */
  private static final int I = 0;

  private final double[] a = new double[1000];
  private final DoubleUnaryOperator f = DoubleUnaryOperator.identity();

  private static OpenWork work(TestProgram program, Object... arguments) throws Throwable {
    program.taken("apply", arguments);
    return program.openWork(program.kernel());
  }

  @Test
  void theWorkIsThatOfTheKernelForObjectsOfItsClasses() throws Throwable {
    OpenWork work = work(TestProgram.of(APPLY), a, f, 1000);
    double small = EntryWorks.of(work, 0, a, f, 10, I);
    assertThat(small).isBetween(10.0, 1000.0);
    assertThat(EntryWorks.of(work, 0, a, f, 1000, I)).isEqualTo(100 * small);
  }

  @Test
  void anExecutionWithAnObjectOfAnotherClassIsThatOfAnotherKernel() throws Throwable {
    OpenWork work = work(TestProgram.of(APPLY), a, f, 1000);
    DoubleUnaryOperator other = x -> x + 1;
    assertThat(EntryWorks.of(work, 0, a, other, 10, I)).isNegative();
    assertThat(EntryWorks.of(work, 0, a, null, 10, I)).isNegative();
  }

  @Test
  void thereIsNoEstimateForObjectsThatTheCallSiteDoesNotPass() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static java.util.function.DoubleUnaryOperator f;

            static void apply(double[] a, java.util.function.DoubleUnaryOperator given) {
              f = given;
              run(a);
            }

            static void run(double[] a) {
              for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
            }
            """);
    assertThat(work(program, a, f).classFile().get()).isEmpty();
  }

  @Test
  void thereIsNoEstimateWhereTheKernelHasAnotherArrayThanTheCallSite() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void apply(double[] a, double[] b) {
              run(a, i -> b[i] * 2);
            }

            static void run(double[] a, java.util.function.IntToDoubleFunction f) {
              for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(i);
            }
            """);
    assertThat(work(program, a, new double[1000]).classFile().get()).isEmpty();
  }

  @Test
  void theNumbersOfALambdaDoNotMatterWhereTheWorkDoesNotDependOnThem() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static void apply(double[] a, double factor, int more, long less) {
              run(a, x -> x * factor + more - less);
            }

            static void run(double[] a, java.util.function.DoubleUnaryOperator f) {
              for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
            }
            """);
    assertThat(work(program, a, 3.0, 4, 5L).classFile().get()).isPresent();
  }

  @Test
  void thereIsNoEstimateWhereTheWorkDependsOnANumberOfALambda() throws Throwable {
    for (String type : new String[] {"int", "double"}) {
      TestProgram program =
          TestProgram.of(
              """
              static void apply(double[] a, TYPE terms) {
                run(a, x -> { for (int k = 0; k < terms; k++) x = x * 0.5; return x; });
              }

              static void run(double[] a, java.util.function.DoubleUnaryOperator f) {
                for (@Parallel int i = 0; i < a.length; i++) a[i] = f.applyAsDouble(a[i]);
              }
              """
                  .replace("TYPE", type));
      Object terms = type.equals("int") ? (Object) 50 : (Object) 50.0;
      assertThat(work(program, a, terms).classFile().get()).as(type).isEmpty();
    }
  }

  @Test
  void thereIsNoEstimateWhereTheLimitIsADoubleInAField() throws Throwable {
    TestProgram program =
        TestProgram.of(
            """
            static double size;

            static void apply(double[] a, java.util.function.DoubleUnaryOperator f) {
              size = a.length;
              run(a, f);
            }

            static void run(double[] a, java.util.function.DoubleUnaryOperator f) {
              for (@Parallel int i = 0; i < size; i++) a[i] = f.applyAsDouble(a[i]);
            }
            """);
    assertThat(work(program, a, f).classFile().get()).isEmpty();
  }
}
