package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Translates kernels to OpenCL C 1.2 with Java's semantics, bit for bit.
 *
 * <p>The input is a closed class with a method {@code public static void body(int i0[, int i1[, int
 * i2]], parameters…)} for one iteration. Its parameters are {@code I J F D} or arrays of primitives
 * with one to three indices. Further methods are static methods over primitives, or those of {@link
 * dev.slipstream.compiler.analysis.reduction.ArrayAtomic}. {@code body} must be known not to throw
 * for the iterations that are run, and must store no references to arrays.
 *
 * <p>The output is one program with one kernel, whose arguments are, in this order:
 *
 * <ol>
 *   <li>for each dimension, outermost first: {@code int start, int step, uint count};
 *   <li>for each parameter: a scalar as {@code int}, {@code long}, {@code float} or {@code double};
 *       an array as {@code __global} pointer to {@code char} (boolean, byte), {@code short}, {@code
 *       ushort} (char), {@code int}, {@code long}, {@code float} or {@code double}, and then its
 *       length as {@code int};
 *   <li>for an array of arrays {@code T* p, const long* p_rows, int p_columns, int p_length}: its
 *       rows are stored in {@code p} in sequence. If {@code p_columns} is not negative, each has
 *       that many elements, and row {@code i} starts at {@code (long) i * p_columns}. Otherwise it
 *       starts at {@code p_rows[i]} and ends before {@code p_rows[i + 1]};
 *   <li>for an array of arrays of arrays {@code T* p, const long* p_planes, const long* p_rows, int
 *       p_height, int p_columns, int p_length}: if {@code p_columns} is not negative, each of the
 *       {@code p_length} planes has {@code p_height} rows with that many elements. Otherwise the
 *       rows of all planes are numbered, those of plane {@code i} from {@code p_planes[i]} on and
 *       before {@code p_planes[i + 1]}, and {@code p_rows} contains the start of each.
 * </ol>
 *
 * <p>If the kernel may read what it writes, because it reads and writes elements of one type, then
 * one more argument {@code __global uint* starts} is the last. The kernel adds one to the number
 * there each time it runs. So it can be known whether it has run although the driver reported an
 * error.
 *
 * <p>A kernel reads these tables only for rows that it accesses; if {@code p_columns} is not
 * negative they may be null.
 *
 * <p>The innermost loop is dimension 0 of the NDRange, so that neighbouring work items access
 * neighbouring elements. The global size may be rounded up: work items past {@code count} do
 * nothing. Work-group sizes are free.
 *
 * <p>Build exact kernels with {@code -cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt} and
 * without options that relax floating point. On devices that do not round {@code float} division
 * and square root correctly add {@code -DSLIP_FLOAT_VIA_DOUBLE}, which needs double precision.
 * Relaxed kernels may be built with {@code -cl-mad-enable} and without the option for division.
 *
 * <p>Pure functions; thread-safe.
 */
public final class OpenClTranslator {
  /**
   * The loop's number at the end of the name of a kernel class, in front of the suffix for the kind
   * of kernel.
   */
  private static final Pattern LOOP_NUMBER = Pattern.compile("_\\d+(?=(_[a-z_]+)?$)");

  /** The type double, and its literals, which have no {@code f}. */
  private static final Pattern DOUBLES =
      Pattern.compile(
          "\\bdouble\\b|\\bas_double\\b|0x[0-9a-f.]+p-?[0-9]+(?![0-9f])"
              + "|(?<![x0-9])[0-9]+\\.[0-9]+(?![0-9f])");

  private OpenClTranslator() {}

