package dev.slipstream.compiler.outlining;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Adds to a class what a call site does: {@code static int enter(int start, captures…)} returns the
 * start if the execution passes the gate, and submits it otherwise; {@code static double workOf(int
 * start, Object[] captures)} estimates the work where captures come in an array. Method handles
 * could be combined to do the same, but the JVM would generate several classes for each list of
 * captures.
 */
final class EntryMethod {
  /** The class of the gate. */
  static final String GATE = "dev/slipstream/boot/LoopGate";

  private static final String FIELD = "GATE";
  private static final String HANDLES = "java/lang/invoke/MethodHandles";
  private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";

  /** The name that the JDK demands for class data. */
  private static final String CLASS_DATA = "_";

  private EntryMethod() {}

  /**
   * @param work the method that estimates the work of an execution; takes what the call site passes
   * @param site the call site's number
   * @param maybeOther whether the estimate may be negative, for executions that are not those of
   *     the gate and must be submitted
   */
  static void addTo(ClassNode type, MethodNode work, int site, boolean maybeOther) {
    type.fields.add(
        new FieldNode(
            Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE,
            FIELD,
            descriptor(GATE),
            null,
            null));
    type.methods.add(initialiser(type));
    type.methods.add(enter(type, work, site, maybeOther));
    type.methods.add(workOf(type, work));
  }

  /** Loads the gate that {@link #addTo} keeps in a class. */
  static FieldInsnNode gate(String type) {
    return new FieldInsnNode(Opcodes.GETSTATIC, type, FIELD, descriptor(GATE));
  }

  private static String descriptor(String type) {
    return "L" + type + ";";
  }

  /** Takes the gate from the class's data, so that it is a constant for the JIT. */
  private static MethodNode initialiser(ClassNode type) {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    InsnList code = method.instructions;
    code.add(
        new MethodInsnNode(Opcodes.INVOKESTATIC, HANDLES, "lookup", "()" + descriptor(LOOKUP)));
    code.add(new LdcInsnNode(CLASS_DATA));
    code.add(new LdcInsnNode(Type.getObjectType(GATE)));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            HANDLES,
            "classData",
            "(" + descriptor(LOOKUP) + "Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"));
    code.add(new TypeInsnNode(Opcodes.CHECKCAST, GATE));
    code.add(new FieldInsnNode(Opcodes.PUTSTATIC, type.name, FIELD, descriptor(GATE)));
    code.add(new InsnNode(Opcodes.RETURN));
    return method;
  }

  private static MethodNode enter(ClassNode type, MethodNode work, int site, boolean maybeOther) {
    Type[] passed = Type.getArgumentTypes(work.desc);
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            "enter",
            Type.getMethodDescriptor(Type.INT_TYPE, passed),
            null,
            null);
    InsnList code = method.instructions;
    LabelNode pass = new LabelNode();
    LabelNode submit = new LabelNode();
    int slot = 0;
    for (Type value : passed) {
      code.add(new VarInsnNode(value.getOpcode(Opcodes.ILOAD), slot));
      slot += value.getSize();
    }
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, type.name, work.name, work.desc));
    code.add(new VarInsnNode(Opcodes.DSTORE, slot));
    if (maybeOther) {
      code.add(new VarInsnNode(Opcodes.DLOAD, slot));
      code.add(new InsnNode(Opcodes.DCONST_0));
      code.add(new InsnNode(Opcodes.DCMPG));
      code.add(new JumpInsnNode(Opcodes.IFLT, submit));
    }
    // Two calls, so that this method's own profile shows whether all executions pass quickly.
    passes(code, type, slot, "passesQuickly");
    code.add(new JumpInsnNode(Opcodes.IFNE, pass));
    passes(code, type, slot, "passesSlowly");
    code.add(new JumpInsnNode(Opcodes.IFEQ, submit));
    code.add(pass);
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    code.add(new InsnNode(Opcodes.IRETURN));
    code.add(submit);
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    code.add(new LdcInsnNode(passed.length - 1));
    code.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
    slot = passed[0].getSize();
    for (int capture = 1; capture < passed.length; capture++) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new LdcInsnNode(capture - 1));
      code.add(new VarInsnNode(passed[capture].getOpcode(Opcodes.ILOAD), slot));
      box(code, passed[capture]);
      code.add(new InsnNode(Opcodes.AASTORE));
      slot += passed[capture].getSize();
    }
    code.add(new LdcInsnNode(site));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            CallSiteWriter.DISPATCH_CLASS,
            "submit",
            "(I[Ljava/lang/Object;I)I"));
    code.add(new InsnNode(Opcodes.IRETURN));
    return method;
  }

  private static void passes(InsnList code, ClassNode type, int work, String method) {
    code.add(gate(type.name));
    code.add(new VarInsnNode(Opcodes.DLOAD, work));
    code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, GATE, method, "(D)Z"));
  }

  private static MethodNode workOf(ClassNode type, MethodNode work) {
    Type[] passed = Type.getArgumentTypes(work.desc);
    MethodNode method =
        new MethodNode(
            Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            "workOf",
            "(I[Ljava/lang/Object;)D",
            null,
            null);
    InsnList code = method.instructions;
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    for (int capture = 1; capture < passed.length; capture++) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 1));
      code.add(new LdcInsnNode(capture - 1));
      code.add(new InsnNode(Opcodes.AALOAD));
      unbox(code, passed[capture]);
    }
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, type.name, work.name, work.desc));
    code.add(new InsnNode(Opcodes.DRETURN));
    return method;
  }

  private static void box(InsnList code, Type value) {
    String box = box(value);
    if (!box.isEmpty()) {
      String boxing = "(" + value.getDescriptor() + ")" + descriptor(box);
      code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, box, "valueOf", boxing));
    }
  }

  private static void unbox(InsnList code, Type value) {
    String box = box(value);
    code.add(new TypeInsnNode(Opcodes.CHECKCAST, box.isEmpty() ? value.getInternalName() : box));
    if (!box.isEmpty()) {
      String unboxing = value.getClassName() + "Value";
      String number = "()" + value.getDescriptor();
      code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, box, unboxing, number));
    }
  }

  /** The class of objects that hold values of a primitive type; empty for references. */
  private static String box(Type value) {
    return switch (value.getSort()) {
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> "";
    };
  }
}
