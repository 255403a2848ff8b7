package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Writes a kernel class's methods as C functions, each after the functions that it calls. */
final class FunctionWriter {
  /**
   * The prefix of the names of the copies of {@code emulation.math}'s methods in a kernel class.
   */
  private static final String MATH = "KernelMath_";

  /**
   * The device's functions that replace those of {@code emulation.math} where results may differ.
   * Their errors are those that OpenCL's full profile allows, in ulps of the type: 2 for {@code
   * cbrt}, {@code log1p}; 3 for {@code exp}, {@code expm1}, {@code log}, {@code log10}; 4 for
   * {@code sin}, {@code cos}, {@code asin}, {@code acos}, {@code sinh}, {@code cosh}, {@code
   * hypot}; 5 for {@code tan}, {@code atan}, {@code tanh}; 6 for {@code atan2}; 16 for {@code pow}.
   * (The OpenCL C Specification, "Relative Error as ULPs".)
   */
  private static final Set<String> DEVICE_FUNCTIONS =
      Set.of(
          "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log10",
          "log1p", "cbrt", "hypot", "sinh", "cosh", "tanh");

  /** Unlike in C, one to the power of NaN or of infinity is NaN in Java. */
  private static final String POWER = "slip_device_pow_";

  private final ClassNode kernel;
  private final FloatingPoint floatingPoint;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> open = new LinkedHashSet<>();
  private final StringBuilder called = new StringBuilder();
  private boolean storesBytes;
  private boolean updates;

  /** The types of elements that are read and written, one bit for each. */
  private int read;

  private int written;
  private long privateBytes;

  FunctionWriter(ClassNode kernel, FloatingPoint floatingPoint) {
    this.kernel = kernel;
    this.floatingPoint = floatingPoint;
  }

  /** The functions that the functions written up to now call, directly and indirectly. */
  String calledFunctions() {
    return called.toString();
  }

  /** Whether elements of one or two bytes are stored. */
  boolean storesBytes() {
    return storesBytes;
  }

  /**
   * Whether an element may be read that is written, in an array that other code sees: elements of
   * one type are read and written, or updated atomically.
   */
  boolean mayReadWhatItWrites() {
    return updates || (read & written) != 0;
  }

  /** The size in bytes of the private arrays of a work item. */
  long privateBytes() {
    return privateBytes;
  }

  /** Adds a private array of a work item. */
  void keep(long bytes) {
    privateBytes += bytes;
  }

