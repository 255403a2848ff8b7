package dev.slipstream.model.wire;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.mapper.Division;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The compact binary form of the values that another node needs to run a part of a loop. These are
 * its kernel, sent once; its division with the accesses of each part, sent once for each shape; and
 * its launches. A form begins with {@code SL}, its version and a letter for its type. A decoded
 * value is equal to the encoded one, and equal values have equal forms. Decoding any other bytes
 * throws a {@link WireFormException} and nothing else.
 */
public final class WireForm {
  /** Increases with each change of a form. */
  private static final int VERSION = 3;

  /** The limit of a method's descriptor. */
  private static final int MOST_PARAMETERS = 255;

  private static final Pattern DESCRIPTOR = Pattern.compile("[IJFD]|\\[{1,4}[ZBCSIJFD]");

  private WireForm() {}

  private static WireWriter begin(char letter) {
    WireWriter out = new WireWriter();
    out.octet('S');
    out.octet('L');
    out.octet(VERSION);
    out.octet(letter);
    return out;
  }

  private static WireReader begin(byte[] bytes, char letter, String whole) {
    WireReader in = new WireReader(bytes, whole);
    boolean isForm = in.octet("its head") == 'S' && in.octet("its head") == 'L';
    in.require(isForm, "it does not begin with SL");
    int version = in.octet("its version");
    in.require(version == VERSION, "its version is " + version + ", not " + VERSION);
    in.require(in.octet("its head") == letter, "it is a form of something else");
    return in;
  }

  /** The form of a kernel. */
  public static byte[] of(RangeKernel kernel) {
    WireWriter out = begin('K');
    out.text(kernel.loop());
    out.text(kernel.className());
    out.block(kernel.classFile());
    out.number(kernel.dimensions());
    out.list(
        kernel.parameters(),
        parameter -> {
          out.text(parameter.name());
          out.text(parameter.descriptor());
          out.flag(parameter.scratch());
        });
    out.flag(kernel.fastMath());
    out.number(kernel.newBytes());
    return out.written();
  }

  /**
   * The kernel of a form. Its class file is not checked.
   *
   * @throws WireFormException if the bytes are no kernel
   */
  public static RangeKernel kernel(byte[] bytes) {
    WireReader in = begin(bytes, 'K', "a kernel");
    RangeKernel kernel =
        new RangeKernel(
            in.text("its loop"),
            in.text("its class"),
            in.block("its class file"),
            in.integer("its dimensions", 1, 3),
            in.list("its parameters", 0, MOST_PARAMETERS, () -> parameter(in)),
            in.flag("whether it may be inexact"),
            in.integer("the bytes of its new arrays", 0, Integer.MAX_VALUE));
    in.end();
    return kernel;
  }

  private static KernelParameter parameter(WireReader in) {
    String name = in.text("a parameter's name");
    in.require(!name.isEmpty(), "a parameter has no name");
    String descriptor = in.text("a parameter's type");
    in.require(DESCRIPTOR.matcher(descriptor).matches(), "a parameter has the type " + descriptor);
    boolean isScratch = in.flag("whether a parameter is scratch");
    in.require(!isScratch || descriptor.lastIndexOf('[') == 0, descriptor + " is no scratch array");
    return new KernelParameter(name, descriptor, isScratch);
  }

  /** The form of a division. */
  public static byte[] of(Division division) {
    WireWriter out = begin('D');
    new MapperWriter(out).division(division);
    return out.written();
  }

  /**
   * The division of a form. Its evaluation may throw an {@link ArithmeticException} if it was not
   * made by a compiler.
   *
   * @throws WireFormException if the bytes are no division
   */
  public static Division division(byte[] bytes) {
    WireReader in = begin(bytes, 'D', "a division");
    Division division = new MapperReader(in).division();
    in.end();
    return division;
  }

