package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
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
 * What is on the stack before the instructions of a method that somebody may ask about. Comes to
 * what ASM's analyzer comes to, for less: frames meet only where ways do, and those that nobody
 * asks for are not kept. Every class of the program that uses arrays waits for this while it is
 * loaded. Only subroutines (JSR), which nobody compiles to any more, are left to ASM.
 */
final class PlaceAnalysis {
  private final MethodNode method;
  private final InsnList instructions;
  private final Events events;
  private final PlaceInterpreter interpreter;
  private final @Nullable PlaceFrame[] atStart;
  private final @Nullable Frame<BasicValue>[] asked;
  private final BitSet starts = new BitSet();
  private final BitSet open = new BitSet();
  private final BitSet reached = new BitSet();

  /**
   * Analyses a method.
   *
   * @param owner the internal name of its class
   * @throws AnalyzerException if the method's code is damaged
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  PlaceAnalysis(String owner, MethodNode method, Events events) throws AnalyzerException {
    this.method = method;
    this.instructions = method.instructions;
    this.events = events;
    this.interpreter = new PlaceInterpreter(instructions);
    this.atStart = new PlaceFrame[instructions.size()];
    this.asked = new Frame[instructions.size()];
    if (ControlFlow.usesSubroutines(method)) {
      leaveToAsm(owner);
      return;
    }
    findStarts();
    meet(0, entry(owner));
    for (int start = open.nextSetBit(0); start >= 0; start = open.nextSetBit(0)) {
      open.clear(start);
      follow(start);
    }
  }

  private void leaveToAsm(String owner) throws AnalyzerException {
    @Nullable Frame<BasicValue>[] frames =
        new Analyzer<BasicValue>(interpreter) {
          @Override
          protected Frame<BasicValue> newFrame(int locals, int stack) {
            return new PlaceFrame(locals, stack, instructions, events);
          }

          @Override
          protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
            return new PlaceFrame(frame, instructions, events);
          }
        }.analyze(owner, method);
    for (int i = 0; i < frames.length; i++) {
      reached.set(i, frames[i] != null);
      asked[i] = frames[i];
    }
  }

  /** Whether the program may come to an instruction. */
  boolean isReached(int number) {
    return reached.get(number);
  }

  /** What is on the stack before an instruction that was reached, if it {@link #isAsked}. */
  @Nullable Frame<BasicValue> stackAt(int number) {
    return asked[number];
  }

  /** Accesses of elements, calls, and what stores or returns an object. */
  private static boolean isAsked(int opcode) {
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
        || (opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEINTERFACE)
        || opcode == Opcodes.ASTORE
        || opcode == Opcodes.PUTFIELD
        || opcode == Opcodes.ARETURN;
  }

  /** Where ways may meet. */
  private void findStarts() {
    starts.set(0);
    for (AbstractInsnNode node : instructions) {
      for (LabelNode target : ControlFlow.targets(node)) {
        starts.set(instructions.indexOf(target));
      }
    }
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      starts.set(instructions.indexOf(handler.start));
      starts.set(instructions.indexOf(handler.end));
      starts.set(instructions.indexOf(handler.handler));
    }
  }

  private PlaceFrame entry(String owner) {
    PlaceFrame frame = new PlaceFrame(method.maxLocals, method.maxStack, instructions, events);
    frame.setReturn(interpreter.newReturnTypeValue(Type.getReturnType(method.desc)));
    int slot = 0;
    boolean hasThis = !ClassFiles.has(method.access, Opcodes.ACC_STATIC);
    if (hasThis) {
      frame.setLocal(slot, interpreter.newParameterValue(true, slot, Type.getObjectType(owner)));
      slot++;
    }
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      frame.setLocal(slot, interpreter.newParameterValue(hasThis, slot, parameter));
      slot++;
      if (parameter.getSize() == 2) {
        frame.setLocal(slot, interpreter.newEmptyValue(slot));
        slot++;
      }
    }
    for (; slot < method.maxLocals; slot++) {
      frame.setLocal(slot, interpreter.newEmptyValue(slot));
    }
    return frame;
  }

  /** From where ways meet to where they meet again, or part. */
  private void follow(int start) throws AnalyzerException {
    PlaceFrame frame = copy(frameAt(start));
    List<TryCatchBlockNode> handlers = handlersOf(start);
    throwTo(handlers, frame);
    for (int i = start; ; i++) {
      AbstractInsnNode node = instructions.get(i);
      int opcode = node.getOpcode();
      try {
        reached.set(i);
        if (opcode >= 0) {
          asked[i] = isAsked(opcode) ? stackOf(frame) : null;
          frame.execute(node, interpreter);
          if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            throwTo(handlers, frame);
          }
          for (LabelNode target : ControlFlow.targets(node)) {
            meet(instructions.indexOf(target), frame);
          }
          if (Edges.endsFlow(opcode)) {
            return;
          }
        }
        if (i + 1 == instructions.size()) {
          throw new AnalyzerException(node, "Execution can fall off the end of the code");
        }
        if (starts.get(i + 1)) {
          meet(i + 1, frame);
          return;
        }
      } catch (AnalyzerException e) {
        throw new AnalyzerException(e.node, at(i) + e.getMessage(), e);
      } catch (RuntimeException e) {
        throw new AnalyzerException(node, at(i) + e.getMessage(), e);
      }
    }
  }

  private static String at(int number) {
    return "Error at instruction " + number + ": ";
  }

  private PlaceFrame frameAt(int start) {
    PlaceFrame frame = atStart[start];
    if (frame == null) {
      throw new IllegalStateException("nothing comes to instruction " + start);
    }
    return frame;
  }

  private List<TryCatchBlockNode> handlersOf(int start) {
    if (method.tryCatchBlocks.isEmpty()) {
      return List.of();
    }
    List<TryCatchBlockNode> handlers = new ArrayList<>();
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      if (start >= instructions.indexOf(handler.start)
          && start < instructions.indexOf(handler.end)) {
        handlers.add(handler);
      }
    }
    return handlers;
  }

  /** To handlers only the local variables come, so it is done where those have changed. */
  private void throwTo(List<TryCatchBlockNode> handlers, PlaceFrame frame)
      throws AnalyzerException {
    for (TryCatchBlockNode handler : handlers) {
      PlaceFrame thrown = copy(frame);
      thrown.clearStack();
      String type = handler.type == null ? "java/lang/Throwable" : handler.type;
      thrown.push(interpreter.newExceptionValue(handler, thrown, Type.getObjectType(type)));
      meet(instructions.indexOf(handler.handler), thrown);
    }
  }

  private void meet(int start, PlaceFrame frame) throws AnalyzerException {
    PlaceFrame before = atStart[start];
    if (before == null) {
      atStart[start] = copy(frame);
      open.set(start);
    } else if (before.merge(frame, interpreter)) {
      open.set(start);
    }
  }

  private PlaceFrame copy(PlaceFrame frame) {
    return new PlaceFrame(frame, instructions, events);
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