  /** The text of a method as a C function with a name. */
  String function(MethodNode method, String function) throws UntranslatableException {
    translateCalled(method);
    List<String> declared = new ArrayList<>();
    List<ArrayReference> arrays = new ArrayList<>();
    int slot = 0;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      Optional<CArrayType> shape = CArrayType.of(type);
      if (shape.isPresent()) {
        String name = "a" + arrays.size();
        arrays.add(ArrayReference.parameter(shape.get(), name, arrays.size()));
        declared.add(shape.get().declared(name));
      } else if (type.getSort() < Type.ARRAY) {
        declared.add(CType.of(type).text() + " v" + slot + CType.of(type).suffix());
      } else {
        throw new UntranslatableException(
            method.name + " takes a " + type.getClassName() + ", which OpenCL devices do not know");
      }
      slot += type.getSize();
    }
    MethodTranslator translator = new MethodTranslator(kernel.name, method, arrays, this);
    List<CBlock.Line> lines = translator.translate();
    StringBuilder text = new StringBuilder(header(method, function, declared));
    addLocals(translator.variables(), declared, text);
    for (String statement : translator.initial()) {
      text.append("  ").append(statement).append('\n');
    }
    add(lines, text);
    return text.append("}\n").toString();
  }

  private static String header(MethodNode method, String name, List<String> declared) {
    Type result = Type.getReturnType(method.desc);
    String type = result.getSort() == Type.VOID ? "void" : CType.of(result).text();
    return "static " + type + " " + name + "(" + String.join(", ", declared) + ") {\n";
  }

  private static void addLocals(
      Map<String, String> variables, List<String> declared, StringBuilder text) {
    Map<String, List<String>> byType = new LinkedHashMap<>();
    for (CType type : CType.values()) {
      byType.put(type.text(), new ArrayList<>());
    }
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      String type = variable.getValue();
      if (!declared.contains(type + " " + variable.getKey())) {
        byType.computeIfAbsent(type, t -> new ArrayList<>()).add(variable.getKey());
      }
    }
    for (Map.Entry<String, List<String>> entry : byType.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        String type = entry.getKey();
        // Each further pointer needs a star of its own.
        String list = String.join(type.endsWith("*") ? ", *" : ", ", entry.getValue());
        text.append("  ").append(type).append(' ').append(list).append(";\n");
      }
    }
  }

  private static void add(List<CBlock.Line> lines, StringBuilder text) {
    int source = -1;
    for (CBlock.Line line : lines) {
      String indent = "  ".repeat(line.indent());
      if (line.source() >= 0 && line.source() != source) {
        source = line.source();
        text.append(indent).append("// line ").append(source).append('\n');
      }
      text.append(indent).append(line.text()).append('\n');
    }
  }

  private void translateCalled(MethodNode method) throws UntranslatableException {
    for (AbstractInsnNode instruction : method.instructions) {
      int opcode = instruction.getOpcode();
      if (instruction instanceof MethodInsnNode call
          && opcode == Opcodes.INVOKESTATIC
          && call.owner.equals(kernel.name)) {
        if (atomic(call).isPresent()) {
          updates = true;
        } else if (deviceFunction(call).isEmpty()) {
          translateOnce(call);
        }
      } else if (Instructions.loadsElement(opcode) && opcode != Opcodes.AALOAD) {
        read |= 1 << (opcode - Opcodes.IALOAD);
      } else if (Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE) {
        written |= 1 << (opcode - Opcodes.IASTORE);
        storesBytes |= opcode >= Opcodes.BASTORE;
      }
    }
  }

  private void translateOnce(MethodInsnNode call) throws UntranslatableException {
    String key = call.name + call.desc;
    if (open.contains(key)) {
      throw new UntranslatableException(
          "it calls " + call.name + ", which calls itself; OpenCL devices have no recursion");
    }
    if (names.containsKey(key)) {
      return;
    }
    Optional<MethodNode> target = Instructions.method(kernel, call.name, call.desc);
    if (target.isEmpty()) {
      return;
    }
    open.add(key);
    String name = "f" + names.size() + "_" + call.name.replaceAll("[^A-Za-z0-9]+", "_");
    String text = function(target.get(), name);
    open.remove(key);
    names.put(key, name);
    called.append(text).append('\n');
  }

  /** The update of an array element that a call of a method represents. */
  Optional<ArrayAtomic> atomic(MethodInsnNode call) {
    return ArrayAtomic.of(call, kernel.name);
  }

  /**
   * The device's function that replaces a called method where results may differ.
   *
   * @return its name, which ends in {@code _} if the type's suffix is to follow
   */
  Optional<String> deviceFunction(MethodInsnNode call) {
    if (floatingPoint == FloatingPoint.EXACT
        || !call.owner.equals(kernel.name)
        || !call.name.startsWith(MATH)) {
      return Optional.empty();
    }
    String name = call.name.substring(MATH.length());
    return name.equals("pow")
        ? Optional.of(POWER)
        : DEVICE_FUNCTIONS.contains(name) ? Optional.of(name) : Optional.empty();
  }

  /** The name of the C function for a called method, if there is one. */
  Optional<String> find(MethodInsnNode call) {
    return call.owner.equals(kernel.name)
        ? Optional.ofNullable(names.get(call.name + call.desc))
        : Intrinsics.openClFunction(call);
  }
}
