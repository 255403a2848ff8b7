package dev.slipstream.tornado.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class ForeignFunctionsTest {
  @Test
  void aLibraryThatIsNotThereHasNoFunctions() {
    assertThat(ForeignFunctions.of("libmissing.so.7")).isEmpty();
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_21)
  void anOlderJdkCallsNone() {
    assertThat(ForeignFunctions.of("")).isEmpty();
  }

  @Test
  @EnabledForJreRange(minVersion = 22)
  void partsOfArraysAreCopiedWhereTheyAre() throws Throwable {
    ForeignFunctions process = ForeignFunctions.of("").orElseThrow();
    MethodHandle copy =
        process.function("memcpy", long.class, Object.class, Object.class, long.class);
    double[] from = {1, 2, 3, 4};
    double[] to = new double[4];
    Object target = process.part(to, 8, 16);
    Object source = process.part(from, 16, 16);
    long address = (long) copy.invokeExact(target, source, 16L);
    assertThat(to).containsExactly(0, 3, 4, 0);
    assertThat(address).isNotZero();
    byte[] bytes = {5, 6};
    char[] chars = new char[1];
    Object all = process.whole(chars);
    Object two = process.whole(bytes);
    long unused = (long) copy.invokeExact(all, two, 2L);
    assertThat(unused).isNotZero();
    assertThat(chars[0]).isEqualTo((char) 0x0605);
  }

  @Test
  @EnabledForJreRange(minVersion = 22)
  void memoryOutsideTheHeapHasAnAddress() throws Throwable {
    ForeignFunctions process = ForeignFunctions.of("").orElseThrow();
    MethodHandle set = process.function("memset", long.class, long.class, int.class, long.class);
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    long address = process.address(buffer);
    long same = (long) set.invokeExact(address, 3, 16L);
    assertThat(same).isEqualTo(address);
    assertThat(buffer.get(15)).isEqualTo((byte) 3);
  }

  @Test
  @EnabledForJreRange(minVersion = 22)
  void aFunctionThatIsNotThereIsNamed() {
    ForeignFunctions process = ForeignFunctions.of("").orElseThrow();
    assertThatThrownBy(() -> process.function("cuNothing", int.class))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessageContaining("cuNothing");
  }

  @Test
  void whereThereIsNoCudaThereIsNoDriver() {
    assertThat(CudaDriver.of(1L << 40)).isEmpty();
  }
}
