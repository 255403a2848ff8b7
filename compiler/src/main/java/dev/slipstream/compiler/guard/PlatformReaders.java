package dev.slipstream.compiler.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The guards in classes of the JDK: in the few methods through which everything passes that it
 * reads or writes of arrays which no call of the program hands to it. Thread-safe.
 *
 * <ul>
 *   <li>Serialisation finds what {@code writeReplace()} or {@code replaceObject()} return, and what
 *       remote methods are given and return.
 *   <li>Beans ({@code XMLEncoder}) and managed beans have getters, which are called by reflection
 *       and whose results the JDK looks at and keeps.
 *   <li>{@code XMLDecoder} takes arrays out of public fields.
 *   <li>{@code BodyPublishers.ofByteArrays} asks an iterator when a request is sent.
 * </ul>
 */
public final class PlatformReaders {
  private static final Map<String, Reader> READERS =
      Map.of(
          "java/io/ObjectOutputStream",
          new OfParameter("writeArray(Ljava/lang/Object;Ljava/io/ObjectStreamClass;Z)V"),
          "sun/reflect/misc/MethodUtil",
          new OfResult(
              "invoke(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)"
                  + "Ljava/lang/Object;",
              "java/lang/reflect/Method.invoke",
              GuardCalls.CAME_OUT),
          "com/sun/beans/decoder/FieldElementHandler",
          new OfResult(
              "getFieldValue(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
              "java/lang/reflect/Field.get",
              GuardCalls.CAME_OUT),
          "jdk/internal/net/http/RequestPublishers$IterablePublisher$ByteBufferIterator",
          new OfResult("copy()V", "java/util/Iterator.next", GuardCalls.READ));

  private final String dispatcher;

  /** A method that comes by arrays. */
  private sealed interface Reader {
    /** Its name and descriptor. */
    String method();
  }

  /** It reads the first one of its parameters, and is not static. */
  private record OfParameter(String method) implements Reader {}

  /**
   * It is given arrays by a method that it calls.
   *
   * @param source the class and the name of that method, which returns an object
   * @param guard the method of {@link GuardCalls} that is told
   */
  private record OfResult(String method, String source, String guard) implements Reader {}

  /**
   * @param dispatcher the internal name of the class with the methods of {@link GuardCalls}; it
   *     must be visible to the JDK
   */
  public PlatformReaders(String dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Whether a class of the JDK gets a guard, by its internal name. */
  public static boolean include(String internalName) {
    return READERS.containsKey(internalName);
  }

  /**
   * Instruments one of these classes.
   *
   * @param internalName its name
   * @param classFile the class file
   * @throws IllegalArgumentException if it is none of these
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public GuardedClass guard(String internalName, byte[] classFile) {
    @Nullable Reader reader = READERS.get(internalName);
    if (reader == null) {
      throw new IllegalArgumentException(
          internalName + " has no method that comes by arrays of the program");
    }
    ClassReader parser = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(parser, 0);
    List<String> guarded = new ArrayList<>();
    parser.accept(
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
            return reader.method().equals(name + descriptor)
                ? guarding(reader, method, guarded)
                : method;
          }
        },
        0);
    String name = internalName.replace('/', '.') + "." + reader.method();
    return guarded.isEmpty()
        ? new GuardedClass(
            Optional.empty(),
            List.of(),
            List.of(
                new UnguardedMethod(name, "this JDK has no such method, or it works otherwise")),
            Set.of(),
            List.of())
        : new GuardedClass(
            Optional.of(writer.toByteArray()), List.of(name), List.of(), Set.of(), List.of());
  }

  /**
   * @param guarded a line is added for each guard
   */
  private MethodVisitor guarding(Reader reader, MethodVisitor method, List<String> guarded) {
    return new MethodVisitor(Opcodes.ASM9, method) {
      @Override
      public void visitCode() {
        super.visitCode();
        if (reader instanceof OfParameter) {
          visitVarInsn(Opcodes.ALOAD, 1);
          tell(GuardCalls.READ);
        }
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String name, String descriptor, boolean isInterface) {
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (reader instanceof OfResult result && result.source().equals(owner + "." + name)) {
          visitInsn(Opcodes.DUP);
          tell(result.guard());
        }
      }

      private void tell(String guard) {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, dispatcher, guard, "(Ljava/lang/Object;)V", false);
        guarded.add(guard);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
      }
    };
  }
}