  /**
   * The form of a launch.
   *
   * @param numberOf returns the number of an array, which is the same on both sides
   */
  public static byte[] of(Launch launch, ToLongFunction<Object> numberOf) {
    WireWriter out = begin('L');
    out.numbers(launch.space().starts());
    out.numbers(launch.space().steps());
    out.numbers(launch.space().counts());
    out.number(launch.arguments().length);
    for (Object argument : launch.arguments()) {
      argument(out, argument, numberOf);
    }
    out.list(
        launch.accesses(),
        access -> {
          out.number(access.parameter());
          out.number(access.readFrom());
          out.number(access.readTo());
          out.number(access.writtenFrom());
          out.number(access.writtenTo());
          out.flag(access.writesAll());
        });
    out.number(launch.violation());
    return out.written();
  }

  private static void argument(
      WireWriter out, @Nullable Object argument, ToLongFunction<Object> numberOf) {
    if (argument == null) {
      out.octet('N');
    } else if (argument instanceof Integer number) {
      out.octet('I');
      out.number(number);
    } else if (argument instanceof Long number) {
      out.octet('J');
      out.number(number);
    } else if (argument instanceof Float number) {
      out.octet('F');
      out.number(Float.floatToRawIntBits(number));
    } else if (argument instanceof Double number) {
      out.octet('D');
      out.number(Double.doubleToRawLongBits(number));
    } else {
      out.octet('[');
      out.number(numberOf.applyAsLong(argument));
    }
  }

  /**
   * The launch of a form.
   *
   * @param arrays returns the array with a number; empty if there is none
   * @throws WireFormException if the bytes are no launch, or not one for these arrays
   */
  public static Launch launch(byte[] bytes, LongFunction<Optional<Object>> arrays) {
    WireReader in = begin(bytes, 'L', "a launch");
    int[] starts = in.integers("its first values", 1, 3);
    int[] steps = in.integers("its steps", starts.length, starts.length);
    int[] counts = in.integers("its counts", starts.length, starts.length);
    for (int d = 0; d < starts.length; d++) {
      long past = starts[d] + (long) counts[d] * steps[d];
      in.require(
          steps[d] != 0 && counts[d] >= 0 && past == (int) past,
          "loop " + d + " has " + counts[d] + " iterations by " + steps[d] + " from " + starts[d]);
    }
    List<@Nullable Object> given = new ArrayList<>();
    in.list("its arguments", 0, MOST_PARAMETERS, () -> given.add(argument(in, arrays)));
    List<ArrayAccess> accesses = in.list("its accesses", 0, given.size(), () -> access(in, given));
    int violation = in.integer("its violation", Launch.PROVEN, given.size() - 1);
    in.require(
        violation == Launch.PROVEN
            || (given.get(violation) instanceof int[] taking && taking.length > 0),
        "its violation has no int[]");
    in.end();
    return new Launch(
        new IterationSpace(starts, steps, counts), given.toArray(), accesses, violation);
  }

  private static @Nullable Object argument(WireReader in, LongFunction<Optional<Object>> arrays) {
    int kind = in.octet("an argument's kind");
    return switch (kind) {
      case 'N' -> null;
      case 'I' -> in.integer("an int", Integer.MIN_VALUE, Integer.MAX_VALUE);
      case 'J' -> in.number("a long");
      case 'F' -> Float.intBitsToFloat(in.integer("a float", Integer.MIN_VALUE, Integer.MAX_VALUE));
      case 'D' -> Double.longBitsToDouble(in.number("a double"));
      case '[' -> {
        long number = in.number("an array");
        yield arrays.apply(number).orElseThrow(() -> in.wrong("there is no array " + number));
      }
      default -> throw in.wrong("an argument has the kind " + kind);
    };
  }

  private static ArrayAccess access(WireReader in, List<@Nullable Object> arguments) {
    int parameter = in.integer("an access's parameter", 0, arguments.size() - 1);
    Object array = arguments.get(parameter);
    in.require(
        array != null && array.getClass().isArray(),
        "parameter " + parameter + " is accessed and no array");
    int length = array == null ? 0 : Array.getLength(array);
    int readFrom = in.integer("the first read", 0, length);
    int readTo = in.integer("the end of reads", readFrom, length);
    int writtenFrom = in.integer("the first write", 0, length);
    int writtenTo = in.integer("the end of writes", writtenFrom, length);
    boolean writesAll = in.flag("whether it writes all");
    return new ArrayAccess(parameter, readFrom, readTo, writtenFrom, writtenTo, writesAll);
  }
}
