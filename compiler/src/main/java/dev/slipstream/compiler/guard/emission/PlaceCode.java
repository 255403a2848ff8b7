package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.placement.FrameShape;
import dev.slipstream.compiler.guard.placement.MethodFacts;
import dev.slipstream.compiler.guard.placement.Place;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes calls of the dispatcher, and code that finds the array at a place. Objects on the way to
 * one may be {@code null}; there is no array then.
 */
final class PlaceCode {
  private final String dispatcher;
  private final MethodFacts facts;

  PlaceCode(String dispatcher, MethodFacts facts) {
    this.dispatcher = dispatcher;
    this.facts = facts;
  }

  /**
   * Code that calls the dispatcher for the array at a place, or for the one that holds it.
   *
   * @param frame what holds where the code is inserted; empty if the class has no frames
   */
  InsnList code(GuardCall guard, Optional<FrameShape> frame) {
    InsnList code = new InsnList();
    List<LabelNode> nulls = new ArrayList<>();
    List<String> types = new ArrayList<>();
    Place place = guard.place() instanceof Place.Rows rows ? rows.base() : guard.place();
    push(code, place, nulls, types);
    code.add(invoke(guard.name()));
    if (nulls.isEmpty()) {
      return code;
    }
    LabelNode end = new LabelNode();
    for (int i = 0; i < nulls.size(); i++) {
      code.add(new JumpInsnNode(Opcodes.GOTO, end));
      code.add(nulls.get(i));
      if (frame.isPresent()) {
        code.add(frame.get().push(types.get(i)).node());
      }
      code.add(new InsnNode(Opcodes.POP));
    }
    code.add(end);
    if (frame.isPresent()) {
      code.add(frame.get().node());
    }
    // A frame may follow, and two cannot hold at one instruction.
    code.add(new InsnNode(Opcodes.NOP));
    return code;
  }

  private void push(InsnList code, Place place, List<LabelNode> nulls, List<String> types) {
    if (place instanceof Place.Local local) {
      code.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
    } else if (place instanceof Place.Static field) {
      code.add(
          new FieldInsnNode(Opcodes.GETSTATIC, field.owner(), field.name(), field.descriptor()));
    } else if (place instanceof Place.Field field) {
      push(code, field.base(), nulls, types);
      if (!facts.isThis(field.base())) {
        LabelNode isNull = new LabelNode();
        nulls.add(isNull);
        types.add(field.owner());
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new JumpInsnNode(Opcodes.IFNULL, isNull));
      }
      code.add(
          new FieldInsnNode(Opcodes.GETFIELD, field.owner(), field.name(), field.descriptor()));
    } else if (place instanceof Place.Row row) {
      push(code, row.base(), nulls, types);
      push(code, row.index());
      code.add(row());
    } else {
      throw new IllegalStateException("no way to " + place);
    }
  }

  private static void push(InsnList code, Place.Int number) {
    if (number.slot() == Place.Int.NONE) {
      code.add(new LdcInsnNode(number.constant()));
      return;
    }
    code.add(new VarInsnNode(Opcodes.ILOAD, number.slot()));
    if (number.constant() != 0) {
      code.add(new LdcInsnNode(number.constant()));
      code.add(new InsnNode(Opcodes.IADD));
    }
  }

  /** Code that says what becomes of the array on the stack, which it consumes. */
  InsnList handedOut(CalleeUse use) {
    InsnList code = new InsnList();
    code.add(new IntInsnNode(Opcodes.BIPUSH, use.number()));
    code.add(invoke(GuardCalls.HANDED_OUT, "(Ljava/lang/Object;I)V"));
    return code;
  }

  /** The call that finds a row, or {@code null}, by an array of references and an index. */
  MethodInsnNode row() {
    return invoke(GuardCalls.ROW, "(Ljava/lang/Object;I)Ljava/lang/Object;");
  }

  /** The call of a method that takes the array alone. */
  MethodInsnNode invoke(String name) {
    return new MethodInsnNode(
        Opcodes.INVOKESTATIC, dispatcher, name, "(Ljava/lang/Object;)V", false);
  }

  /** The call of a method that takes other things. */
  MethodInsnNode invoke(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, dispatcher, name, descriptor, false);
  }
}
