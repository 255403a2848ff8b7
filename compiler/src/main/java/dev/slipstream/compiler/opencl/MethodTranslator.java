package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
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
  private final ControlFlow flow;

  /** The blocks that can be reached are numbered, and have their numbers here; -1 for others. */
  private final int[] numbers;

  /**
   * @param owner the internal name of the method's class
   * @throws UntranslatableException if the bytecode is not valid
   */
  MethodTranslator(String owner, MethodNode method, MethodScope scope)
      throws UntranslatableException {
    this.method = method;
    this.scope = scope;
    this.code = method.instructions.toArray();
    if (ControlFlow.usesSubroutines(method)) {
      throw new UntranslatableException("it calls subroutines (bytecode older than Java 6)");
    }
    // Kernels do not throw, so handlers are never reached.
    method.tryCatchBlocks.clear();
    try {
      this.frames = new Analyzer<>(new ArrayInterpreter(scope::numberOf)).analyze(owner, method);
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
  List<StructuredWriter.Line> translate() throws UntranslatableException {
    shareArrayVariables();
    List<CBlock> blocks = new ArrayList<>();
    int[] lines = sourceLines();
    for (Block block : flow.blocks()) {
      if (flow.reachable(block)) {
        BlockTranslator translator =
            new BlockTranslator(scope, this::blockAt, lines[block.first()]);
        int next = block.index() + 1;
        blocks.add(
            translator.translate(
                frames[block.first()],
                Arrays.asList(code).subList(block.first(), block.last() + 1),
                next < numbers.length ? numbers[next] : -1));
      }
    }
    boolean returnsVoid = Type.getReturnType(method.desc).getSort() == Type.VOID;
    return StructuredWriter.write(JumpThreading.apply(blocks), returnsVoid);
  }

  /** Finds the places where an array may come from several others, for variables to hold it. */
  private void shareArrayVariables() {
    for (Block block : flow.blocks()) {
      Frame<BasicValue> frame = frames[block.first()];
      if (frame == null) {
        continue;
      }
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
      Optional<CArrayType> shape = CArrayType.of(type);
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
    return numbers[flow.blockAt(label).index()];
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
