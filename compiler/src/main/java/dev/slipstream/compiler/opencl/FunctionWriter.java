package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import dev.slipstream.compiler.classfile.Instructions;
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
  private final ClassNode kernel;
  private final FloatingPoint floatingPoint;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Set<String> open = new LinkedHashSet<>();
  private final StringBuilder called = new StringBuilder();
  private boolean storesBytes;

  FunctionWriter(ClassNode kernel, FloatingPoint floatingPoint) {
    this.kernel = kernel;
    this.floatingPoint = floatingPoint;
  }

  /** The text of {@code body}, as the function {@code slip_body}. */
  String body(MethodNode body) throws UntranslatableException {
    return function(body, "slip_body");
  }

  /** The functions that the body calls, directly and indirectly. */
  String calledFunctions() {
    return called.toString();
  }

  /** Whether elements of one or two bytes are stored. */
  boolean storesBytes() {
    return storesBytes;
  }

  private String function(MethodNode method, String function) throws UntranslatableException {
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
    MethodScope scope = new MethodScope(arrays, this);
    List<StructuredWriter.Line> lines =
        new MethodTranslator(kernel.name, method, scope).translate();
    return header(method, function, declared)
        + locals(scope, declared)
        + initial(scope)
        + text(lines)
        + "}\n";
  }

  private static String header(MethodNode method, String name, List<String> declared) {
    Type result = Type.getReturnType(method.desc);
    String type = result.getSort() == Type.VOID ? "void" : CType.of(result).text();
    return "static " + type + " " + name + "(" + String.join(", ", declared) + ") {\n";
  }

  private static String locals(MethodScope scope, List<String> declared) {
    Map<String, List<String>> byType = new LinkedHashMap<>();
    for (CType type : CType.values()) {
      byType.put(type.text(), new ArrayList<>());
    }
    for (MethodScope.Variable variable : scope.variables()) {
      if (!declared.contains(variable.type() + " " + variable.name())) {
        byType.computeIfAbsent(variable.type(), t -> new ArrayList<>()).add(variable.name());
      }
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> entry : byType.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        String type = entry.getKey();
        // Each further pointer needs a star of its own.
        String list = String.join(type.endsWith("*") ? ", *" : ", ", entry.getValue());
        text.append("  ").append(type).append(' ').append(list).append(";\n");
      }
    }
    return text.toString();
  }

  private static String initial(MethodScope scope) {
    StringBuilder text = new StringBuilder();
    for (String statement : scope.initial()) {
      text.append("  ").append(statement).append('\n');
    }
    return text.toString();
  }

  private static String text(List<StructuredWriter.Line> lines) {
    StringBuilder text = new StringBuilder();
    int source = -1;
    for (StructuredWriter.Line line : lines) {
      String indent = "  ".repeat(line.indent());
      if (line.source() >= 0 && line.source() != source) {
        source = line.source();
        text.append(indent).append("// line ").append(source).append('\n');
      }
      text.append(indent).append(line.text()).append('\n');
    }
    return text.toString();
  }

  private void translateCalled(MethodNode method) throws UntranslatableException {
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call
          && call.getOpcode() == Opcodes.INVOKESTATIC
          && call.owner.equals(kernel.name)) {
        if (deviceFunction(call).isEmpty() && atomic(call).isEmpty()) {
          translateOnce(call);
        }
      } else if (instruction.getOpcode() >= Opcodes.BASTORE
          && instruction.getOpcode() <= Opcodes.SASTORE) {
        storesBytes = true;
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

  /** The change of an array element for which a called method stands. */
  Optional<ArrayAtomic> atomic(MethodInsnNode call) {
    return ArrayAtomic.of(call, kernel.name);
  }

  private Optional<String> deviceFunction(MethodInsnNode call) {
    return floatingPoint == FloatingPoint.RELAXED && call.owner.equals(kernel.name)
        ? DeviceFunctions.find(call)
        : Optional.empty();
  }

  /** The C function's name for a called method, if it has one. */
  Optional<String> find(MethodInsnNode call) {
    Optional<String> own = deviceFunction(call);
    if (own.isPresent()) {
      return own;
    }
    return call.owner.equals(kernel.name)
        ? Optional.ofNullable(names.get(call.name + call.desc))
        : KnownCalls.find(call.owner, call.name, call.desc);
  }
}
