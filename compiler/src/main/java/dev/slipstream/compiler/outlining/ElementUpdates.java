package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.reduction.Family;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Finds where an iteration changes an array element by an operator: {@code h[b[i]] += v}. */
final class ElementUpdates {
  private final ControlFlow flow;
  private final SymbolicExecution execution;

  ElementUpdates(ControlFlow flow, SymbolicExecution execution) {
    this.flow = flow;
    this.execution = execution;
  }

  /**
   * One of these.
   *
   * @param load reads the element
   * @param operation combines it with another value
   * @param store writes the result back
   * @param type the element's type, a primitive descriptor of the JVM
   */
  record Update(
      AbstractInsnNode load,
      AbstractInsnNode operation,
      AbstractInsnNode store,
      Family family,
      char type,
      Value array,
      Value index) {

    /** Whether the other value is subtracted. */
    boolean subtracts() {
      return operation.getOpcode() >= Opcodes.ISUB && operation.getOpcode() <= Opcodes.DSUB;
    }
  }

  /** All of them, in order. */
  List<Update> find() {
    List<Update> found = new ArrayList<>();
    for (int i = 0; i < flow.instructions().size(); i++) {
      if (isStore(flow.instructions().get(i).getOpcode())) {
        find(i).ifPresent(found::add);
      }
    }
    return found;
  }

  /**
   * Whether an instruction stores what was made of the element that it overwrites, in a way that is
   * none of these: the element waited in a local, say. What floating-point values are made of is
   * not followed, and taken for the worst.
   */
  boolean isHiddenUpdate(int store) {
    Optional<Frame<Value>> frame = execution.before(store);
    if (frame.isEmpty()) {
      return false;
    }
    int top = frame.get().getStackSize() - 1;
    Value stored = frame.get().getStack(top);
    Value index = frame.get().getStack(top - 1);
    Value array = frame.get().getStack(top - 2);
    for (int load = 0; load < store; load++) {
      AbstractInsnNode node = flow.instructions().get(load);
      if (isLoad(node.getOpcode())
          && node.getOpcode() - Opcodes.IALOAD
              == flow.instructions().get(store).getOpcode() - Opcodes.IASTORE
          && readsElement(load, array, index)
          && isMadeOf(stored, load)) {
        return true;
      }
    }
    return false;
  }

  private boolean readsElement(int load, Value array, Value index) {
    Optional<Frame<Value>> frame = execution.before(load);
    int top = frame.map(f -> f.getStackSize() - 1).orElse(0);
    return frame.isPresent()
        && same(frame.get().getStack(top - 1), array)
        && same(frame.get().getStack(top), index);
  }

  private boolean isMadeOf(Value stored, int load) {
    if (stored.kind() == 'I' || stored.kind() == 'J') {
      return stored.mentions(new Value.Opaque(load, stored.kind(), 0, 0, ""));
    }
    // A value that was only loaded is made of no other.
    return !(stored instanceof Value.Opaque opaque
        && opaque.instruction() >= 0
        && opaque.instruction() != load
        && isLoad(flow.instructions().get(opaque.instruction()).getOpcode()));
  }

  static boolean isStore(int opcode) {
    return Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE;
  }

  static boolean isLoad(int opcode) {
    return Instructions.loadsElement(opcode) && opcode != Opcodes.AALOAD;
  }

  private Optional<Update> find(int store) {
    AbstractInsnNode node = flow.instructions().get(store);
    int operation = before(store);
    if (operation >= 0 && narrows(flow.instructions().get(operation).getOpcode())) {
      operation = before(operation);
    }
    Optional<Frame<Value>> atStore = execution.before(store);
    Optional<Frame<Value>> atOperation =
        operation < 0 ? Optional.empty() : execution.before(operation);
    if (atStore.isEmpty() || atOperation.isEmpty()) {
      return Optional.empty();
    }
    AbstractInsnNode combining = flow.instructions().get(operation);
    Optional<Family> family = Family.of(combining);
    if (family.isEmpty()) {
      return Optional.empty();
    }
    Frame<Value> stored = atStore.get();
    Frame<Value> operands = atOperation.get();
    Value array = stored.getStack(stored.getStackSize() - 3);
    Value index = stored.getStack(stored.getStackSize() - 2);
    int top = operands.getStackSize() - 1;
    boolean subtracts =
        combining.getOpcode() >= Opcodes.ISUB && combining.getOpcode() <= Opcodes.DSUB;
    for (int operand = top - 1; operand <= (subtracts ? top - 1 : top); operand++) {
      if (operands.getStack(operand) instanceof Value.Opaque opaque
          && opaque.instruction() >= 0
          && isUpdated(opaque.instruction(), operation, store, array, index)
          && isAlone(opaque, operand, operands)
          && staysOnStack(opaque, operation)) {
        AbstractInsnNode load = flow.instructions().get(opaque.instruction());
        char type = "IJFDABCS".charAt(node.getOpcode() - Opcodes.IASTORE);
        return Optional.of(new Update(load, combining, node, family.get(), type, array, index));
      }
    }
    return Optional.empty();
  }

