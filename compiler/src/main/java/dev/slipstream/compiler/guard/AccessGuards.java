package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.guard.CallFences.Fence;
import dev.slipstream.compiler.guard.CallFences.Handed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Inserts guards right at the accesses and calls that they are for. The values on the stack are
 * copied, and what the program had there stays where it came from: that is what the texts of
 * NullPointerExceptions are made of.
 */
final class AccessGuards {
  private static final String OF_ELEMENT = "(Ljava/lang/Object;I)V";

  private final MethodFacts facts;
  private final MethodNode method;
  private final Evaluation evaluation;

  AccessGuards(MethodFacts facts, Evaluation evaluation) {
    this.facts = facts;
    this.method = facts.method();
    this.evaluation = evaluation;
  }

  /**
   * Guards an access.
   *
   * @param guard what is called before it, if anything is
   */
  void access(int number, AbstractInsnNode node, Optional<String> guard) {
    int opcode = node.getOpcode();
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    boolean writes = ElementAccess.isWrite(opcode);
    if (facts.accessed(number) instanceof Place.Local local) {
      if (guard.isPresent()) {
        before.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
        before.add(evaluation.invoke(guard.get()));
      }
      if (writes) {
        after.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
        after.add(evaluation.invoke(GuardCalls.WRITTEN));
      }
    } else if (writes) {
      copyArray(before, ElementAccess.writesTwoSlots(opcode));
      if (guard.isPresent()) {
        add(before, Opcodes.DUP);
        before.add(evaluation.invoke(guard.get()));
      }
      int temporary = method.maxLocals++;
      before.add(new VarInsnNode(Opcodes.ASTORE, temporary));
      after.add(takeFrom(temporary));
      after.add(evaluation.invoke(GuardCalls.WRITTEN));
    } else if (guard.isPresent()) {
      add(before, Opcodes.DUP2, Opcodes.POP);
      before.add(evaluation.invoke(guard.get()));
    }
    method.instructions.insertBefore(node, before);
    method.instructions.insert(node, after);
  }

  /**
   * Guards an access, for its element alone.
   *
   * @param guard what is called before it, if anything is; reads have one
   */
  void element(AbstractInsnNode node, Optional<String> guard) {
    int opcode = node.getOpcode();
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    if (ElementAccess.isWrite(opcode)) {
      int index = method.maxLocals++;
      int array = method.maxLocals++;
      if (ElementAccess.writesTwoSlots(opcode)) {
        add(before, Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2);
      } else {
        add(before, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1);
      }
      if (guard.isPresent()) {
        add(before, Opcodes.DUP2);
        before.add(evaluation.invoke(guard.get(), OF_ELEMENT));
      }
      before.add(new VarInsnNode(Opcodes.ISTORE, index));
      before.add(new VarInsnNode(Opcodes.ASTORE, array));
      after.add(takeFrom(array));
      after.add(new VarInsnNode(Opcodes.ILOAD, index));
      after.add(evaluation.invoke(GuardCalls.WRITTEN_ELEMENT, OF_ELEMENT));
    } else {
      add(before, Opcodes.DUP2);
      before.add(evaluation.invoke(guard.orElseThrow(), OF_ELEMENT));
    }
    method.instructions.insertBefore(node, before);
    method.instructions.insert(node, after);
  }

  /**
   * Guards an instruction that stores a row.
   *
   * @param guard what is called for that row before, if anything is
   * @param replaces whether the row that it replaces may have been written
   */
  void store(AbstractInsnNode node, Optional<String> guard, boolean replaces) {
    InsnList before = new InsnList();
    if (guard.isPresent()) {
      add(before, Opcodes.DUP);
      before.add(evaluation.invoke(guard.get()));
    }
    if (replaces) {
      add(before, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1);
      before.add(evaluation.row());
      before.add(evaluation.invoke(GuardCalls.WRITTEN));
    }
    method.instructions.insertBefore(node, before);
  }

  /** Copies the array below an index and an element to the top of the stack. */
  private static void copyArray(InsnList code, boolean twoSlots) {
    if (twoSlots) {
      add(code, Opcodes.DUP2_X2, Opcodes.POP2, Opcodes.DUP2_X2, Opcodes.POP);
    } else {
      add(code, Opcodes.DUP_X2, Opcodes.POP, Opcodes.DUP2_X1, Opcodes.POP);
    }
  }

