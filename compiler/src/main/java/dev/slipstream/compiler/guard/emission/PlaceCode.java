package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.placement.FrameShape;
import dev.slipstream.compiler.guard.placement.MethodFacts;
import dev.slipstream.compiler.guard.placement.Place;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
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
 * Writes calls of the dispatcher, and code that finds the array at a place. Objects on the path to
 * the array may be {@code null}; the code then finds no array.
 */
final class PlaceCode {
  /** The type of an array that the JVM's verifier may not know. */
  static final String UNKNOWN = "";

  private final OwnMethods own;
  private final MethodFacts facts;
  private final boolean isDirect;

  PlaceCode(OwnMethods own, MethodFacts facts) {
    this(own, facts, /* isDirect= */ false);
  }

  private PlaceCode(OwnMethods own, MethodFacts facts, boolean isDirect) {
    this.own = own;
    this.facts = facts;
    this.isDirect = isDirect;
  }

  /** Code without methods of the class between it and the dispatcher. */
  static PlaceCode direct(OwnMethods own, MethodFacts facts) {
    return new PlaceCode(own, facts, /* isDirect= */ true);
  }

  /**
   * Code that calls the dispatcher for the array at a place, or for the array that holds it.
   *
   * @param frame the frame at which the code is inserted; empty if the class has no frames
   */
  InsnList code(GuardCall guard, Optional<FrameShape> frame) {
    InsnList code = new InsnList();
    List<LabelNode> nulls = new ArrayList<>();
    List<String> types = new ArrayList<>();
    Place place = guard.place() instanceof Place.Rows rows ? rows.base() : guard.place();
    String array = push(code, place, frame, nulls, types);
    code.add(invoke(guard.name(), array));
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
    // Another frame may follow, and one instruction cannot have two.
    code.add(new InsnNode(Opcodes.NOP));
    return code;
  }

  /**
   * Adds code that pushes the array at a place, and returns its type as {@link OwnMethods#call}
   * takes it.
   */
  private String push(
      InsnList code,
      Place place,
      Optional<FrameShape> frame,
      List<LabelNode> nulls,
      List<String> types) {
    if (place instanceof Place.Local local) {
      code.add(new VarInsnNode(Opcodes.ALOAD, local.slot()));
      return frame.isPresent() && frame.get().slot(local.slot()) instanceof String type
          ? type
          : UNKNOWN;
    }
    if (place instanceof Place.Static field) {
      code.add(
          new FieldInsnNode(Opcodes.GETSTATIC, field.owner(), field.name(), field.descriptor()));
      return field.descriptor();
    }
    if (place instanceof Place.Field field) {
      push(code, field.base(), frame, nulls, types);
      if (!facts.isThis(field.base())) {
        LabelNode isNull = new LabelNode();
        nulls.add(isNull);
        types.add(field.owner());
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new JumpInsnNode(Opcodes.IFNULL, isNull));
      }
      code.add(
          new FieldInsnNode(Opcodes.GETFIELD, field.owner(), field.name(), field.descriptor()));
      return field.descriptor();
    }
    if (place instanceof Place.Row row) {
      String rows = push(code, row.base(), frame, nulls, types);
      push(code, row.index());
      MethodInsnNode find = row(rows);
      code.add(find);
      return Type.getReturnType(find.desc).getDescriptor();
    }
    throw new IllegalStateException("no way to " + place);
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

  /** Code that reports the use of the array on the stack, which it consumes. */
  InsnList handedOut(CalleeUse use) {
    return said(GuardCalls.HANDED_OUT, use);
  }

  /**
   * Code that passes the value on the stack, which it consumes, and a use to the dispatcher.
   *
   * @param name the name of a method that takes the number of a use
   */
  InsnList said(String name, CalleeUse use) {
    InsnList code = new InsnList();
    code.add(new IntInsnNode(Opcodes.BIPUSH, use.number()));
    code.add(invokeOfElement(name, UNKNOWN));
    return code;
  }

  /**
   * The call that takes an array of references and an index and returns the row, or {@code null}.
   *
   * @param rows the array's type, as {@link OwnMethods#call} takes it
   */
  MethodInsnNode row(String rows) {
    return call(GuardCalls.ROW, "(Ljava/lang/Object;I)Ljava/lang/Object;", rows);
  }

  private MethodInsnNode call(String name, String descriptor, String array) {
    return own.call(name, descriptor, isDirect ? UNKNOWN : array);
  }

  /** The call of a method that takes only an array, of any type. */
  MethodInsnNode invoke(String name) {
    return invoke(name, UNKNOWN);
  }

  /**
   * The call of a method that takes only an array.
   *
   * @param array its type, as {@link OwnMethods#call} takes it
   */
  MethodInsnNode invoke(String name, String array) {
    return call(name, "(Ljava/lang/Object;)V", array);
  }

  /** The call of a method that takes an array and an index. */
  MethodInsnNode invokeOfElement(String name, String array) {
    return call(name, "(Ljava/lang/Object;I)V", array);
  }

  /** The call of a method with another descriptor. */
  MethodInsnNode invokeOf(String descriptor, String name) {
    return call(name, descriptor, UNKNOWN);
  }
}
