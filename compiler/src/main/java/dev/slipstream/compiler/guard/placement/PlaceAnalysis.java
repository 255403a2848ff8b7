package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Computes the operand stack before those instructions of a method that the guards depend on. The
 * result is that of ASM's analyzer, at a lower cost: it merges frames only where paths meet, and
 * keeps only the frames that are needed. Every class of the program that uses arrays waits for this
 * while it is loaded. Only methods with subroutines (JSR), which compilers no longer emit, are left
 * to ASM.
 */
final class PlaceAnalysis {
  private final MethodNode method;
  private final InsnList instructions;
  private final MotionBarriers barriers;
  private final PlaceInterpreter interpreter;
  private final Optional<ControlFlow> flow;
  private final @Nullable PlaceFrame[] atStart;
  private final @Nullable Frame<BasicValue>[] asked;

  /** The blocks that remain to be followed. */
  private final BitSet open = new BitSet();

  private final BitSet reached = new BitSet();

  /**
   * Analyses a method.
   *
   * @param owner the internal name of its class
   * @param flow its blocks; empty if it has subroutines
   * @throws AnalyzerException if the method's code is damaged
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  PlaceAnalysis(
      String owner, MethodNode method, Optional<ControlFlow> flow, MotionBarriers barriers)
      throws AnalyzerException {
    this.method = method;
    this.instructions = method.instructions;
    this.barriers = barriers;
    this.interpreter = new PlaceInterpreter(instructions);
    this.flow = flow;
    this.atStart = new PlaceFrame[flow.map(blocks -> blocks.blocks().size()).orElse(0)];
    this.asked = new Frame[instructions.size()];
    if (flow.isEmpty()) {
      leaveToAsm(owner);
      return;
    }
    List<Block> blocks = flow.get().blocks();
    meet(blocks.get(0), entry(owner));
    for (int start = open.nextSetBit(0); start >= 0; start = open.nextSetBit(0)) {
      open.clear(start);
      follow(blocks.get(start));
    }
  }

  private void leaveToAsm(String owner) throws AnalyzerException {
    @Nullable Frame<BasicValue>[] frames =
        new Analyzer<BasicValue>(interpreter) {
          @Override
          protected Frame<BasicValue> newFrame(int locals, int stack) {
            return new PlaceFrame(locals, stack, instructions, barriers);
          }

          @Override
          protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
            return new PlaceFrame(frame, instructions, barriers);
          }
        }.analyze(owner, method);
    for (int i = 0; i < frames.length; i++) {
      reached.set(i, frames[i] != null);
      asked[i] = frames[i];
    }
  }

  /** Whether an instruction can be reached. */
  boolean isReached(int number) {
    return reached.get(number);
  }

  /** The stack before an instruction that can be reached, if the instruction {@link #isAsked}. */
  @Nullable Frame<BasicValue> stackAt(int number) {
    return asked[number];
  }

  /**
   * Whether the stack before an instruction is kept: for accesses of elements, for calls, and for
   * instructions that store or return an object.
   */
  private static boolean isAsked(int opcode) {
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
        || (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE)
        || opcode == Opcodes.ASTORE
        || opcode == Opcodes.PUTFIELD
        || opcode == Opcodes.ARETURN;
  }

  private PlaceFrame entry(String owner) {
    PlaceFrame frame = new PlaceFrame(method.maxLocals, method.maxStack, instructions, barriers);
    frame.setReturn(interpreter.newReturnTypeValue(Type.getReturnType(method.desc)));
    interpreter.enter(owner, method, frame);
    return frame;
  }

  /** Follows a path from a block at which paths meet to the next such block, or to its end. */
  private void follow(Block start) throws AnalyzerException {
    PlaceFrame frame = copy(frameAt(start));
    List<TryCatchBlockNode> protecting = List.of();
    Block block = start;
    while (true) {
      if (!block.handlers().equals(protecting)) {
        protecting = block.handlers();
        throwTo(protecting, frame);
      }
      follow(block, frame);
      AbstractInsnNode last = instructions.get(block.last());
      for (LabelNode target : ControlFlow.targets(last)) {
        meet(blockAt(target), frame);
      }
      if (!Instructions.fallsThrough(last.getOpcode())) {
        return;
      }
      if (block.last() + 1 == instructions.size()) {
        throw new AnalyzerException(last, "Execution can fall off the end of the code");
      }
      Block next = block.normalSuccessors().get(0);
      if (next.predecessors().size() > 1 || flow.orElseThrow().startsHandler(next)) {
        meet(next, frame);
        return;
      }
      block = next;
    }
  }

  private void follow(Block block, PlaceFrame frame) throws AnalyzerException {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = instructions.get(i);
      int opcode = node.getOpcode();
      reached.set(i);
      if (opcode < 0) {
        continue;
      }
      try {
        asked[i] = isAsked(opcode) ? stackOf(frame) : null;
        frame.execute(node, interpreter);
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
          throwTo(block.handlers(), frame);
        }
      } catch (AnalyzerException e) {
        throw new AnalyzerException(e.node, at(i) + e.getMessage(), e);
      } catch (RuntimeException e) {
        throw new AnalyzerException(node, at(i) + e.getMessage(), e);
      }
    }
  }

  private Block blockAt(LabelNode label) {
    return flow.orElseThrow().blockAt(label);
  }

  private static String at(int number) {
    return "Error at instruction " + number + ": ";
  }

  private PlaceFrame frameAt(Block start) {
    PlaceFrame frame = atStart[start.index()];
    if (frame == null) {
      throw new IllegalStateException("nothing comes to " + start);
    }
    return frame;
  }

  /**
   * Passes a frame on to handlers. A handler receives only the local variables, so this is needed
   * only after they have changed.
   */
  private void throwTo(List<TryCatchBlockNode> handlers, PlaceFrame frame)
      throws AnalyzerException {
    for (TryCatchBlockNode handler : handlers) {
      PlaceFrame thrown = copy(frame);
      thrown.clearStack();
      String type = handler.type == null ? "java/lang/Throwable" : handler.type;
      thrown.push(interpreter.newExceptionValue(handler, thrown, Type.getObjectType(type)));
      meet(blockAt(handler.handler), thrown);
    }
  }

  private void meet(Block block, PlaceFrame frame) throws AnalyzerException {
    PlaceFrame before = atStart[block.index()];
    if (before == null) {
      atStart[block.index()] = copy(frame);
      open.set(block.index());
    } else if (before.merge(frame, interpreter)) {
      open.set(block.index());
    }
  }

  private PlaceFrame copy(PlaceFrame frame) {
    return new PlaceFrame(frame, instructions, barriers);
  }

  private static Frame<BasicValue> stackOf(Frame<BasicValue> frame) {
    int size = frame.getStackSize();
    Frame<BasicValue> stack = new Frame<>(0, size);
    for (int i = 0; i < size; i++) {
      stack.push(frame.getStack(i));
    }
    return stack;
  }
}
