package dev.slipstream.tornado.binding;

import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The properties that TornadoVM reads when its classes are initialised and without which it
 * computes other results than Java, runs a kernel sequentially when it cannot compile it, or
 * refuses kernels that call larger methods.
 */
final class Options {
  private static final String CLASS = "uk.ac.manchester.tornado.runtime.common.TornadoOptions";

  private static final List<Option> NEEDED =
      List.of(
          new Option("tornado.recover.bailout", "RECOVER_BAILOUT", false),
          new Option("tornado.enable.fma", "ENABLE_FMA", false),
          new Option("tornado.enable.mathOptimizations", "MATH_OPTIMIZATIONS", false),
          new Option("tornado.enable.nativeFunctions", "ENABLE_NATIVE_FUNCTION", false),
          new Option("tornado.enable.fastMathOptimizations", "FAST_MATH_OPTIMIZATIONS", false),
          new Option("tornado.compiler.fullInlining", "FULL_INLINING", true));

  private Options() {}

  /**
   * One of them.
   *
   * @param property its name
   * @param field the field of TornadoVM that tells what it has read
   * @param value what is needed
   */
  private record Option(String property, String field, boolean value) {
    String text() {
      return value ? "True" : "False";
    }
  }

  /** Sets what is not set yet, before TornadoVM is asked for anything. */
  static void set(Properties properties) {
    NEEDED.forEach(option -> properties.putIfAbsent(option.property, option.text()));
  }

  /**
   * Makes sure that TornadoVM has read them so.
   *
   * @throws TornadoException if the program or its command line has decided otherwise
   */
  static void require(Reflected tornado, Properties properties) throws TornadoException {
    Class<?> read;
    try {
      read = tornado.type(CLASS);
    } catch (TornadoException unknown) {
      // The properties themselves are all that is known then.
      read = Options.class;
    }
    for (Option option : NEEDED) {
      @Nullable Object field = Reflected.fieldIfReadable(read, option.field);
      boolean value =
          field instanceof Boolean known
              ? known
              : Boolean.parseBoolean(
                  Objects.requireNonNullElse(
                      properties.getProperty(option.property), String.valueOf(!option.value)));
      if (value != option.value) {
        throw new TornadoException(
            "TornadoVM runs without "
                + option.property
                + "="
                + option.text()
                + ", and then results differ from Java's or kernels do not compile; add -D"
                + option.property
                + "="
                + option.text()
                + " to the command line");
      }
    }
  }
}
