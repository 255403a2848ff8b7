package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.model.kernel.RangeKernel;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A kernel that reports the elements it reads. Before each instruction that reads an element of a
 * primitive array it passes the array and the index to the {@link
 * java.util.function.ObjIntConsumer} in its public static field {@link #FIELD}. It remains closed:
 * it refers to the JDK alone.
 */
public final class WatchedKernel {
  /** The field that must be set before the kernel runs. */
  public static final String FIELD = "reads$watched";

  private static final String CONSUMER = "java/util/function/ObjIntConsumer";
  private static final String METHOD = "read$watched";
  private static final String DESCRIPTOR = "(Ljava/lang/Object;I)V";

  private WatchedKernel() {}

  /** The class file of a kernel with the same effect that also reports its reads. */
  public static byte[] of(RangeKernel kernel) {
    ClassReader reader = new ClassReader(kernel.classFile());
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    String owner = reader.getClassName();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new Watching(
                super.visitMethod(access, name, descriptor, signature, exceptions), owner);
          }

          @Override
          public void visitEnd() {
            cv.visitField(
                    Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                    FIELD,
                    "L" + CONSUMER + ";",
                    null,
                    null)
                .visitEnd();
            writeMethod(cv, owner);
            super.visitEnd();
          }
        },
        0);
    return writer.toByteArray();
  }

  private static void writeMethod(ClassVisitor type, String owner) {
    MethodVisitor method =
        type.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, METHOD, DESCRIPTOR, null, null);
    method.visitCode();
    method.visitFieldInsn(Opcodes.GETSTATIC, owner, FIELD, "L" + CONSUMER + ";");
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitVarInsn(Opcodes.ILOAD, 1);
    method.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, CONSUMER, "accept", DESCRIPTOR, /* isInterface= */ true);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  private static final class Watching extends MethodVisitor {
    private final String owner;

    Watching(MethodVisitor next, String owner) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public void visitInsn(int opcode) {
      if (Instructions.loadsElement(opcode) && opcode != Opcodes.AALOAD) {
        super.visitInsn(Opcodes.DUP2);
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, owner, METHOD, DESCRIPTOR, /* isInterface= */ false);
      }
      super.visitInsn(opcode);
    }
  }
}
