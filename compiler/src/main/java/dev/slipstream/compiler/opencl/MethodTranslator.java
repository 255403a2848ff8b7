package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Translates the code of one static method to the lines of a C function's body, and names its
 * variables. A place of the JVM is {@code v3} for local slot 3, or {@code s0} for the lowest
 * position of the operand stack between blocks. Each place has a variable for each type of values
 * that it holds.
 */
final class MethodTranslator {
  private static final Pattern STACK = Pattern.compile("s\\d\\w+");

  private final MethodNode method;
  private final List<ArrayReference> arrays;
  private final FunctionWriter functions;
  private final AbstractInsnNode[] code;
  private final Frame<BasicValue>[] frames;
  private final ControlFlow flow;

  /** The numbers of the blocks that can be reached; -1 for others. */
  private final int[] numbers;

  private final Map<Integer, ArrayReference> made = new HashMap<>();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final Set<String> shared = new HashSet<>();
  private final List<String> initial = new ArrayList<>();
  private int temporaries;

  /**
   * @param owner the internal name of the method's class
   * @param arrays the method's array parameters, in order
   * @throws UntranslatableException if the bytecode is not valid
   */
  MethodTranslator(
      String owner, MethodNode method, List<ArrayReference> arrays, FunctionWriter functions)
      throws UntranslatableException {
    this.method = method;
    this.arrays = List.copyOf(arrays);
    this.functions = functions;
    this.code = method.instructions.toArray();
    if (ControlFlow.usesSubroutines(method)) {
      throw new UntranslatableException("it calls subroutines (bytecode older than Java 6)");
    }
    // Kernels do not throw, so handlers are never reached.
    method.tryCatchBlocks.clear();
    try {
      this.frames =
          new Analyzer<>(new ArrayInterpreter(method.instructions)).analyze(owner, method);
    } catch (AnalyzerException e) {
      throw new UntranslatableException(
          "the bytecode of " + method.name + " is not valid: " + e.getMessage());
    }
    this.flow = ControlFlow.of(method);
    this.numbers = new int[flow.blocks().size()];
    int next = 0;
    for (Block block : flow.blocks()) {
      numbers[block.index()] = flow.reachable(block) ? next++ : -1;
    }
  }

  /** Translates the method. */
  List<CBlock.Line> translate() throws UntranslatableException {
    shareArrayVariables();
    List<CBlock> blocks = new ArrayList<>();
    int line = -1;
    for (Block block : flow.blocks()) {
      if (flow.reachable(block)) {
        int next = block.index() + 1;
        blocks.add(
            new BlockTranslator(this, functions, line)
                .translate(
                    frames[block.first()],
                    Arrays.asList(code).subList(block.first(), block.last() + 1),
                    next < numbers.length ? numbers[next] : -1));
      }
      for (int i = block.first(); i <= block.last(); i++) {
        line = code[i] instanceof LineNumberNode number ? number.line : line;
      }
    }
    boolean returnsVoid = Type.getReturnType(method.desc).getSort() == Type.VOID;
    return StructuredWriter.write(CBlock.withoutDetours(blocks), returnsVoid);
  }

  /** Finds the places in which an array may be one of several; these need variables. */
  private void shareArrayVariables() {
    for (Block block : flow.blocks()) {
      Frame<BasicValue> frame = frames[block.first()];
      if (frame != null) {
        for (int slot = 0; slot < frame.getLocals(); slot++) {
          share("v" + slot, frame.getLocal(slot));
        }
        for (int depth = 0; depth < frame.getStackSize(); depth++) {
          share("s" + depth, frame.getStack(depth));
        }
      }
    }
    int slot = 0;
    int parameters = 0;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      Optional<CArrayType> shape = CArrayType.of(type);
      if (shape.isPresent()) {
        ArrayReference parameter = arrays.get(parameters++);
        Optional<ArrayReference> local = target("v" + slot, parameter);
        if (local.isPresent()) {
          start(local.get(), parameter);
        }
      }
      slot += type.getSize();
    }
  }

  private void share(String place, BasicValue value) {
    if (value instanceof ArrayInterpreter.ArrayValue array && !array.isKnown()) {
      shared.add(array.shape().nameIn(place));
    }
  }

  private void start(ArrayReference local, ArrayReference parameter) {
    for (int i = 0; i < local.parts().size(); i++) {
      initial.add(local.parts().get(i).text() + " = " + parameter.parts().get(i).text() + ";");
    }
  }

  /** The number of the block that starts at a label. */
  int blockAt(LabelNode label) {
    return numbers[flow.blockAt(label).index()];
  }

  /** The index of an instruction. */
  int indexOf(AbstractInsnNode instruction) {
    return method.instructions.indexOf(instruction);
  }

  /** The variable for a place while it holds values of one type. */
  Expression variable(String place, CType type) {
    String name = place + type.suffix();
    variables.putIfAbsent(name, type.text());
    return Expression.variable(name, type);
  }

  /** Whether a variable belongs to a position on the stack. */
  static boolean isStack(String name) {
    return STACK.matcher(name).matches();
  }

  private ArrayReference variables(String place, CArrayType shape) {
    String name = shape.nameIn(place);
    for (CArrayType.Field field : shape.fields()) {
      variables.putIfAbsent(name + field.suffix(), field.localType());
    }
    return ArrayReference.variables(shape, name);
  }

  /** The array in a place for which the value of the reference is known, or an unusable operand. */
  Operand reference(String place, BasicValue value) {
    if (!(value instanceof ArrayInterpreter.ArrayValue array)) {
      return new Operand.Unusable();
    }
    if (!array.isKnown()) {
      return variables(place, array.shape());
    }
    ArrayReference own = made.get(array.parameter());
    return own == null ? arrays.get(array.parameter()) : own;
  }

  /**
   * The variables of a place from which other blocks read an array that is put there, if they do.
   */
  Optional<ArrayReference> target(String place, ArrayReference array) {
    boolean known = array.isParameter() && !shared.contains(array.shape().nameIn(place));
    return !known && !array.isMade()
        ? Optional.of(variables(place, array.shape()))
        : Optional.empty();
  }

  /** An array that the method creates, in the private memory of one work item. */
  ArrayReference make(AbstractInsnNode instruction, char element, int length) {
    int number = ArrayInterpreter.ArrayValue.MADE + indexOf(instruction);
    return made.computeIfAbsent(
        number,
        n -> {
          CArrayType shape = new CArrayType(element, 1);
          String name = "q" + made.size();
          functions.keep((long) length * Instructions.bytesOf(element));
          // C has no arrays without elements.
          variables.put(name + "[" + Math.max(1, length) + "]", shape.elementType());
          return new ArrayReference(
              shape,
              List.of(
                  ArrayReference.Part.name(name),
                  ArrayReference.Part.name(Integer.toString(length))),
              number);
        });
  }

  /** The statements with which the function starts. */
  List<String> initial() {
    return initial;
  }

  /** The name of a variable that is assigned once. */
  String temporary() {
    return "t" + temporaries++;
  }

  /** The C types of the variables used up to now, by name in the order of their first use. */
  Map<String, String> variables() {
    return variables;
  }
}
