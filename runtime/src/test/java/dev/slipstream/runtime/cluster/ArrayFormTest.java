package dev.slipstream.runtime.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.wire.WireFormException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrayFormTest {
  static Stream<Object> arrays() {
    return Stream.of(
        new boolean[3],
        new byte[0],
        new char[7],
        new short[1],
        new int[5],
        new long[2],
        new float[4],
        new double[9],
        new double[3][4],
        new int[2][0],
        new float[0][],
        new long[][] {new long[2], null, new long[5]},
        new byte[2][3][4],
        new int[2][3][1][4],
        new float[][][][] {new float[2][3][1], null, {{null}, {}}},
        new short[][][] {new short[2][3], new short[3][2], null});
  }

  @ParameterizedTest
  @MethodSource("arrays")
  void anArrayOfZerosIsMadeOfTheFormOfAnArray(Object array) {
    assertThat(ArrayForm.read(new WireReader(form(array), "an array"))).isEqualTo(array);
  }

  @Test
  void bytesThatAreNoFormAreRefused() {
    byte[] form = form(new double[3][4]);
    for (int length = 0; length < form.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(form, length);
      assertThatThrownBy(() -> ArrayForm.read(new WireReader(cut, "an array")))
          .isInstanceOf(WireFormException.class);
    }
    WireWriter objects = new WireWriter();
    objects.text("[Ljava.lang.Object;");
    assertThatThrownBy(() -> ArrayForm.read(new WireReader(objects.written(), "an array")))
        .isInstanceOf(WireFormException.class)
        .hasMessageContaining("there is no type");
  }

  private static byte[] form(Object array) {
    WireWriter out = new WireWriter();
    ArrayForm.write(out, array);
    return out.written();
  }
}
