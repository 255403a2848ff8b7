package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.guard.CallFences.Fence;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * What is known of a method's instructions before anything is inserted, by the numbers that they
 * have then.
 */
final class MethodFacts {
  private final MethodNode method;
  private final AbstractInsnNode[] nodes;
  private final Optional<ControlFlow> flow;
  private final PlaceAnalysis places;
  private final Events events;
  private final BitSet askedEvents = new BitSet();
  private final BitSet knownEvents = new BitSet();
  private final BitSet ofConcern = new BitSet();
  private final BitSet accesses = new BitSet();
  private final BitSet guarding = new BitSet();
  private final Map<Integer, Fence> fences = new HashMap<>();

  /**
   * @throws AnalyzerException if the method's code is damaged
   */
  MethodFacts(String owner, MethodNode method, Events events, CallFences calls)
      throws AnalyzerException {
    this.method = method;
    this.events = events;
    this.nodes = method.instructions.toArray();
    this.places = new PlaceAnalysis(owner, method, events);
    boolean needsFlow = false;
    for (int i = 0; i < nodes.length; i++) {
      AbstractInsnNode node = nodes[i];
      int opcode = node.getOpcode();
      if (opcode >= 0 && isOfConcern(opcode) && places.isReached(i)) {
        ofConcern.set(i);
        accesses.set(i, ElementAccess.is(opcode));
        guarding.set(i, accesses.get(i) || opcode == Opcodes.NEWARRAY);
        if (node instanceof MethodInsnNode call && calls.concerns(call)) {
          Fence fence = calls.of(call, stackAt(i));
          fences.put(i, fence);
          if (fence.returned() == PlatformCalls.Returned.FRESH) {
            guarding.set(i);
          }
          needsFlow |= fence.writesBeforeItThrows();
        }
      }
    }
    needsFlow |= !accesses.isEmpty();
    // Control flow through subroutines is not followed: each access is then guarded by itself.
    this.flow =
        needsFlow && !ControlFlow.usesSubroutines(method)
            ? Optional.of(ControlFlow.of(method))
            : Optional.empty();
  }

  MethodNode method() {
    return method;
  }

  /**
   * The blocks; empty if the method has subroutines, or nothing but calls that each need their own.
   */
  Optional<ControlFlow> flow() {
    return flow;
  }

  AbstractInsnNode instruction(int number) {
    return nodes[number];
  }

  int size() {
    return nodes.length;
  }

  boolean isReached(int number) {
    return places.isReached(number);
  }

  /**
   * The next instruction, from one on, that a guard may have to do with: an access, or what may
   * change what is known. Few are, and most are asked about often.
   */
  int nextOfConcern(int number) {
    int next = ofConcern.nextSetBit(number);
    return next < 0 ? nodes.length : next;
  }

  /** The next instruction, from one on, after which an array is guarded that was not before. */
  int nextGuarding(int number) {
    int next = guarding.nextSetBit(number);
    return next < 0 ? nodes.length : next;
  }

  private static boolean isOfConcern(int opcode) {
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || ElementAccess.isWrite(opcode)
        || PlaceFrame.mayInvalidate(opcode)
        || opcode == Opcodes.NEWARRAY
        || opcode == Opcodes.ANEWARRAY
        || opcode == Opcodes.MULTIANEWARRAY;
  }

  /** Whether no guard crosses an instruction; asked only where guards are, as it costs. */
  boolean isEvent(int number) {
    if (!askedEvents.get(number)) {
      askedEvents.set(number);
      knownEvents.set(number, events.isEvent(nodes[number]));
    }
    return knownEvents.get(number);
  }

  /** What the call with a number needs; of other instructions nothing. */
  Fence fence(int number) {
    return fences.getOrDefault(number, Fence.NONE);
  }

  /** The value below some others on the stack, before an instruction that is reached. */
  BasicValue below(int number, int valuesAbove) {
    Frame<BasicValue> frame = stackAt(number);
    return frame.getStack(frame.getStackSize() - 1 - valuesAbove);
  }

  private Frame<BasicValue> stackAt(int number) {
    @Nullable Frame<BasicValue> frame = places.stackAt(number);
    if (frame == null) {
      throw new IllegalStateException("instruction " + number + " is never reached");
    }
    return frame;
  }

  /** The place of the array that an instruction accesses. */
  Place accessed(int number) {
    return PlaceValue.place(
        below(number, ElementAccess.valuesAbove(instruction(number).getOpcode())));
  }

  /** The places at which the array that an instruction accesses is found. */
  List<Place> names(int number) {
    return PlaceValue.names(
        below(number, ElementAccess.valuesAbove(instruction(number).getOpcode())));
  }

  /** The same, and the arrays of references that hold the array there. */
  List<Place> namesAndRows(int number) {
    return Place.withRows(names(number));
  }

  /** The place of the index that an instruction accesses. */
  Place index(int number) {
    return PlaceValue.place(
        below(number, ElementAccess.valuesAbove(instruction(number).getOpcode()) - 1));
  }

  /** Whether an instruction accesses an element and is reached. */
  boolean isAccess(int number) {
    return accesses.get(number);
  }

  boolean isWrite(int number) {
    return ElementAccess.isWrite(instruction(number).getOpcode());
  }
}
