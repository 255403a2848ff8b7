package dev.slipstream.build;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method that the compiler has given a record, as {@link java.lang.runtime.ObjectMethods} would
 * make it.
 */
final class RecordMethod {
  private final String owner;
  private final String kind;
  private final String descriptor;
  private final String[] names;
  private final Type[] types;

  /**
   * @param kind {@code toString}, {@code hashCode} or {@code equals}
   * @param arguments the record's class, the names of its fields, and how to read each
   */
  RecordMethod(String owner, String kind, String descriptor, Object[] arguments) {
    this.owner = owner;
    this.kind = kind;
    this.descriptor = descriptor;
    String all = (String) arguments[1];
    this.names = all.isEmpty() ? new String[0] : all.split(";");
    this.types = new Type[names.length];
    for (int k = 0; k < names.length; k++) {
      types[k] = Type.getType(((Handle) arguments[k + 2]).getDesc());
    }
  }

  /** The static method that the record's own method calls. */
  String name() {
    return kind + "OfFields";
  }

  void write(ClassVisitor record, String simpleName) {
    MethodVisitor code =
        record.visitMethod(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
            name(),
            descriptor,
            null,
            null);
    code.visitCode();
    switch (kind) {
      case "equals":
        writeEquals(code);
        break;
      case "hashCode":
        writeHashCode(code);
        break;
      default:
        writeToString(code, simpleName);
        break;
    }
    code.visitMaxs(6, 2);
    code.visitEnd();
  }

  private void writeEquals(MethodVisitor code) {
    Label differs = new Label();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.INSTANCEOF, owner);
    code.visitJumpInsn(Opcodes.IFEQ, differs);
    for (int k = 0; k < names.length; k++) {
      read(code, k);
      code.visitVarInsn(Opcodes.ALOAD, 1);
      code.visitTypeInsn(Opcodes.CHECKCAST, owner);
      code.visitFieldInsn(Opcodes.GETFIELD, owner, names[k], types[k].getDescriptor());
      switch (types[k].getSort()) {
        case Type.LONG:
          code.visitInsn(Opcodes.LCMP);
          code.visitJumpInsn(Opcodes.IFNE, differs);
          break;
        case Type.FLOAT:
        case Type.DOUBLE:
          String wrapper = Conversion.wrapperOf(types[k]);
          String type = types[k].getDescriptor();
          call(code, wrapper, "compare", "(" + type + type + ")I");
          code.visitJumpInsn(Opcodes.IFNE, differs);
          break;
        case Type.ARRAY:
        case Type.OBJECT:
          call(code, "java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
          code.visitJumpInsn(Opcodes.IFEQ, differs);
          break;
        default:
          code.visitJumpInsn(Opcodes.IF_ICMPNE, differs);
          break;
      }
    }
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(differs);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
  }

  private void writeHashCode(MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_0);
    for (int k = 0; k < names.length; k++) {
      code.visitIntInsn(Opcodes.BIPUSH, 31);
      code.visitInsn(Opcodes.IMUL);
      read(code, k);
      if (isReference(types[k])) {
        call(code, "java/util/Objects", "hashCode", "(Ljava/lang/Object;)I");
      } else {
        call(
            code,
            Conversion.wrapperOf(types[k]),
            "hashCode",
            "(" + types[k].getDescriptor() + ")I");
      }
      code.visitInsn(Opcodes.IADD);
    }
    code.visitInsn(Opcodes.IRETURN);
  }

  private void writeToString(MethodVisitor code, String simpleName) {
    String builder = "java/lang/StringBuilder";
    code.visitTypeInsn(Opcodes.NEW, builder);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, builder, "<init>", "()V", false);
    for (int k = 0; k < names.length; k++) {
      append(code, (k == 0 ? simpleName + "[" : ", ") + names[k] + "=");
      read(code, k);
      String value = "(Ljava/lang/Object;)Ljava/lang/String;";
      String type = "(" + types[k].getDescriptor() + ")Ljava/lang/String;";
      boolean isInt = types[k] == Type.BYTE_TYPE || types[k] == Type.SHORT_TYPE;
      call(
          code,
          "java/lang/String",
          "valueOf",
          isReference(types[k]) ? value : isInt ? "(I)Ljava/lang/String;" : type);
      appendTop(code);
    }
    append(code, names.length == 0 ? simpleName + "[]" : "]");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, builder, "toString", "()Ljava/lang/String;", false);
    code.visitInsn(Opcodes.ARETURN);
  }

  private static void append(MethodVisitor code, String text) {
    code.visitLdcInsn(text);
    appendTop(code);
  }

  private static void appendTop(MethodVisitor code) {
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/lang/StringBuilder",
        "append",
        "(Ljava/lang/String;)Ljava/lang/StringBuilder;",
        false);
  }

  private void read(MethodVisitor code, int k) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitFieldInsn(Opcodes.GETFIELD, owner, names[k], types[k].getDescriptor());
  }

  private static void call(MethodVisitor code, String owner, String method, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
  }

  private static boolean isReference(Type type) {
    return type.getSort() >= Type.ARRAY;
  }
}
