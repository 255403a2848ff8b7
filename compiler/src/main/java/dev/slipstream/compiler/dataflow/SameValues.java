package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Determines whether two values of one iteration are certainly equal, even if different
 * instructions have computed them. These instructions then perform the same operation on the same
 * operands, and an element that both read was not written in between.
 */
public final class SameValues {
  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final BitSet storedTypes = new BitSet();

  /**
   * @param execution the iteration
   */
  public SameValues(SymbolicExecution execution) {
    this.flow = execution.flow();
    this.execution = execution;
    for (AbstractInsnNode node : flow.instructions()) {
      if (Instructions.storesElement(node.getOpcode())) {
        storedTypes.set(node.getOpcode() - Opcodes.IASTORE);
      }
    }
  }

  /** Whether two values are certainly equal. */
  public boolean areSame(Value first, Value second) {
    if (first.equals(second)) {
      return true;
    }
    if (first instanceof Value.Operation a && second instanceof Value.Operation b) {
      return a.operator() == b.operator() && areSame(a.operands(), b.operands());
    }
    if (first instanceof Value.Row || first instanceof Value.Length) {
      return first.getClass() == second.getClass() && areSame(first.parts(), second.parts());
    }
    return first instanceof Value.Opaque a
        && second instanceof Value.Opaque b
        && a.kind() == b.kind()
        && a.instruction() >= 0
        && b.instruction() >= 0
        && makeTheSame(a.instruction(), b.instruction());
  }

  private boolean areSame(List<Value> first, List<Value> second) {
    boolean same = first.size() == second.size();
    for (int i = 0; same && i < first.size(); i++) {
      same = areSame(first.get(i), second.get(i));
    }
    return same;
  }

  private boolean makeTheSame(int first, int second) {
    AbstractInsnNode one = flow.instructions().get(first);
    AbstractInsnNode other = flow.instructions().get(second);
    int opcode = one.getOpcode();
    if (opcode != other.getOpcode()) {
      return false;
    }
    boolean alike;
    if (one instanceof LdcInsnNode load) {
      alike = load.cst.equals(((LdcInsnNode) other).cst);
    } else if (one instanceof MethodInsnNode call) {
      MethodInsnNode its = (MethodInsnNode) other;
      alike =
          call.owner.equals(its.owner) && call.name.equals(its.name) && call.desc.equals(its.desc);
    } else if (Instructions.loadsElement(opcode)) {
      alike = !isStoredBetween(opcode - Opcodes.IALOAD, first, second);
    } else {
      // Constants, and operations on numbers.
      alike =
          (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.DCONST_1)
              || (opcode >= Opcodes.IADD && opcode <= Opcodes.DCMPG && opcode != Opcodes.IINC);
    }
    return alike && areSame(execution.operands(one), execution.operands(other));
  }

  /** Whether an element of a type may be stored between two instructions. */
  private boolean isStoredBetween(int type, int first, int second) {
    if (!storedTypes.get(type)) {
      return false;
    }
    return flow.blockAt(first) != flow.blockAt(second)
        || storesElement(Math.min(first, second), Math.max(first, second));
  }

  /** Whether an instruction between two others stores an element of an array. */
  public boolean storesElement(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int opcode = flow.instructions().get(i).getOpcode();
      if (Instructions.storesElement(opcode) && opcode != Opcodes.AASTORE) {
        return true;
      }
    }
    return false;
  }
}
