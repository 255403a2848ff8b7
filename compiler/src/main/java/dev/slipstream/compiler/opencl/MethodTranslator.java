package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Translates the code of one static method to the lines of a C function's body. */
final class MethodTranslator {
  private final MethodNode method;
  private final MethodScope scope;
  private final AbstractInsnNode[] code;
  private final Frame<BasicValue>[] frames;
  private final List<Integer> starts = new ArrayList<>();
  private final Map<Integer, Integer> numbers = new HashMap<>();

  /**
   * @param owner the internal name of the method's class
   * @throws UntranslatableException if the bytecode is not valid
   */
  MethodTranslator(String owner, MethodNode method, MethodScope scope)
      throws UntranslatableException {
    this.method = method;
    this.scope = scope;
    this.code = method.instructions.toArray();
    for (AbstractInsnNode instruction : code) {
      if (instruction.getOpcode() == Opcodes.JSR || instruction.getOpcode() == Opcodes.RET) {
        throw new UntranslatableException("it calls subroutines (bytecode older than Java 6)");
      }
    }
    // Kernels do not throw, so handlers are never reached.
    method.tryCatchBlocks.clear();
    try {
      this.frames = new Analyzer<>(new ArrayInterpreter(scope::numberOf)).analyze(owner, method);
    } catch (AnalyzerException e) {
      throw new UntranslatableException(
          "the bytecode of " + method.name + " is not valid: " + e.getMessage());
    }
  }

  /** Translates the method. */
  List<StructuredWriter.Line> translate() throws UntranslatableException {
    findBlocks();
    shareArrayVariables();
    List<Block> blocks = new ArrayList<>();
    int[] lines = sourceLines();
    for (int block = 0; block < starts.size(); block++) {
      int start = starts.get(block);
      int end = start + 1;
      while (end < code.length && !numbers.containsKey(end) && frames[end] != null) {
        end++;
      }
      BlockTranslator translator = new BlockTranslator(scope, this::blockAt, lines[start]);
      blocks.add(
          translator.translate(
              frames[start],
              Arrays.asList(code).subList(start, end),
              numbers.getOrDefault(end, -1)));
    }
    boolean returnsVoid = Type.getReturnType(method.desc).getSort() == Type.VOID;
    return StructuredWriter.write(JumpThreading.apply(blocks), returnsVoid);
  }

  /** Finds the places where an array may come from several others, for variables to hold it. */
  private void shareArrayVariables() {
    for (int start : starts) {
      Frame<BasicValue> frame = frames[start];
      for (int slot = 0; slot < frame.getLocals(); slot++) {
        if (frame.getLocal(slot) instanceof ArrayInterpreter.ArrayValue array && !array.isKnown()) {
          scope.shareLocal(slot, array.shape());
        }
      }
      for (int depth = 0; depth < frame.getStackSize(); depth++) {
        if (frame.getStack(depth) instanceof ArrayInterpreter.ArrayValue array
            && !array.isKnown()) {
          scope.shareStack(depth, array.shape());
        }
      }
    }
    int slot = 0;
    int arrays = 0;
    for (Type type : Type.getArgumentTypes(method.desc)) {
      Optional<ArrayShape> shape = ArrayShape.of(type);
      if (shape.isPresent()) {
        ArrayReference parameter = scope.array(arrays++);
        scope.sharedLocal(slot, shape.get()).ifPresent(local -> start(local, parameter));
      }
      slot += type.getSize();
    }
  }

  private void start(ArrayReference local, ArrayReference parameter) {
    for (int i = 0; i < local.parts().size(); i++) {
      scope.addInitial(local.parts().get(i).text() + " = " + parameter.parts().get(i).text() + ";");
    }
  }

  private int blockAt(LabelNode label) {
    Integer number = numbers.get(method.instructions.indexOf(label));
    if (number == null) {
      throw new IllegalStateException("no block starts at a label that is jumped to");
    }
    return number;
  }

  /** Blocks start at the entry, where jumps lead to, and after jumps; unreachable code has none. */
  private void findBlocks() {
    boolean[] leader = new boolean[code.length + 1];
    leader[0] = true;
    for (int i = 0; i < code.length; i++) {
      AbstractInsnNode instruction = code[i];
      if (instruction instanceof JumpInsnNode jump) {
        mark(leader, List.of(jump.label));
        leader[i + 1] = true;
      } else if (instruction instanceof TableSwitchInsnNode table) {
        mark(leader, table.labels);
        mark(leader, List.of(table.dflt));
        leader[i + 1] = true;
      } else if (instruction instanceof LookupSwitchInsnNode lookup) {
        mark(leader, lookup.labels);
        mark(leader, List.of(lookup.dflt));
        leader[i + 1] = true;
      } else if (isEnd(instruction.getOpcode())) {
        leader[i + 1] = true;
      }
    }
    for (int i = 0; i < code.length; i++) {
      if (leader[i] && frames[i] != null) {
        numbers.put(i, starts.size());
        starts.add(i);
      }
    }
  }

  private static boolean isEnd(int opcode) {
    return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW;
  }

  private void mark(boolean[] leader, List<LabelNode> labels) {
    for (LabelNode label : labels) {
      leader[method.instructions.indexOf(label)] = true;
    }
  }

  private int[] sourceLines() {
    int[] lines = new int[code.length];
    int line = -1;
    for (int i = 0; i < code.length; i++) {
      if (code[i] instanceof LineNumberNode number) {
        line = number.line;
      }
      lines[i] = line;
    }
    return lines;
  }
}
