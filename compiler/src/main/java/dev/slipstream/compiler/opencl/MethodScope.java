package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** The names that one method's translation uses: its arrays, its variables, other functions. */
final class MethodScope {
  private static final Pattern STACK = Pattern.compile("s\\d\\w+");

  private final List<ArrayReference> arrays;
  private final FunctionWriter functions;
  private final Map<AbstractInsnNode, Integer> numbers = new HashMap<>();
  private final Map<Integer, ArrayReference> made = new HashMap<>();
  private final Map<String, Variable> variables = new LinkedHashMap<>();
  private final Set<String> shared = new HashSet<>();
  private final List<String> initial = new ArrayList<>();
  private int temporaries;

  /**
   * @param arrays the method's array parameters, in order
   */
  MethodScope(List<ArrayReference> arrays, FunctionWriter functions) {
    this.arrays = List.copyOf(arrays);
    this.functions = functions;
  }

  /** A mutable C variable. */
  record Variable(String name, String type) {}

  /** One of the method's array parameters, or an array that it has made. */
  ArrayReference array(int number) {
    ArrayReference own = made.get(number);
    return own == null ? arrays.get(number) : own;
  }

  /** The number of the array that an instruction makes. */
  int numberOf(AbstractInsnNode instruction) {
    return numbers.computeIfAbsent(
        instruction, i -> ArrayInterpreter.ArrayValue.MADE + numbers.size());
  }

  /** An array of the method's own, in the memory of one work item. */
  ArrayReference make(int number, CArrayType shape, int length) {
    return made.computeIfAbsent(
        number,
        n -> {
          String name = "q" + made.size();
          // C has no arrays without elements.
          String declared = name + "[" + Math.max(1, length) + "]";
          variables.put(declared, new Variable(declared, shape.elementType()));
          return new ArrayReference(
              shape,
              List.of(
                  ArrayReference.Part.name(name),
                  ArrayReference.Part.name(Integer.toString(length))),
              number);
        });
  }

  /** The C function's name for a called method, if it has one. */
  Optional<String> function(MethodInsnNode call) {
    return functions.find(call);
  }

  /** The change of an array element for which a called method stands. */
  Optional<ArrayAtomic> atomic(MethodInsnNode call) {
    return functions.atomic(call);
  }

  /** The variable for a local slot while it holds values of one type. */
  Expression local(int slot, CType type) {
    return variable("v" + slot + type.suffix(), type);
  }

  /** The variable for a place on the operand stack between blocks. */
  Expression stack(int depth, CType type) {
    return variable("s" + depth + type.suffix(), type);
  }

  /** The variables for a local slot while it holds arrays of one type. */
  ArrayReference local(int slot, CArrayType shape) {
    return variables(shape, shape.nameIn("v" + slot));
  }

  /** The variables for an array in a place on the operand stack between blocks. */
  ArrayReference stack(int depth, CArrayType shape) {
    return variables(shape, shape.nameIn("s" + depth));
  }

  /** Whether a variable is one of {@link #stack}. */
  static boolean isStack(String name) {
    return STACK.matcher(name).matches();
  }

  private Expression variable(String name, CType type) {
    variables.putIfAbsent(name, new Variable(name, type.text()));
    return Expression.variable(name, type);
  }

  private ArrayReference variables(CArrayType shape, String name) {
    for (CArrayType.Field field : shape.fields()) {
      String part = name + field.suffix();
      variables.putIfAbsent(part, new Variable(part, field.localType()));
    }
    return ArrayReference.variables(shape, name);
  }

  /**
   * Notes that some block looks for an array in the variables of a local slot, whatever array it
   * is, so that array parameters that are stored to the slot are to be assigned to them, too.
   */
  void shareLocal(int slot, CArrayType shape) {
    shared.add(shape.nameIn("v" + slot));
  }

  /** Like {@link #shareLocal} for a place on the stack. */
  void shareStack(int depth, CArrayType shape) {
    shared.add(shape.nameIn("s" + depth));
  }

  /** The variables for a local slot if {@link #shareLocal} was called for them. */
  Optional<ArrayReference> sharedLocal(int slot, CArrayType shape) {
    return shared(shape.nameIn("v" + slot), shape);
  }

  /** The variables for a place on the stack if {@link #shareStack} was called for them. */
  Optional<ArrayReference> sharedStack(int depth, CArrayType shape) {
    return shared(shape.nameIn("s" + depth), shape);
  }

  private Optional<ArrayReference> shared(String name, CArrayType shape) {
    return shared.contains(name) ? Optional.of(variables(shape, name)) : Optional.empty();
  }

  /** Adds a statement to those with which the function starts. */
  void addInitial(String statement) {
    initial.add(statement);
  }

  /** The statements with which the function starts. */
  List<String> initial() {
    return initial;
  }

  String temporary() {
    return "t" + temporaries++;
  }

  /** The variables used so far, in the order of their first use. */
  Collection<Variable> variables() {
    return variables.values();
  }
}