  /**
   * Translates one kernel.
   *
   * @param kernelClass the class file
   * @param dimensions 1, 2 or 3: the number of {@code body}'s parameters that are loop variables
   * @param parameterTypes the JVM descriptors of the parameters after them
   * @param floatingPoint the precision of floating-point results
   * @param scratch the parameters, as indices, of which each work item has an array of its own: the
   *     buffer has room for as many arrays of its length as one command has work items
   * @param start the element with which the memory of the other arrays begins
   * @throws UntranslatableException if the kernel contains something that OpenCL C cannot express
   *     exactly
   * @throws IllegalArgumentException if the class has no such {@code body}
   */
  public static OpenClSource translate(
      byte[] kernelClass,
      int dimensions,
      List<String> parameterTypes,
      FloatingPoint floatingPoint,
      Set<Integer> scratch,
      ArrayStart start)
      throws UntranslatableException {
    if (dimensions < 1 || dimensions > 3) {
      throw new IllegalArgumentException("a kernel has 1 to 3 dimensions, not " + dimensions);
    }
    ClassNode kernel = new ClassNode();
    new ClassReader(kernelClass).accept(kernel, 0);
    String descriptor = "(" + "I".repeat(dimensions) + String.join("", parameterTypes) + ")V";
    MethodNode body = Instructions.method(kernel, "body", descriptor).orElse(null);
    if (body == null) {
      throw new IllegalArgumentException(kernel.name + " has no method body" + descriptor);
    }
    List<Type> parameters = new ArrayList<>();
    for (String type : parameterTypes) {
      parameters.add(Type.getType(type));
    }
    FunctionWriter functions = new FunctionWriter(kernel, floatingPoint);
    String bodyText = functions.function(body, "slip_body");
    String name = "slip_" + name(kernel.name);
    String code =
        functions.calledFunctions()
            + bodyText
            + '\n'
            + entry(name, dimensions, parameters, scratch, start, functions.mayReadWhatItWrites());
    String prelude = Prelude.functionsFor(code);
    boolean usesDouble = DOUBLES.matcher((prelude + code).replaceAll("(?m)//.*$", "")).find();
    String text = Prelude.head(code, usesDouble, floatingPoint) + prelude + '\n' + code;
    return new OpenClSource(
        text,
        name,
        usesDouble,
        functions.storesBytes(),
        functions.privateBytes(),
        functions.mayReadWhatItWrites());
  }

  /**
   * The kernel's name, without the loop's number: it is the same in every run, regardless of the
   * loops that were found before.
   */
  private static String name(String className) {
    String simpleName = className.substring(className.lastIndexOf('/') + 1);
    return LOOP_NUMBER.matcher(simpleName).replaceFirst("").replaceAll("[^A-Za-z0-9]+", "_");
  }

  /** The {@code __kernel} function: computes its iteration and calls the body. */
  private static String entry(
      String name,
      int dimensions,
      List<Type> parameters,
      Set<Integer> scratch,
      ArrayStart start,
      boolean countsStarts) {
    List<String> declared = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    StringBuilder body = new StringBuilder(countsStarts ? "  slip_count_start(starts);\n" : "");
    for (int d = 0; d < dimensions; d++) {
      declared.add("int start_" + d + ", int step_" + d + ", uint count_" + d);
      String k = "k" + d;
      body.append(
          String.format(
              Locale.ROOT, "  const size_t %s = get_global_id(%d);\n", k, dimensions - 1 - d));
      body.append(String.format(Locale.ROOT, "  if (%s >= count_%d) return;\n", k, d));
      passed.add(
          String.format(Locale.ROOT, "(int)((uint)start_%d + (uint)%s * (uint)step_%d)", d, k, d));
    }
    if (!scratch.isEmpty()) {
      body.append(String.format(Locale.ROOT, "  const size_t item = %s;\n", item(dimensions)));
    }
    for (int p = 0; p < parameters.size(); p++) {
      Type type = parameters.get(p);
      Optional<CArrayType> array = CArrayType.of(type);
      if (scratch.contains(p)) {
        declared.add(array.orElseThrow().declared("p" + p));
        passed.add(
            String.format(Locale.ROOT, "p%1$d + item * (size_t)p%1$d_length, p%1$d_length", p));
      } else if (array.isPresent() && start == ArrayStart.ANY_ELEMENT) {
        String before = "p" + p + "_before";
        declared.add(array.get().declared("p" + p) + ", long " + before);
        passed.add(array.get().passedFrom("p" + p, before));
      } else if (array.isPresent()) {
        declared.add(array.get().declared("p" + p));
        passed.add(array.get().passed("p" + p));
      } else {
        declared.add(CType.of(type).text() + " p" + p);
        passed.add("p" + p);
      }
    }
    if (countsStarts) {
      declared.add("__global uint* starts");
    }
    return String.format(
        Locale.ROOT,
        "__kernel void %s(\n    %s) {\n%s  slip_body(\n      %s);\n}\n",
        name,
        String.join(",\n    ", declared),
        body,
        String.join(",\n      ", passed));
  }

  /** The number of a work item within its command. */
  private static String item(int dimensions) {
    String item = "(get_global_id(0) - get_global_offset(0))";
    for (int d = 1; d < dimensions; d++) {
      String size = " * get_global_size(0)" + (d == 2 ? " * get_global_size(1)" : "");
      item +=
          String.format(Locale.ROOT, " + (get_global_id(%1$d) - get_global_offset(%1$d))", d)
              + size;
    }
    return item;
  }
}
