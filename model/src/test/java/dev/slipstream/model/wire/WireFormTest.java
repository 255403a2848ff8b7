package dev.slipstream.model.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AccessTrace;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.ArrayShape;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.LaneIterations;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Decoded values equal the encoded ones. Bytes that are no form of a value are refused and have no
 * other effect. {@code -Dslipstream.test.seed} sets the seed.
 */
class WireFormTest {
  private static final long SEED = Long.getLong("slipstream.test.seed", 20_261_125);
  private static final int FLIPS = 20_000;

  private static final RangeKernel KERNEL =
      new RangeKernel(
          "Heat.heat:12",
          "slipstream.kernel.Heat$heat$12$0",
          new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 61},
          2,
          List.of(
              new KernelParameter("a", "[[D"),
              new KernelParameter("größe", "I"),
              new KernelParameter("t", "[F", /* scratch= */ true)),
          /* fastMath= */ true,
          /* newBytes= */ 65_536);

  private static final double[] A = new double[100];

  private static final Launch LAUNCH =
      new Launch(
          new IterationSpace(new int[] {98, 0}, new int[] {-2, 1}, new int[] {50, 7}),
          new Object[] {A, -3, 1L << 40, 0.5f, -0.0, null, new int[1]},
          List.of(
              new ArrayAccess(0, 0, 100, 10, 20, /* writesAll= */ true),
              new ArrayAccess(6, 0, 1, 0, 1, /* writesAll= */ false)),
          6);

  private static Optional<Object> array(long number) {
    return number == 0
        ? Optional.of(A)
        : number == 1 ? Optional.of(LAUNCH.arguments()[6]) : Optional.empty();
  }

  private static byte[] launch() {
    return WireForm.of(LAUNCH, array -> array == A ? 0 : 1);
  }

  /** One array of 10 × 10 elements that is read row by row, and written in a triangle. */
  private static Division division() {
    Box space = Box.of(0, 10, 0, 10);
    Formula i = Formula.variable(0, 2);
    Formula block =
        Formula.of(
            new Formula.Operation(Operator.FLOOR_DIVIDE, 'J', i.plus(3), Formula.constant(4, 2)),
            2);
    Formula any =
        new Formula(
            -1,
            new long[] {0, 2},
            List.of(
                new Formula.Term(-2, new Formula.Anything(-7, 1L << 33)),
                new Formula.Term(1, new Formula.Opposite(block))));
    AccessBox box =
        new AccessBox(
            space,
            List.of(
                AxisRange.of(i, i.plus(1)), new AxisRange(List.of(block, any), List.of(i), false)),
            /* isExact= */ true,
            List.of(1L, 3L),
            List.of(1L, 4L),
            12,
            "a[i][j]");
    Formula inner = Formula.variable(2, 3);
    AccessTrace trace =
        new AccessTrace(
            space.with(0, 2, 5),
            List.of(new AccessTrace.Steps(0, 1), new AccessTrace.Steps(9, -1)),
            List.of(
                new AccessTrace.Turns(
                    Formula.constant(0, 3),
                    1,
                    Formula.variable(0, 3).plus(1),
                    /* meets= */ true,
                    Integer.MAX_VALUE)),
            Set.of(0, 1),
            List.of(
                new AccessTrace.Test(
                    Formula.variable(0, 3), Formula.variable(1, 3), true, true, false)),
            List.of(Formula.variable(0, 3), inner),
            new ArrayShape(List.of(10L, 10L), List.of(10L)));
    ArrayMapper.Access reads =
        new ArrayMapper.Access("affine", List.of(box), List.of(), Box.of(0, 10, 0, 10));
    ArrayMapper.Access writes =
        new ArrayMapper.Access("triangle", List.of(box), List.of(trace), Box.of(0, 10, 0, 10));
    return new Division(
        new Geometry(space, 4, 1, Splitting.ROWS),
        List.of(1, 0),
        List.of(
            new ArrayMapper(
                Set.of(0, 3),
                "a",
                new ArrayShape(List.of(10L, 10L), List.of(10L)),
                reads,
                /* isDeclared= */ true,
                writes,
                reads,
                /* writesAll= */ false)));
  }

  @Test
  void aKernelComesBackAsItWas() {
    byte[] form = WireForm.of(KERNEL);
    assertThat(WireForm.kernel(form)).isEqualTo(KERNEL);
    assertThat(WireForm.of(WireForm.kernel(form))).isEqualTo(form);
    assertThat(form).hasSizeLessThan(90);
  }

  @Test
  void aDivisionComesBackAsItWasAndSaysTheSame() {
    byte[] form = WireForm.of(division());
    Division decoded = WireForm.division(form);
    assertThat(decoded).isEqualTo(division());
    assertThat(WireForm.of(decoded)).isEqualTo(form);
    Box part = decoded.iterations(Box.of(3, 9, 2, 4)).get(0);
    assertThat(part).isEqualTo(Box.of(2, 4, 3, 9));
    assertThat(decoded.arrays().get(0).writes().map(part))
        .isEqualTo(division().arrays().get(0).writes().map(part))
        .isNotEmpty();
  }

  /** The division of lanes that run 7 iterations each, and store their results in two arrays. */
  private static Division ofLanes() {
    return new Division(
        new Geometry(Box.of(0, 32), 32, 1, Splitting.ROWS),
        List.of(0),
        division().arrays(),
        Optional.of(new LaneIterations(Box.of(0, 20, 0, 10), 2, 7, Set.of(5, 6))));
  }

  @Test
  void aDivisionOfLanesComesBackAsItWasAndSaysTheSame() {
    byte[] form = WireForm.of(ofLanes());
    Division decoded = WireForm.division(form);
    assertThat(decoded).isEqualTo(ofLanes());
    assertThat(WireForm.of(decoded)).isEqualTo(form);
    assertThat(decoded.writes(0, Box.of(0, 32))).isEqualTo(ofLanes().writes(0, Box.of(0, 32)));
    assertThat(decoded.writes(5, Box.of(0, 32))).contains(Region.of(Box.of(0, 32)));
  }

  @Test
  void aLaunchComesBackWithTheArraysThatItsNumbersStandFor() {
    Launch decoded = WireForm.launch(launch(), WireFormTest::array);
    assertThat(decoded.space()).isEqualTo(LAUNCH.space());
    assertThat(decoded.arguments()).containsExactly(LAUNCH.arguments());
    assertThat(decoded.arguments()[0]).isSameAs(A);
    assertThat(decoded.accesses()).isEqualTo(LAUNCH.accesses());
    assertThat(decoded.violation()).isEqualTo(6);
  }

  @Test
  void anotherVersionIsRefusedByItsNumber() {
    byte[] form = WireForm.of(KERNEL);
    form[2] = 9;
    assertThatThrownBy(() -> WireForm.kernel(form))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("at byte 2 its version is 9, not 3");
  }

  @Test
  void aFormOfSomethingElseIsRefused() {
    assertThatThrownBy(() -> WireForm.kernel(WireForm.of(division())))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("no wire form of a kernel", "at byte 3");
  }

  @Test
  void aLaunchForArraysThatAreTooShortOrMissingIsRefused() {
    assertThatThrownBy(() -> WireForm.launch(launch(), number -> Optional.of(new double[99])))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("the end of reads is 100, not from 0 to 99");
    assertThatThrownBy(() -> WireForm.launch(launch(), number -> Optional.empty()))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("there is no array 0");
  }

  @Test
  void formulasThatAreTooDeepInEachOtherAreRefused() {
    Formula deep = Formula.variable(0, 1);
    for (int level = 0; level < 300; level++) {
      deep = Formula.of(new Formula.Opposite(deep), 1);
    }
    Division division = division(deep);
    assertThatThrownBy(() -> WireForm.division(WireForm.of(division)))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("too deep");
  }

  private static Division division(Formula bound) {
    Box space = Box.of(0, 10);
    AccessBox box =
        new AccessBox(
            space, List.of(AxisRange.of(bound, bound)), false, List.of(), List.of(1L), -1, "");
    ArrayMapper.Access access = new ArrayMapper.Access("", List.of(box), List.of(), space);
    ArrayShape shape = new ArrayShape(List.of(10L), List.of());
    return new Division(
        Geometry.of(space, Splitting.ROWS),
        List.of(0),
        List.of(new ArrayMapper(Set.of(0), "a", shape, access, false, access, access, false)));
  }

  @Test
  void whatIsCutOffOrGoesOnIsRefused() {
    requireRefusedWherever(WireForm.of(KERNEL), WireForm::kernel);
    requireRefusedWherever(WireForm.of(division()), WireForm::division);
    requireRefusedWherever(WireForm.of(ofLanes()), WireForm::division);
    requireRefusedWherever(launch(), form -> WireForm.launch(form, WireFormTest::array));
  }

  private static void requireRefusedWherever(byte[] form, Function<byte[], Object> decoder) {
    for (int size = 0; size < form.length; size++) {
      byte[] cut = Arrays.copyOf(form, size);
      assertThatThrownBy(() -> decoder.apply(cut))
          .as("%d bytes of %d", size, form.length)
          .isInstanceOf(WireFormException.class);
    }
    byte[] longer = Arrays.copyOf(form, form.length + 1);
    assertThatThrownBy(() -> decoder.apply(longer))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("1 bytes too many");
  }

  @Test
  void garbageIsRefusedOrIsTheFormOfSomethingElse() {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    requireHarmless(random, WireForm.of(KERNEL), form -> WireForm.of(WireForm.kernel(form)));
    for (Division division : List.of(division(), ofLanes())) {
      requireHarmless(
          random,
          WireForm.of(division),
          form -> {
            Division decoded = WireForm.division(form);
            evaluate(decoded);
            return WireForm.of(decoded);
          });
    }
    requireHarmless(
        random,
        launch(),
        form ->
            WireForm.of(WireForm.launch(form, WireFormTest::array), array -> array == A ? 0 : 1));
  }

  /**
   * Evaluates a division. Formulas that no compiler has made may have no value, but may not fail in
   * another way.
   */
  private static void evaluate(Division division) {
    for (ArrayMapper array : division.arrays()) {
      for (ArrayMapper.Access access : List.of(array.reads(), array.writes(), array.certain())) {
        try {
          division.elements(access, Box.of(0, 3, 2, 4));
        } catch (ArithmeticException noValue) {
          assertThat(noValue).hasMessage(noValue.getMessage());
        }
      }
    }
  }

  private static void requireHarmless(
      Random random, byte[] form, Function<byte[], byte[]> thereAndBack) {
    int accepted = 0;
    for (int flip = 0; flip < FLIPS; flip++) {
      byte[] broken = form.clone();
      for (int change = random.nextInt(3); change >= 0; change--) {
        int at = random.nextInt(form.length);
        broken[at] =
            (byte)
                (random.nextBoolean() ? random.nextInt(256) : broken[at] ^ 1 << random.nextInt(8));
      }
      try {
        byte[] back = thereAndBack.apply(broken);
        accepted++;
        assertThat(back).as("flip %d of seed %d", flip, SEED).isEqualTo(broken);
      } catch (WireFormException refused) {
        assertThat(refused).hasMessageContaining("no wire form of");
      }
    }
    assertThat(accepted).isBetween(1, FLIPS - 1);
  }
}
