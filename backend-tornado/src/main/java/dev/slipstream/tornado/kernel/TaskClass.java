package dev.slipstream.tornado.kernel;

import dev.slipstream.tornado.binding.ApiNames;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Writes the class whose instances refer to a kernel's method, as a method reference would. Up to
 * TornadoVM 5.x it finds the method by the first {@code invokestatic} in {@code apply}, of whose
 * constant pool index it reads only the low byte; so the method is the first entry of the pool.
 * Later versions call {@code writeReplace} for a {@link java.lang.invoke.SerializedLambda}.
 */
final class TaskClass {
  private static final String LAMBDA = "java/lang/invoke/SerializedLambda";
  private static final String OBJECT = "java/lang/Object";

  private TaskClass() {}

  /**
   * Returns the class file.
   *
   * @param name the internal name of the class
   * @param kernel the internal name of the kernel's class
   * @param types the types of the method's parameters
   */
  static byte[] write(String name, String kernel, String method, List<Type> types) {
    String descriptor = Type.getMethodDescriptor(Type.VOID_TYPE, types.toArray(new Type[0]));
    String function = ApiNames.TASK + types.size();
    String erased = "(" + "Ljava/lang/Object;".repeat(types.size()) + ")V";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.newMethod(kernel, method, descriptor, false);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        OBJECT,
        new String[] {function, "java/io/Serializable"});
    constructor(writer);
    apply(writer, kernel, method, descriptor, erased, types);
    writeReplace(
        writer,
        Type.getObjectType(name),
        function,
        erased,
        new String[] {kernel, method, descriptor});
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void constructor(ClassWriter writer) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void apply(
      ClassWriter writer,
      String kernel,
      String method,
      String descriptor,
      String erased,
      List<Type> types) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, "apply", erased, null, null);
    code.visitCode();
    for (int t = 0; t < types.size(); t++) {
      code.visitVarInsn(Opcodes.ALOAD, t + 1);
      code.visitTypeInsn(Opcodes.CHECKCAST, types.get(t).getInternalName());
    }
    code.visitMethodInsn(Opcodes.INVOKESTATIC, kernel, method, descriptor, false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private static void writeReplace(
      ClassWriter writer, Type own, String function, String erased, String[] target) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PRIVATE, "writeReplace", "()Ljava/lang/Object;", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, LAMBDA);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn(own);
    code.visitLdcInsn(function);
    code.visitLdcInsn("apply");
    code.visitLdcInsn(erased);
    code.visitIntInsn(Opcodes.BIPUSH, Opcodes.H_INVOKESTATIC);
    for (String part : target) {
      code.visitLdcInsn(part);
    }
    code.visitLdcInsn(target[2]);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
    String string = "Ljava/lang/String;";
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL,
        LAMBDA,
        "<init>",
        "(Ljava/lang/Class;" + string.repeat(3) + "I" + string.repeat(4) + "[Ljava/lang/Object;)V",
        false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
  }
}
