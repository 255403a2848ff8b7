package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.Liveness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds the array at a place where the program itself has not come to it yet: without exceptions,
 * and without initialising classes. Objects on the way may be {@code null}; there is no array then.
 */
final class Evaluation {
  private static final int MOST_STEPS = 4;

  private final String dispatcher;
  private final ClassFiles files;
  private final boolean hasThis;

  Evaluation(String dispatcher, ClassFiles files, MethodNode method) {
    this.dispatcher = dispatcher;
    this.files = files;
    boolean stable = !ClassFiles.has(method.access, Opcodes.ACC_STATIC);
    for (AbstractInsnNode node : method.instructions) {
      stable &= Liveness.writtenSlot(node) != 0;
    }
    this.hasThis = stable;
  }

  /** Whether a place can be found again. */
  boolean isPossible(Place place) {
    return steps(place) <= MOST_STEPS;
  }

  private int steps(Place place) {
    if (place instanceof Place.Rows rows) {
      return steps(rows.base());
    }
    if (place instanceof Place.Local) {
      return 1;
    }
    if (place instanceof Place.Static field) {
      return isOfSelf(field.owner()) && exists(field.owner(), field.name(), field.descriptor())
          ? 1
          : MOST_STEPS + 1;
    }
    if (place instanceof Place.Field field) {
      return field.base() instanceof Place.Row
              || !exists(field.owner(), field.name(), field.descriptor())
          ? MOST_STEPS + 1
          : steps(field.base()) + 1;
    }
    return place instanceof Place.Row row ? steps(row.base()) + 1 : MOST_STEPS + 1;
  }

  private boolean exists(String owner, String name, String descriptor) {
    return files.field(owner, name, descriptor).isPresent();
  }

  /** Whether a class is initialised, or being so in this thread, when the method's code runs. */
  private boolean isOfSelf(String owner) {
    Optional<ClassNode> node = Optional.of(files.self());
    while (node.isPresent()) {
      if (node.get().name.equals(owner)) {
        return true;
      }
      String above = node.get().superName;
      node =
          above == null || above.equals("java/lang/Object") ? Optional.empty() : files.find(above);
    }
    return false;
  }

  /** Whether finding a place takes jumps, and so frames. */
  boolean jumps(Place place) {
    if (place instanceof Place.Field field) {
      return !isThis(field.base()) || jumps(field.base());
    }
    if (place instanceof Place.Rows rows) {
      return jumps(rows.base());
    }
    return place instanceof Place.Row row && jumps(row.base());
  }

  private boolean isThis(Place place) {
    return hasThis && place.equals(new Place.Local(0));
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
      String type = types.get(i);
      frame.ifPresent(shape -> code.add(shape.push(type).node()));
      code.add(new InsnNode(Opcodes.POP));
    }
    code.add(end);
    frame.ifPresent(shape -> code.add(shape.node()));
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
      if (!isThis(field.base())) {
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
