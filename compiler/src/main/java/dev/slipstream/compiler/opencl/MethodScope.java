package dev.slipstream.compiler.opencl;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.tree.MethodInsnNode;

/** The names that one method's translation uses: its arrays, its variables, other functions. */
final class MethodScope {
  private final List<ArrayParameter> arrays;
  private final Functions functions;
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private int temporaries;

  MethodScope(List<ArrayParameter> arrays, Functions functions) {
    this.arrays = List.copyOf(arrays);
    this.functions = functions;
  }

  /** The C names of an array parameter's elements and length, and the JVM element type. */
  record ArrayParameter(String name, String length, char element) {}

  /** A mutable C variable. */
  record Variable(String name, CType type) {}

  /** Finds the C function for a called method. */
  @FunctionalInterface
  interface Functions {
    /** The C function's name, if the method has one. */
    Optional<String> find(MethodInsnNode call);
  }

  ArrayParameter array(int index) {
    return arrays.get(index);
  }

  Optional<String> function(MethodInsnNode call) {
    return functions.find(call);
  }

  /** The variable for a local slot while it holds values of one type. */
  Expression local(int slot, CType type) {
    return variable("v" + slot + type.suffix(), type);
  }

  /** The variable for a place on the operand stack between blocks. */
  Expression stack(int depth, CType type) {
    return variable("s" + depth + type.suffix(), type);
  }

  /** Whether a variable is one of {@link #stack}. */
  boolean isStack(String name) {
    return name.startsWith("s");
  }

  private Expression variable(String name, CType type) {
    variables.putIfAbsent(name, new Variable(name, type));
    return Expression.variable(name, type);
  }

  String temporary() {
    return "t" + temporaries++;
  }

  /** The variables used so far, in the order of their first use. */
  Collection<Variable> variables() {
    return variables.values();
  }
}
