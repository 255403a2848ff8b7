package dev.slipstream.tornado.binding;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The properties that TornadoVM reads when its classes are initialised. Without them it computes
 * other results than Java, runs a kernel sequentially when it cannot compile it, refuses kernels
 * that call larger methods, or waits forever (all found in 5.2).
 */
final class Options {
  private static final String CLASS = "uk.ac.manchester.tornado.runtime.common.TornadoOptions";

  private static final List<Option> NEEDED =
      List.of(
          new Option("tornado.recover.bailout", "RECOVER_BAILOUT", "False"),
          new Option("tornado.enable.mathOptimizations", "MATH_OPTIMIZATIONS", "False"),
          new Option("tornado.enable.nativeFunctions", "ENABLE_NATIVE_FUNCTION", "False"),
          new Option("tornado.compiler.fullInlining", "FULL_INLINING", "True"),
          // A thread waits for each method that a method calls. With fewer threads than the depth
          // of calls (the default may be 4), all of them wait forever.
          new Option("tornado.sketcher.threads", "TORNADO_SKETCHER_THREADS", "64"));

  /**
   * Switch off fused multiply-add. The second option decides how TornadoVM applies the first: on
   * PTX the first alone does not suffice.
   */
  private static final List<Option> NOT_FUSED =
      List.of(
          new Option("tornado.enable.fma", "ENABLE_FMA", "False"),
          new Option("tornado.enable.fastMathOptimizations", "FAST_MATH_OPTIMIZATIONS", "False"));

  /** The device memory that TornadoVM uses by default. */
  private static final long USUAL_MEMORY = 4L << 30;

  private Options() {}

  /**
   * One property.
   *
   * @param property the property's name
   * @param field the field of TornadoVM that holds the value it has read
   * @param value the value that is needed
   */
  private record Option(String property, String field, String value) {
    boolean isRead(Class<?> owner, Properties properties) {
      @Nullable Object known = Reflected.fieldIfReadable(owner, field);
      return (known == null ? properties.getProperty(property, "nothing") : known.toString())
          .equalsIgnoreCase(value);
    }
  }

  /** Sets the properties that are not set yet, before TornadoVM is used. */
  static void set(Properties properties) {
    needed(properties).forEach(option -> properties.putIfAbsent(option.property, option.value));
  }

  /**
   * Returns the needed properties. Products and sums may be fused where the program's results may
   * differ from Java's.
   */
  private static List<Option> needed(Properties properties) {
    if (Boolean.parseBoolean(properties.getProperty("slipstream.fastMath"))) {
      return NEEDED;
    }
    List<Option> all = new ArrayList<>(NEEDED);
    all.addAll(NOT_FUSED);
    return all;
  }

  /** Whether TornadoVM rounds products and sums separately. */
  static boolean roundsEach(Reflected tornado, Properties properties) {
    Class<?> owner = owner(tornado);
    return NOT_FUSED.stream().allMatch(option -> option.isRead(owner, properties));
  }

  /**
   * Returns the class that shows what TornadoVM has read. If it is missing, only the properties are
   * known.
   */
  private static Class<?> owner(Reflected tornado) {
    try {
      return tornado.type(CLASS);
    } catch (TornadoException unknown) {
      return Options.class;
    }
  }

  /**
   * Checks that TornadoVM has read the needed values.
   *
   * @throws TornadoException if the program or its command line has set other values
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

  /** Returns how many bytes of a device's memory TornadoVM uses at most. */
  static long memory(Reflected tornado) {
    try {
      Object field = Reflected.fieldIfReadable(tornado.type(CLASS), "DEVICE_AVAILABLE_MEMORY");
      return field instanceof Long bytes ? bytes : USUAL_MEMORY;
    } catch (TornadoException unknown) {
      return USUAL_MEMORY;
    }
  }
}
