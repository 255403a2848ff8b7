package dev.slipstream.compiler.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpenClTranslatorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sine | line 9 calls java.lang.Math.sin, which OpenCL devices do not have",
        "Remainder | line 15 uses % on floating-point numbers",
        "Allocation | line 21 allocates memory",
        "Field | line 30 uses a field",
        "NoArray | line 37 uses an array variable that may refer to arrays of several types, or to"
            + " null",
        "Recursion | it calls factorial, which calls itself",
        "Throwing | line 54 allocates memory",
        "ArraysOfArrays | body takes a int[][][][][]",
        "References | line 68 compares references",
        "Subroutine | line 80 passes an array to other"
      })
  void whatCannotBeTranslatedIsRefusedWithLineAndReason(String kernel, String reason)
      throws Exception {
    Class<?> type = Class.forName(RefusedKernels.class.getName() + "$" + kernel);
    assertThatThrownBy(() -> Differential.translate(type, 1))
        .isInstanceOf(UntranslatableException.class)
        .hasMessageStartingWith(reason);
  }

  @Test
  void aKernelOfOrdinaryLengthCanBeRead() throws Exception {
    String text = Differential.translate(SampleKernel.class, 2).text();
    try (InputStream expected = getClass().getResourceAsStream("sample-kernel.cl")) {
      assertThat(text).isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void aKernelOverRowsCanBeRead() throws Exception {
    String text = Differential.translate(RowSources.HoistedRows.class, 1).text();
    try (InputStream expected = getClass().getResourceAsStream("row-kernel.cl")) {
      assertThat(text).isEqualTo(new String(expected.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void theKernelOfOrdinaryLengthComputesTheSame() throws Exception {
    Random random = new Random(42);
    int width = 31;
    int height = 22;
    byte[] mask = new byte[width * height];
    float[] in = new float[width * height];
    random.nextBytes(mask);
    for (int i = 0; i < in.length; i++) {
      in[i] = random.nextFloat();
      mask[i] &= 3;
    }
    Differential.Space space =
        new Differential.Space(new int[2], new int[] {1, 1}, new int[] {height, width});
    try (Differential differential = new Differential()) {
      differential.check(
          SampleKernel.class, space, width, height, 2, 0.7f, mask, in, new float[in.length]);
    }
  }

  @Test
  void theDriverIsToldToUnrollShortLoopsAlone() throws Exception {
    String text = Differential.translate(ControlKernels.FewTurns.class, 1).text();
    assertThat(text)
        .containsPattern("#pragma unroll\\n *while \\(v\\d+i < 4\\)")
        .containsPattern("#pragma unroll\\n *while \\(v\\d+i <= 1\\)")
        .containsPattern("#pragma unroll\\n *while \\(v\\d+i >= 0\\)");
    assertThat(Differential.translate(ControlKernels.ManyTurns.class, 1).text())
        .doesNotContain("#pragma unroll");
  }

  @Test
  void aDifferenceFromZeroIsANegationAlsoBehindABranch() throws Exception {
    assertThat(Differential.translate(FromZero.class, 1).text())
        .contains("= slip_negate(v1i);")
        .containsPattern(
            "= \\(int\\)\\(\\(uint\\)s\\d+i \\+ \\(uint\\)slip_negate\\(s\\d+i\\)\\);");
  }

  @Test
  void aDifferenceFromWhatIsAlwaysZeroIsANegation() throws Exception {
    assertThat(Differential.translate(FromHiddenZero.class, 1).text())
        .contains("a0[0] = slip_negate(v1i);", "a0[1] = slip_negate(v1i);")
        .contains("a0[2] = slip_negate(v1i);");
  }

  @Test
  void theNeedForDoublePrecisionIsTold() throws Exception {
    assertThat(Differential.translate(ArithmeticKernels.Doubles.class, 1).usesDouble()).isTrue();
    assertThat(Differential.translate(LibraryKernels.Longs.class, 1).usesDouble()).isTrue();
    assertThat(Differential.translate(LongRoot.class, 1).usesDouble()).isTrue();
    assertThat(Differential.translate(SampleKernel.class, 2).usesDouble()).isFalse();
    assertThat(Differential.translate(FloatRound.class, 1).usesDouble()).isFalse();
    assertThat(Differential.translate(ControlKernels.LongLoop.class, 1).usesDouble()).isFalse();
  }

  @Test
  void storesOfSmallElementsAreTold() throws Exception {
    assertThat(Differential.translate(SampleKernel.class, 2).usesByteStores()).isTrue();
    assertThat(Differential.translate(ControlKernels.Labels.class, 1).usesByteStores()).isFalse();
  }

  @Test
  void theKernelIsNamedAfterItsClass() throws Exception {
    OpenClSource source = Differential.translate(ControlKernels.Labels.class, 1);
    assertThat(source.kernelName()).isEqualTo("slip_ControlKernels_Labels");
    assertThat(source.text()).contains("__kernel void slip_ControlKernels_Labels(");
  }

  /** An array that is read, one whose length is read, rows, and a scratch array. */
  static final class Starts {
    public static void body(int i, float[] to, int[] length, double[][] rows, long[] own) {
      own[0] = i;
      to[i] = (float) rows[i][0] + length.length + own[0];
    }
  }

  @Test
  void kernelsForPartsOfArraysAreToldHowMuchIsMissingInFront() throws Exception {
    List<String> types = List.of("[F", "[I", "[[D", "[J");
    String text =
        OpenClTranslator.translate(
                Differential.bytes(Starts.class),
                1,
                types,
                FloatingPoint.EXACT,
                Set.of(3),
                ArrayStart.ANY_ELEMENT)
            .text();
    assertThat(text)
        .contains("__global float* p0, int p0_length, long p0_before,")
        .contains("(__global float*)((size_t)p0 - (size_t)p0_before), p0_length,")
        .contains("int p2_columns, int p2_length, long p2_before,")
        .contains("(__global double*)((size_t)p2 - (size_t)p2_before), p2_rows, p2_columns,")
        .doesNotContain("p3_before");
    assertThat(
            OpenClTranslator.translate(
                    Differential.bytes(Starts.class),
                    1,
                    types,
                    FloatingPoint.EXACT,
                    Set.of(3),
                    ArrayStart.FIRST_ELEMENT)
                .text())
        .doesNotContain("_before");
  }

  /** Reads and writes elements of different types, and of one type in its rows only. */
  static final class Apart {
    static void body(int i, float[] to, int[] from, double[][] rows) {
      to[i] = from[i] + (float) rows[i][0];
    }
  }

  /** Reads what it writes if both are one array. */
  static final class PerhapsOne {
    static void body(int i, short[] to, short[] from) {
      to[i] = from[i];
    }
  }

  /** Changes rows. */
  static final class RowsInPlace {
    static void body(int i, double[][] rows) {
      double[] row = rows[i];
      for (int j = 0; j < row.length; j++) {
        row[j] = row[j] * 2;
      }
    }
  }

  @Test
  void kernelsThatMayReadWhatTheyWriteCountTheirStarts() throws Exception {
    for (Class<?> inPlace : List.of(PerhapsOne.class, RowsInPlace.class, LongRoot.class)) {
      OpenClSource source = Differential.translate(inPlace, 1);
      assertThat(source.countsStarts()).as(inPlace.getSimpleName()).isTrue();
      assertThat(source.text())
          .contains(",\n    __global uint* starts) {\n  slip_count_start(starts);\n");
    }
    for (Class<?> apart : List.of(Apart.class, FloatRound.class)) {
      OpenClSource source = Differential.translate(apart, 1);
      assertThat(source.countsStarts()).as(apart.getSimpleName()).isFalse();
      assertThat(source.text()).doesNotContain("starts");
    }
  }

  @Test
  void translatingTwiceGivesTheSameText() throws Exception {
    assertThat(Differential.translate(LibraryKernels.Doubles.class, 1))
        .isEqualTo(Differential.translate(LibraryKernels.Doubles.class, 1));
  }

  @Test
  void aClassWithoutTheBodyIsAnErrorOfTheCaller() {
    byte[] bytes = Differential.bytes(SampleKernel.class);
    assertThatThrownBy(
            () ->
                OpenClTranslator.translate(
                    bytes,
                    1,
                    List.of("[I"),
                    FloatingPoint.EXACT,
                    Set.of(),
                    ArrayStart.FIRST_ELEMENT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no method body(I[I)V");
  }

  static final class LongRoot {
    static void body(int i, long[] out) {
      out[i] = (long) Math.sqrt(out[i]);
    }
  }

  static final class FloatRound {
    static void body(int i, float[] in, int[] out) {
      out[i] = Math.round(in[i] * 0.1f) + (int) in[i] + (int) Math.max(in[i], 1e20f);
    }
  }

  private static final class FromZero {
    static void body(int i, int n, int[] out) {
      out[0] = 0 - n;
      out[1] = 0 - (i > 3 ? i : n);
    }
  }

  private static final class FromHiddenZero {
    static void body(int i, int n, int[] out) {
      out[0] = 0 * i - n;
      out[1] = (i & 0) - n;
      out[2] = (i - i) - n;
    }
  }
}