  /**
   * Fences a call.
   *
   * @param rescues whether arrays that the call writes are taken back if it throws; otherwise those
   *     count as kept
   */
  void call(int number, AbstractInsnNode invoke, Fence fence, RescuedCalls rescues) {
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    List<Runnable> rescued = new ArrayList<>();
    if (fence.isNative()) {
      before.add(evaluation.invoke(GuardCalls.FENCE, "()V"));
      after.add(evaluation.invoke(GuardCalls.FENCE, "()V"));
    }
    for (Handed handed : fence.handed()) {
      boolean throwsLate = handed.isWritten() && fence.writesBeforeItThrows();
      boolean kept = throwsLate && !rescues.isPossible(number);
      int mode = kept ? GuardCalls.KEEPS : handed.mode();
      int temporary = -1;
      InsnList use = new InsnList();
      if (handed.isWritten() && !kept) {
        temporary = method.maxLocals++;
        add(use, Opcodes.DUP);
        use.add(new VarInsnNode(Opcodes.ASTORE, temporary));
        after.add(takeFrom(temporary));
        after.add(evaluation.invoke(GuardCalls.TAKEN_BACK));
      }
      use.add(new IntInsnNode(Opcodes.BIPUSH, mode));
      use.add(evaluation.invoke(GuardCalls.HANDED_OUT, "(Ljava/lang/Object;I)V"));
      withCopy(before, number, handed.valuesAbove(), use);
      if (throwsLate && !kept) {
        int array = temporary;
        rescued.add(
            () -> {
              InsnList code = load(Opcodes.ALOAD, array);
              code.add(evaluation.invoke(GuardCalls.TAKEN_BACK));
              rescues.add(number, invoke, array, code);
            });
      }
    }
    if (fence.returned() == PlatformCalls.Returned.IN_USE) {
      add(after, Opcodes.DUP);
      after.add(evaluation.invoke(GuardCalls.CAME_OUT));
    }
    method.instructions.insertBefore(invoke, before);
    method.instructions.insert(invoke, after);
    // Their handlers protect the call alone, so everything else must be in its place.
    rescued.forEach(Runnable::run);
  }

  /** Says before a call that what it makes may use any array. */
  void leak(AbstractInsnNode invoke, String reason) {
    InsnList code = new InsnList();
    code.add(new LdcInsnNode(reason));
    code.add(evaluation.invoke(GuardCalls.UNGUARDED, "(Ljava/lang/String;)V"));
    method.instructions.insertBefore(invoke, code);
  }

  /** Says before a call which method it is about. */
  void named(int number, AbstractInsnNode invoke, NamedMethod named) {
    InsnList code = new InsnList();
    int holder = method.maxLocals++;
    withCopy(code, number, named.methodAbove(), storeIn(holder));
    if (named.hasName()) {
      int name = method.maxLocals++;
      withCopy(code, number, named.nameAbove(), storeIn(name));
      code.add(takeFrom(holder));
      code.add(takeFrom(name));
    } else {
      code.add(takeFrom(holder));
      add(code, Opcodes.ACONST_NULL);
    }
    code.add(evaluation.invoke(GuardCalls.NAMED, "(Ljava/lang/Object;Ljava/lang/String;)V"));
    method.instructions.insertBefore(invoke, code);
  }

  private static InsnList storeIn(int temporary) {
    return load(Opcodes.ASTORE, temporary);
  }

  /** How arrays are taken back from calls that throw. */
  interface RescuedCalls {
    /** Whether it can be done for a call. */
    boolean isPossible(int number);

    /** Runs code when a call throws, with the exception on the stack. */
    void add(int number, AbstractInsnNode invoke, int temporary, InsnList code);
  }

  /** Runs code that consumes a copy of a value that lies below others. */
  private void withCopy(InsnList code, int number, int valuesAbove, InsnList use) {
    BasicValue value = facts.below(number, valuesAbove);
    if (PlaceValue.place(value) instanceof Place.Local local) {
      code.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
      code.add(use);
      return;
    }
    List<Integer> temporaries = new ArrayList<>();
    for (int i = 0; i < valuesAbove; i++) {
      int temporary = method.maxLocals;
      BasicValue above = facts.below(number, i);
      method.maxLocals += above.getSize();
      temporaries.add(temporary);
      code.add(new VarInsnNode(typeOf(above).getOpcode(Opcodes.ISTORE), temporary));
    }
    add(code, Opcodes.DUP);
    code.add(use);
    for (int i = valuesAbove - 1; i >= 0; i--) {
      BasicValue above = facts.below(number, i);
      int temporary = temporaries.get(i);
      code.add(
          above.isReference()
              ? takeFrom(temporary)
              : load(typeOf(above).getOpcode(Opcodes.ILOAD), temporary));
    }
  }

  private static Type typeOf(BasicValue value) {
    Type type = value.getType();
    return type == null ? Type.getObjectType("java/lang/Object") : type;
  }

  private static InsnList load(int opcode, int slot) {
    InsnList code = new InsnList();
    code.add(new VarInsnNode(opcode, slot));
    return code;
  }

  /** Takes an object out of a local variable, which must not keep it from being collected. */
  private static InsnList takeFrom(int temporary) {
    InsnList code = load(Opcodes.ALOAD, temporary);
    add(code, Opcodes.ACONST_NULL);
    code.add(new VarInsnNode(Opcodes.ASTORE, temporary));
    return code;
  }

  private static void add(InsnList code, int... opcodes) {
    for (int opcode : opcodes) {
      code.add(new InsnNode(opcode));
    }
  }
}
