package dev.slipstream.agent.rewriting;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Attribute;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.TypePath;
import org.jspecify.annotations.Nullable;

/** The instructions of a class's methods, apart from annotations and debug information. */
final class MethodBodies extends ClassVisitor {
  private final Map<String, byte[]> bodies = new HashMap<>();

  private MethodBodies() {
    super(Opcodes.ASM9);
  }

  /** Whether two class files hold the same methods with the same instructions. */
  static boolean same(byte[] first, byte[] second) {
    Map<String, byte[]> firstBodies = of(first);
    Map<String, byte[]> secondBodies = of(second);
    return firstBodies.keySet().equals(secondBodies.keySet())
        && firstBodies.entrySet().stream()
            .allMatch(e -> Arrays.equals(e.getValue(), secondBodies.get(e.getKey())));
  }

  private static Map<String, byte[]> of(byte[] classFile) {
    MethodBodies visitor = new MethodBodies();
    new ClassReader(classFile).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return visitor.bodies;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    // A class of its own for each method: its constants then stand in the order of their use.
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Body", null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(access, name, descriptor, null, null);
    return new Plain(method) {
      @Override
      public void visitEnd() {
        super.visitEnd();
        bodies.put(name + descriptor, writer.toByteArray());
      }
    };
  }

  /** Drops everything that is no instruction. */
  private static class Plain extends MethodVisitor {
    Plain(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitParameter(String name, int access) {}

    @Override
    public void visitAttribute(Attribute attribute) {}

    @Override
    public @Nullable AnnotationVisitor visitAnnotationDefault() {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitTypeAnnotation(
        int reference, @Nullable TypePath path, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public void visitAnnotableParameterCount(int count, boolean visible) {}

    @Override
    public @Nullable AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitInsnAnnotation(
        int reference, @Nullable TypePath path, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitTryCatchAnnotation(
        int reference, @Nullable TypePath path, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public @Nullable AnnotationVisitor visitLocalVariableAnnotation(
        int reference,
        @Nullable TypePath path,
        Label[] start,
        Label[] end,
        int[] index,
        String descriptor,
        boolean visible) {
      return null;
    }
  }
}
