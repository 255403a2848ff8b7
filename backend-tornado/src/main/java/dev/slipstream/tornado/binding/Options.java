package dev.slipstream.tornado.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The properties that TornadoVM reads when its classes are initialised and without which it
 * computes other results than Java, runs a kernel sequentially when it cannot compile it, or
 * refuses kernels that call larger methods, or waits forever.
 */
final class Options {
  private static final String CLASS = "uk.ac.manchester.tornado.runtime.common.TornadoOptions";

  private static final List<Option> NEEDED =
      List.of(
          new Option("tornado.recover.bailout", "RECOVER_BAILOUT", "False"),
          new Option("tornado.enable.mathOptimizations", "MATH_OPTIMIZATIONS", "False"),
          new Option("tornado.enable.nativeFunctions", "ENABLE_NATIVE_FUNCTION", "False"),
          new Option("tornado.compiler.fullInlining", "FULL_INLINING", "True"),
          // A thread waits for each method that a method calls: with fewer threads than calls lie
          // within each other, which 4 may be, all wait forever.
          new Option("tornado.sketcher.threads", "TORNADO_SKETCHER_THREADS", "64"));

  /** Of these the second one decides how the first one does it: on PTX not rightly without it. */
  private static final List<Option> NOT_FUSED =
      List.of(
          new Option("tornado.enable.fma", "ENABLE_FMA", "False"),
          new Option("tornado.enable.fastMathOptimizations", "FAST_MATH_OPTIMIZATIONS", "False"));

  /** What TornadoVM uses of a device's memory unless it is told otherwise. */
  private static final long USUAL_MEMORY = 4L << 30;

  private Options() {}

  /**
   * One of them.
   *
   * @param property its name
   * @param field the field of TornadoVM that tells what it has read
   * @param value what is needed
   */
  private record Option(String property, String field, String value) {
    boolean isRead(Class<?> owner, Properties properties) {
      @Nullable Object known = Reflected.fieldIfReadable(owner, field);
      return (known == null ? properties.getProperty(property, "nothing") : known.toString())
          .equalsIgnoreCase(value);
    }
  }

  /** Sets what is not set yet, before TornadoVM is asked for anything. */
  static void set(Properties properties) {
    needed(properties).forEach(option -> properties.putIfAbsent(option.property, option.value));
  }

  /** Products and sums may be fused where the program's results may differ from Java's. */
  private static List<Option> needed(Properties properties) {
    if (Boolean.parseBoolean(properties.getProperty("slipstream.fastMath"))) {
      return NEEDED;
    }
    List<Option> all = new ArrayList<>(NEEDED);
    all.addAll(NOT_FUSED);
    return all;
  }

  /** Whether TornadoVM rounds products and sums one by one. */
  static boolean roundsEach(Reflected tornado, Properties properties) {
    Class<?> owner = owner(tornado);
    return NOT_FUSED.stream().allMatch(option -> option.isRead(owner, properties));
  }

  /**
   * The class that tells what was read; where it is missing the properties are all that is known.
   */
  private static Class<?> owner(Reflected tornado) {
    try {
      return tornado.type(CLASS);
    } catch (TornadoException unknown) {
      return Options.class;
    }
  }

  /**
   * Makes sure that TornadoVM has read them so.
   *
   * @throws TornadoException if the program or its command line has decided otherwise
   */
  static void require(Reflected tornado, Properties properties) throws TornadoException {
    Class<?> read = owner(tornado);
    for (Option option : needed(properties)) {
      if (!option.isRead(read, properties)) {
        throw new TornadoException(
            "TornadoVM runs without "
                + option.property
                + "="
                + option.value
                + ", and then results differ from Java's or kernels do not compile; add -D"
                + option.property
                + "="
                + option.value
                + " to the command line");
      }
    }
  }

  /** How many bytes of a device's memory TornadoVM uses at most. */
  static long memory(Reflected tornado) {
    try {
      Object field = Reflected.fieldIfReadable(tornado.type(CLASS), "DEVICE_AVAILABLE_MEMORY");
      return field instanceof Long bytes ? bytes : USUAL_MEMORY;
    } catch (TornadoException unknown) {
      return USUAL_MEMORY;
    }
  }
}
