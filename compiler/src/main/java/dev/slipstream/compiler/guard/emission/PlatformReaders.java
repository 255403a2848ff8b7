package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import java.util.LinkedHashSet;
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
 * The guards in classes of the JDK: in the few through which everything passes that it reads or
 * writes of arrays which no call of the program hands to it. Thread-safe.
 *
 * <ul>
 *   <li>Serialisation finds what {@code writeReplace()} or {@code replaceObject()} return, and what
 *       remote methods are given and return.
 *   <li>Methods of beans ({@code XMLEncoder}, {@code XMLDecoder}) and of managed beans are called
 *       by reflection; the JDK looks at what they return and may keep it and what they are given.
 *   <li>{@code XMLDecoder} takes arrays out of public fields.
 *   <li>{@code BodyPublishers.ofByteArrays} asks an iterator when a request is sent.
 * </ul>
 */
public final class PlatformReaders {
  private static final Map<String, List<Reader>> READERS =
      Map.of(
          "java/io/ObjectOutputStream",
          List.of(
              new Reader(
                  Way.PARAMETER,
                  "writeArray(Ljava/lang/Object;Ljava/io/ObjectStreamClass;Z)V",
                  GuardCalls.READ)),
          "sun/reflect/misc/MethodUtil",
          List.of(
              new Reader(Way.ARGUMENT, "java/lang/reflect/Method.invoke", GuardCalls.CAME_OUT),
              new Reader(Way.RESULT, "java/lang/reflect/Method.invoke", GuardCalls.CAME_OUT)),
          "java/beans/Statement",
          List.of(
              new Reader(
                  Way.ARGUMENT, "java/lang/reflect/Constructor.newInstance", GuardCalls.CAME_OUT)),
          "com/sun/beans/decoder/FieldElementHandler",
          List.of(new Reader(Way.RESULT, "java/lang/reflect/Field.get", GuardCalls.CAME_OUT)),
          "jdk/internal/net/http/RequestPublishers$IterablePublisher$ByteBufferIterator",
          List.of(new Reader(Way.RESULT, "java/util/Iterator.next", GuardCalls.READ)));

  private final String dispatcher;

  /** What a class comes by arrays with. */
  private enum Way {
    /** The first parameter of a method of its own that is not static. */
    PARAMETER,
    /** What it passes on as the last argument. */
    ARGUMENT,
    /** What it is given back, an object. */
    RESULT
  }

  /**
   * How a class comes by arrays.
   *
   * @param method of a parameter the name and descriptor of its method, else the class and the name
   *     of the method that is called
   * @param guard the method of {@link GuardCalls} that is told, with an object
   */
  private record Reader(Way way, String method, String guard) {}

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
    @Nullable List<Reader> readers = READERS.get(internalName);
    if (readers == null) {
      throw new IllegalArgumentException(
          internalName + " is not known to come by arrays of the program");
    }
    ClassReader parser = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(parser, 0);
    Set<Reader> guarded = new LinkedHashSet<>();
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
            for (Reader reader : readers) {
              method = guarding(reader, name + descriptor, method, guarded);
            }
            return method;
          }
        },
        0);
    String name = internalName.replace('/', '.');
    return new GuardedClass(
        guarded.isEmpty() ? Optional.empty() : Optional.of(writer.toByteArray()),
        guarded.stream().map(reader -> name + "." + reader.method()).toList(),
        readers.stream()
            .filter(reader -> !guarded.contains(reader))
            .map(reader -> new UnguardedMethod(name, "there is no " + reader.method() + " in it"))
            .toList(),
        Set.of(),
        List.of());
  }

  /**
   * @param name the method's name and descriptor
   * @param guarded the reader is added if it is found
   */
  private MethodVisitor guarding(
      Reader reader, String name, MethodVisitor method, Set<Reader> guarded) {
    return new MethodVisitor(Opcodes.ASM9, method) {
      @Override
      public void visitCode() {
        super.visitCode();
        if (reader.way() == Way.PARAMETER && reader.method().equals(name)) {
          super.visitVarInsn(Opcodes.ALOAD, 1);
          tell();
        }
      }

      @Override
      public void visitMethodInsn(
          int opcode, String owner, String called, String descriptor, boolean isInterface) {
        boolean isIt = reader.method().equals(owner + "." + called);
        if (isIt && reader.way() == Way.ARGUMENT) {
          super.visitInsn(Opcodes.DUP);
          tell();
        }
        super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
        if (isIt && reader.way() == Way.RESULT) {
          super.visitInsn(Opcodes.DUP);
          tell();
        }
      }

      private void tell() {
        super.visitMethodInsn(
            Opcodes.INVOKESTATIC, dispatcher, reader.guard(), "(Ljava/lang/Object;)V", false);
        guarded.add(reader);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
      }
    };
  }
}
