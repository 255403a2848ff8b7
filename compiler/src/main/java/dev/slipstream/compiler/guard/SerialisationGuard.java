package dev.slipstream.compiler.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The one guard in a class of the JDK. Serialisation reads elements of arrays that no call of the
 * program hands to it: what {@code writeReplace()} or {@code replaceObject()} return, and what
 * remote methods are given and return. All of them pass through one method. Thread-safe.
 */
public final class SerialisationGuard {
  private static final String CLASS = "java/io/ObjectOutputStream";
  private static final String METHOD = "writeArray";
  private static final String DESCRIPTOR = "(Ljava/lang/Object;Ljava/io/ObjectStreamClass;Z)V";

  private final String dispatcher;

  /**
   * @param dispatcher the internal name of the class with the methods of {@link GuardCalls}; it
   *     must be visible to the JDK
   */
  public SerialisationGuard(String dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Whether a class is the one that gets the guard, by its internal name. */
  public static boolean concerns(String internalName) {
    return internalName.equals(CLASS);
  }

  /**
   * Instruments that class.
   *
   * @param classFile the class file
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public GuardedClass guard(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    List<String> guarded = new ArrayList<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            if (!name.equals(METHOD) || !descriptor.equals(DESCRIPTOR)) {
              return method;
            }
            guarded.add(name(METHOD + DESCRIPTOR));
            return readingFirstParameter(method);
          }
        },
        0);
    return guarded.isEmpty()
        ? new GuardedClass(
            Optional.empty(),
            List.of(),
            List.of(new UnguardedMethod(name(METHOD + DESCRIPTOR), "this JDK has no such method")),
            Set.of(),
            List.of())
        : new GuardedClass(
            Optional.of(writer.toByteArray()), guarded, List.of(), Set.of(), List.of());
  }

  private static String name(String method) {
    return CLASS.replace('/', '.') + "." + method;
  }

  private MethodVisitor readingFirstParameter(MethodVisitor method) {
    return new MethodVisitor(Opcodes.ASM9, method) {
      @Override
      public void visitCode() {
        super.visitCode();
        visitVarInsn(Opcodes.ALOAD, 1);
        visitMethodInsn(
            Opcodes.INVOKESTATIC, dispatcher, GuardCalls.READ, "(Ljava/lang/Object;)V", false);
      }
    };
  }
}