  /** The instruction before another one in its block, or -1. */
  private int before(int instruction) {
    Block block = flow.blockAt(instruction);
    for (int i = instruction - 1; i >= block.first(); i--) {
      if (flow.instructions().get(i).getOpcode() >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static boolean narrows(int opcode) {
    return opcode >= Opcodes.I2B && opcode <= Opcodes.I2S;
  }

  /** Whether an instruction loads the element, and nothing is stored before the result is. */
  private boolean isUpdated(int load, int operation, int store, Value array, Value index) {
    AbstractInsnNode node = flow.instructions().get(load);
    Optional<Frame<Value>> frame = execution.before(load);
    int opcode = flow.instructions().get(store).getOpcode();
    if (node.getOpcode() - Opcodes.IALOAD != opcode - Opcodes.IASTORE
        || load > operation
        || frame.isEmpty()
        || storesBetween(load, store)) {
      return false;
    }
    int top = frame.get().getStackSize() - 1;
    return same(frame.get().getStack(top - 1), array) && same(frame.get().getStack(top), index);
  }

  private boolean storesBetween(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      if (isStore(flow.instructions().get(i).getOpcode())) {
        return true;
      }
    }
    return false;
  }

  /** Whether two values are the same number, elements read twice in one block included. */
  private boolean same(Value first, Value second) {
    if (first.equals(second)) {
      return true;
    }
    if (first instanceof Value.Operation a && second instanceof Value.Operation b) {
      boolean alike = a.operator() == b.operator() && a.operands().size() == b.operands().size();
      for (int o = 0; alike && o < a.operands().size(); o++) {
        alike = same(a.operands().get(o), b.operands().get(o));
      }
      return alike;
    }
    if (first instanceof Value.Row a && second instanceof Value.Row b) {
      return same(a.array(), b.array()) && same(a.index(), b.index());
    }
    return first instanceof Value.Opaque a && second instanceof Value.Opaque b && readTwice(a, b);
  }

  private boolean readTwice(Value.Opaque first, Value.Opaque second) {
    int from = Math.min(first.instruction(), second.instruction());
    int to = Math.max(first.instruction(), second.instruction());
    if (from < 0
        || flow.blockAt(from) != flow.blockAt(to)
        || !isLoad(flow.instructions().get(from).getOpcode())
        || flow.instructions().get(from).getOpcode() != flow.instructions().get(to).getOpcode()
        || storesBetween(from, to)) {
      return false;
    }
    Frame<Value> a = execution.before(from).orElseThrow();
    Frame<Value> b = execution.before(to).orElseThrow();
    return same(a.getStack(a.getStackSize() - 2), b.getStack(b.getStackSize() - 2))
        && same(a.getStack(a.getStackSize() - 1), b.getStack(b.getStackSize() - 1));
  }

  /** Whether the element that was read is nowhere but among the operands. */
  private static boolean isAlone(Value element, int operand, Frame<Value> frame) {
    for (int slot = 0; slot < frame.getLocals(); slot++) {
      if (frame.getLocal(slot).mentions(element)) {
        return false;
      }
    }
    for (int depth = 0; depth < frame.getStackSize(); depth++) {
      if (depth != operand && frame.getStack(depth).mentions(element)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the element that was read waits on the stack, and not in a local, on all ways. */
  private boolean staysOnStack(Value.Opaque element, int operation) {
    for (int i = element.instruction() + 1; i < operation; i++) {
      Optional<Frame<Value>> frame = execution.before(i);
      for (int slot = 0; frame.isPresent() && slot < frame.get().getLocals(); slot++) {
        if (frame.get().getLocal(slot).mentions(element)) {
          return false;
        }
      }
    }
    return true;
  }
}
