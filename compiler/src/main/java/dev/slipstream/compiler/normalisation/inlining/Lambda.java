package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A known lambda or method reference.
 *
 * @param creation the instruction that creates it
 * @param slots the local variables that hold its captured values
 */
public record Lambda(InvokeDynamicInsnNode creation, List<Integer> slots) {

  /** Copies the list. */
  public Lambda {
    slots = List.copyOf(slots);
  }

  /** Whether an instruction creates a lambda or method reference. */
  static boolean isMadeBy(InvokeDynamicInsnNode node) {
    return node.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
        && node.bsm.getName().equals("metafactory");
  }

  /** The types of its captured values. */
  static Type[] captured(InvokeDynamicInsnNode creation) {
    return Type.getArgumentTypes(creation.desc);
  }

  /** Whether a call runs the lambda, rather than another method of its interface. */
  boolean isRunBy(MethodInsnNode call) {
    return call.name.equals(creation.name)
        && call.desc.equals(((Type) creation.bsmArgs[0]).getDescriptor());
  }

  /** The interface that it implements. */
  String type() {
    return Type.getReturnType(creation.desc).getInternalName();
  }

  /**
   * The call of the implementation.
   *
   * @param argument the slot of the first argument; the others follow
   * @return empty if numbers would have to be boxed for it
   */
  Optional<InsnList> call(MethodInsnNode call, int argument) {
    return call((Handle) creation.bsmArgs[1], captured(creation), slots, call.desc, argument);
  }

  /**
   * The call of an implementation.
   *
   * @param captured the types of the lambda's captured values
   * @param slots the local variables that hold these values
   * @param descriptor the method of the lambda's interface
   * @param argument the slot of its first argument; the others follow
   * @return empty if numbers would have to be boxed for it
   */
  public static Optional<InsnList> call(
      Handle target, Type[] captured, List<Integer> slots, String descriptor, int argument) {
    boolean creates = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
    boolean isStatic = target.getTag() == Opcodes.H_INVOKESTATIC;
    InsnList code = new InsnList();
    if (creates) {
      code.add(new TypeInsnNode(Opcodes.NEW, target.getOwner()));
      code.add(new InsnNode(Opcodes.DUP));
    }
    for (int c = 0; c < captured.length; c++) {
      code.add(new VarInsnNode(captured[c].getOpcode(Opcodes.ILOAD), slots.get(c)));
    }
    Type[] wanted = Type.getArgumentTypes(target.getDesc());
    int given = isStatic || creates ? captured.length : captured.length - 1;
    int slot = argument;
    for (Type type : Type.getArgumentTypes(descriptor)) {
      code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
      // The first argument of a method reference may be the receiver.
      if (given >= 0 && !widen(type, wanted[given], code)) {
        return Optional.empty();
      }
      slot += type.getSize();
      given++;
    }
    code.add(
        new MethodInsnNode(
            opcode(target),
            target.getOwner(),
            target.getName(),
            target.getDesc(),
            target.isInterface()));
    Type result =
        creates ? Type.getObjectType(target.getOwner()) : Type.getReturnType(target.getDesc());
    return convertResult(result, Type.getReturnType(descriptor), code)
        ? Optional.of(code)
        : Optional.empty();
  }

  private static int opcode(Handle target) {
    return switch (target.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
      case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
      default -> Opcodes.INVOKESPECIAL;
    };
  }

  /**
   * Adds a conversion of a number that loses nothing but precision, as lambdas do implicitly.
   *
   * @return false if there is none, because a number would have to be boxed
   */
  static boolean widen(Type from, Type to, InsnList code) {
    char first = Instructions.kindOf(from);
    char second = Instructions.kindOf(to);
    if (first == 'A' || second == 'A' || first == 'V') {
      return first == 'A' && second == 'A';
    }
    if (first != second && Instructions.widens(first, second)) {
      code.add(new InsnNode(Instructions.conversion(first, second)));
    }
    return Instructions.widens(first, second);
  }

  private static boolean convertResult(Type from, Type to, InsnList code) {
    if (to.getSort() != Type.VOID) {
      return widen(from, to, code);
    }
    if (from.getSort() != Type.VOID) {
      code.add(new InsnNode(from.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
    }
    return true;
  }
}
