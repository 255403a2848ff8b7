package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.reduction.Family;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.SameValues;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the places where an iteration updates an array element with an operator: {@code h[b[i]] +=
 * v}.
 */
final class ElementUpdates {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final Map<AbstractInsnNode, AccessSite> accesses;
  private final SameValues same;

  /**
   * @param accesses the accesses of the iteration, by their instructions
   */
  ElementUpdates(SymbolicExecution execution, Map<AbstractInsnNode, AccessSite> accesses) {
    this.flow = execution.flow();
    this.execution = execution;
    this.accesses = accesses;
    this.same = new SameValues(execution);
  }

  /**
   * An update of an element.
   *
   * @param site the access to the element
   * @param load the instruction that reads the element
   * @param operation the instruction that combines it with another value
   * @param store the instruction that writes the result back
   * @param type the element's type, a primitive descriptor of the JVM
   */
  record Update(
      AccessSite site,
      AbstractInsnNode load,
      AbstractInsnNode operation,
      AbstractInsnNode store,
      Family family,
      char type) {

    /** Whether the other value is subtracted. */
    boolean subtracts() {
      return operation.getOpcode() >= Opcodes.ISUB && operation.getOpcode() <= Opcodes.DSUB;
    }
  }

  /** The update that a store completes; empty if there is none. */
  Optional<Update> endingWith(AbstractInsnNode store, AccessSite written) {
    int end = flow.instructions().indexOf(store);
    int operation = before(end);
    if (operation >= 0 && narrows(flow.instructions().get(operation).getOpcode())) {
      operation = before(operation);
    }
    AbstractInsnNode combining = flow.instructions().get(Math.max(operation, 0));
    Optional<Family> family = operation < 0 ? Optional.empty() : Family.of(combining);
    if (family.isEmpty()) {
      return Optional.empty();
    }
    Frame<Value> operands = execution.before(operation).orElseThrow();
    int top = operands.getStackSize() - 1;
    for (int operand = top - 1; operand <= top; operand++) {
      if (operands.getStack(operand) instanceof Value.Opaque element
          && element.instruction() >= 0) {
        AbstractInsnNode load = flow.instructions().get(element.instruction());
        char type = "IJFDABCS".charAt(store.getOpcode() - Opcodes.IASTORE);
        Update update = new Update(written, load, combining, store, family.get(), type);
        if (!(operand == top && update.subtracts())
            && element.instruction() < operation
            && readsElement(load, store, written)
            && !same.storesElement(element.instruction(), end)
            && isAlone(element, operand, operands)
            && staysOnStack(element, operation)) {
          return Optional.of(update);
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Whether an instruction stores a value that was computed from the element which it overwrites,
   * although no update was recognised: for example because the element was kept in a local.
   * Computations of floating-point values are not followed; their result is assumed to depend on
   * the element.
   */
  boolean isHidden(AbstractInsnNode store, AccessSite written) {
    Value stored = execution.operands(store).get(2);
    for (AbstractInsnNode load : accesses.keySet()) {
      int at = flow.instructions().indexOf(load);
      if (at < flow.instructions().indexOf(store)
          && readsElement(load, store, written)
          && isMadeOf(stored, at)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instruction reads the element that another one writes. */
  private boolean readsElement(AbstractInsnNode load, AbstractInsnNode store, AccessSite written) {
    AccessSite read = accesses.get(load);
    return read != null
        && read.kind() == AccessSite.Kind.READ
        && load.getOpcode() - Opcodes.IALOAD == store.getOpcode() - Opcodes.IASTORE
        && same.areSame(read.array(), written.array())
        && same.areSame(read.index(), written.index());
  }

  private boolean isMadeOf(Value stored, int load) {
    if (stored.kind() == 'I' || stored.kind() == 'J') {
      return stored.mentions(new Value.Opaque(load, stored.kind(), 0, 0, ""));
    }
    // A value that was only loaded depends on no other element.
    return !(stored instanceof Value.Opaque opaque
        && opaque.instruction() >= 0
        && opaque.instruction() != load
        && Instructions.loadsElement(flow.instructions().get(opaque.instruction()).getOpcode()));
  }

  /** The number of the instruction before another one in its block, or -1. */
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

  /** Whether the element that was read is found only among the operands. */
  private static boolean isAlone(Value element, int operand, Frame<Value> frame) {
    for (int depth = 0; depth < frame.getStackSize(); depth++) {
      if (depth != operand && frame.getStack(depth).mentions(element)) {
        return false;
      }
    }
    return !isInLocal(element, frame);
  }

  private static boolean isInLocal(Value element, Frame<Value> frame) {
    for (int slot = 0; slot < frame.getLocals(); slot++) {
      if (frame.getLocal(slot).mentions(element)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the element that was read is on the stack, and not in a local, on all paths to the
   * operation.
   */
  private boolean staysOnStack(Value.Opaque element, int operation) {
    for (int i = element.instruction() + 1; i < operation; i++) {
      if (!mayFollowStore(i)) {
        continue;
      }
      Optional<Frame<Value>> frame = execution.before(i);
      if (frame.isPresent() && isInLocal(element, frame.get())) {
        return false;
      }
    }
    return true;
  }

  /** Whether the locals before an instruction may differ from those before the previous one. */
  private boolean mayFollowStore(int instruction) {
    return flow.blockAt(instruction).first() == instruction
        || Liveness.writtenSlot(flow.instructions().get(instruction - 1)) >= 0;
  }
}
