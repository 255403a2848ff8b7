package dev.slipstream.compiler.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.objectweb.asm.Type;

/** Runs kernels on the JVM and on an OpenCL device and compares all arrays bit by bit. */
final class Differential implements AutoCloseable {
  private final Optional<OpenClTestDevice> device;

  Differential() {
    this("");
  }

  /**
   * @param moreOptions for building programs
   */
  Differential(String moreOptions) {
    device = OpenClTestDevice.open(moreOptions);
  }

  /** The iterations of one test: starts, steps and counts, outermost first. */
  record Space(int[] starts, int[] steps, int[] counts) {
    static Space of(int count) {
      return new Space(new int[] {0}, new int[] {1}, new int[] {count});
    }
  }

  /** Runs one dimension from 0. */
  void check(Class<?> kernel, int count, Object... arguments) throws UntranslatableException {
    check(kernel, Space.of(count), arguments);
  }

  void check(Class<?> kernel, Space space, Object... arguments) throws UntranslatableException {
    check(kernel, bytes(kernel), space, arguments);
  }

  /** Runs a kernel whose class file is not that of a compiled test class. */
  void check(Class<?> kernel, byte[] classFile, Space space, Object... arguments)
      throws UntranslatableException {
    Method body = body(kernel);
    OpenClSource source = translate(classFile, body, space.counts.length);
    Assumptions.assumeTrue(device.isPresent(), "no OpenCL device was found");
    Object[] expected = copies(arguments);
    Object[] actual = copies(arguments);
    onTheHost(body, space, expected);
    device.orElseThrow().run(source, space.starts, space.steps, space.counts, actual);
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i].getClass().isArray()) {
        compare(kernel.getSimpleName() + " argument " + i, expected[i], actual[i], source);
      }
    }
  }

  static OpenClSource translate(Class<?> kernel, int dimensions) throws UntranslatableException {
    return translate(bytes(kernel), body(kernel), dimensions);
  }

  private static OpenClSource translate(byte[] classFile, Method body, int dimensions)
      throws UntranslatableException {
    List<String> types = new ArrayList<>();
    for (Class<?> type : body.getParameterTypes()) {
      types.add(Type.getDescriptor(type));
    }
    return OpenClTranslator.translate(
        classFile,
        dimensions,
        types.subList(dimensions, types.size()),
        FloatingPoint.EXACT,
        Set.of(),
        ArrayStart.FIRST_ELEMENT);
  }

  private static Method body(Class<?> kernel) {
    Method body =
        Arrays.stream(kernel.getDeclaredMethods())
            .filter(m -> m.getName().equals("body"))
            .findFirst()
            .orElseThrow();
    body.setAccessible(true);
    return body;
  }

  static byte[] bytes(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object[] copies(Object[] arguments) {
    Object[] copies = arguments.clone();
    for (int i = 0; i < copies.length; i++) {
      if (copies[i].getClass().isArray()) {
        copies[i] = copy(copies[i]);
      }
    }
    return copies;
  }

  private static Object copy(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    for (int i = 0; i < length; i++) {
      Object element = Array.get(array, i);
      Array.set(copy, i, element.getClass().isArray() ? copy(element) : element);
    }
    return copy;
  }

  private static void onTheHost(Method body, Space space, Object[] arguments) {
    int dimensions = space.counts.length;
    Object[] all = new Object[dimensions + arguments.length];
    System.arraycopy(arguments, 0, all, dimensions, arguments.length);
    iterate(body, space, 0, all);
  }

  private static void iterate(Method body, Space space, int dimension, Object[] all) {
    if (dimension == space.counts.length) {
      try {
        body.invoke(null, all);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
      return;
    }
    for (int k = 0; k < space.counts[dimension]; k++) {
      all[dimension] = space.starts[dimension] + k * space.steps[dimension];
      iterate(body, space, dimension + 1, all);
    }
  }

  private static void compare(String what, Object expected, Object actual, OpenClSource source) {
    for (int i = 0; i < Array.getLength(expected); i++) {
      Object e = Array.get(expected, i);
      Object a = Array.get(actual, i);
      if (e.getClass().isArray()) {
        compare(what + ", row " + i, e, a, source);
        continue;
      }
      // Boxed floating-point numbers compare by their bits, with all NaNs equal.
      if (!e.equals(a)) {
        assertThat(a).as("%s, element %d, of%n%s", what, i, source.text()).isEqualTo(e);
      }
    }
  }

  @Override
  public void close() {
    device.ifPresent(OpenClTestDevice::close);
  }
}
