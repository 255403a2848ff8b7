package dev.slipstream.compiler.guard;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Whether a class may need guards: it reads or writes elements of primitive arrays, hands arrays to
 * other code, or has native methods. Nothing is built on the way.
 */
final class QuickLook extends ClassVisitor {
  private boolean found;

  private QuickLook() {
    super(Opcodes.ASM9);
  }

  static boolean mayNeedGuards(ClassReader reader) {
    QuickLook look = new QuickLook();
    reader.accept(look, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return look.found;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    found |= (access & Opcodes.ACC_NATIVE) != 0 || CallFences.reachesArrays(descriptor);
    return found ? null : new Instructions();
  }

  private final class Instructions extends MethodVisitor {
    Instructions() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitInsn(int opcode) {
      found |= ElementAccess.is(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      found |= descriptor.startsWith("[");
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      found |=
          owner.startsWith("[")
              || CallFences.reachesArrays(descriptor)
              || CallFences.readsFields(name)
              || Leaks.maker(owner, name).isPresent();
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      found |= Leaks.leaks(bootstrap, descriptor);
      for (Object argument : arguments) {
        found |= argument instanceof Handle handle && PlatformCalls.isPlatform(handle.getOwner());
      }
    }
  }
}
