package dev.slipstream.compiler.classfile;

import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Properties of single instructions, and the instructions for a kind of values. The kinds are
 * {@code I J F D} for numbers, as on the stack, {@code A} for references and {@code V} for nothing.
 */
public final class Instructions {
  private Instructions() {}

  /** A method that a class itself declares. */
  public static Optional<MethodNode> method(ClassNode owner, String name, String descriptor) {
    for (MethodNode method : owner.methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor)) {
        return Optional.of(method);
      }
    }
    return Optional.empty();
  }

  /** The kind of values of a type. */
  public static char kindOf(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN, Type.BYTE, Type.SHORT, Type.CHAR, Type.INT -> 'I';
      case Type.LONG -> 'J';
      case Type.FLOAT -> 'F';
      case Type.DOUBLE -> 'D';
      case Type.VOID -> 'V';
      default -> 'A';
    };
  }

  /** The opcode that pushes the zero or null of a kind. */
  public static int zero(char kind) {
    return switch (kind) {
      case 'I' -> Opcodes.ICONST_0;
      case 'J' -> Opcodes.LCONST_0;
      case 'F' -> Opcodes.FCONST_0;
      case 'D' -> Opcodes.DCONST_0;
      default -> Opcodes.ACONST_NULL;
    };
  }

  /** The opcode that drops a value of a kind. */
  public static int pop(char kind) {
    return kind == 'J' || kind == 'D' ? Opcodes.POP2 : Opcodes.POP;
  }

  /** The opcode that converts numbers of one kind to another one; {@code nop} if it is the same. */
  public static int conversion(char from, char to) {
    int first = "IJFD".indexOf(from);
    int second = "IJFD".indexOf(to);
    if (first < 0 || second < 0) {
      throw new IllegalArgumentException("no numbers of the kinds " + from + " and " + to);
    }
    // I2L, I2F, I2D, L2I, L2F, …: the conversions from one kind are consecutive, in the order of
    // the other kinds.
    return first == second
        ? Opcodes.NOP
        : Opcodes.I2L + 3 * first + (second > first ? second - 1 : second);
  }

  /** Whether lambdas convert numbers of one kind to another one implicitly. */
  public static boolean widens(char from, char to) {
    return "IJFD".indexOf(from) <= "IJFD".indexOf(to);
  }

  /** The number that an instruction loads; empty if it loads something else. */
  public static Optional<Number> constant(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (node instanceof LdcInsnNode load) {
      return load.cst instanceof Number number ? Optional.of(number) : Optional.empty();
    }
    if (node instanceof IntInsnNode push) {
      return opcode == Opcodes.NEWARRAY ? Optional.empty() : Optional.of(push.operand);
    }
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return Optional.of(opcode - Opcodes.ICONST_0);
    }
    if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
      return Optional.of((long) (opcode - Opcodes.LCONST_0));
    }
    if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
      return Optional.of((float) (opcode - Opcodes.FCONST_0));
    }
    if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
      return Optional.of((double) (opcode - Opcodes.DCONST_0));
    }
    return Optional.empty();
  }

  /**
   * The type of the elements of a new array.
   *
   * @param operand the operand of {@code newarray}
   */
  public static char elementOfNew(int operand) {
    return switch (operand) {
      case Opcodes.T_BOOLEAN -> 'Z';
      case Opcodes.T_CHAR -> 'C';
      case Opcodes.T_FLOAT -> 'F';
      case Opcodes.T_DOUBLE -> 'D';
      case Opcodes.T_BYTE -> 'B';
      case Opcodes.T_SHORT -> 'S';
      case Opcodes.T_INT -> 'I';
      default -> 'J';
    };
  }

  /** The size in bytes of an element of an array, by the first character of its type. */
  public static int bytesOf(char element) {
    return switch (element) {
      case 'Z', 'B' -> 1;
      case 'C', 'S' -> 2;
      case 'I', 'F' -> 4;
      default -> 8;
    };
  }

  /** The instructions that narrow the int on the stack to a field's type of small integers. */
  public static InsnList narrow(String descriptor) {
    InsnList code = new InsnList();
    switch (descriptor) {
      case "B" -> code.add(new InsnNode(Opcodes.I2B));
      case "S" -> code.add(new InsnNode(Opcodes.I2S));
      case "C" -> code.add(new InsnNode(Opcodes.I2C));
      case "Z" -> {
        code.add(new InsnNode(Opcodes.ICONST_1));
        code.add(new InsnNode(Opcodes.IAND));
      }
      default -> {
        // The type contains all values of the int.
      }
    }
    return code;
  }

  /** Whether an instruction loads an element of an array, of any type. */
  public static boolean loadsElement(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
  }

  /** Whether an instruction stores an element of an array, of any type. */
  public static boolean storesElement(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Whether an instruction divides ints or longs. */
  public static boolean divides(int opcode) {
    return opcode == Opcodes.IDIV
        || opcode == Opcodes.IREM
        || opcode == Opcodes.LDIV
        || opcode == Opcodes.LREM;
  }

  /** Whether a method ends with an instruction. */
  public static boolean endsMethod(int opcode) {
    return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.RET;
  }

  /** The number of operands that an instruction computes with; none if it only moves them. */
  public static int operands(AbstractInsnNode node) {
    int opcode = node.getOpcode();
    if (node instanceof MethodInsnNode call) {
      int receiver = opcode == Opcodes.INVOKESTATIC ? 0 : 1;
      return Type.getArgumentTypes(call.desc).length + receiver;
    }
    if (storesElement(opcode)) {
      return 3;
    }
    boolean isUnary =
        (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG)
            || (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S)
            || (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE)
            || opcode == Opcodes.TABLESWITCH
            || opcode == Opcodes.LOOKUPSWITCH
            || opcode == Opcodes.GETFIELD
            || opcode == Opcodes.PUTSTATIC
            || (opcode >= Opcodes.NEWARRAY && opcode <= Opcodes.MONITOREXIT)
            || opcode == Opcodes.IFNULL
            || opcode == Opcodes.IFNONNULL;
    boolean isBinary =
        loadsElement(opcode)
            || (opcode >= Opcodes.IADD && opcode <= Opcodes.DCMPG)
            || (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE)
            || opcode == Opcodes.PUTFIELD;
    return isUnary ? 1 : isBinary ? 2 : 0;
  }

  /** Whether the next instruction may run after this one. */
  public static boolean fallsThrough(int opcode) {
    return !endsMethod(opcode)
        && opcode != Opcodes.GOTO
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH;
  }
}
