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
 * Guards in classes of the JDK. The few classes in the list see all arrays that the JDK reads or
 * writes although no call of the program passes them. Thread-safe.
 *
 * <ul>
 *   <li>Serialisation receives the results of {@code writeReplace()} and {@code replaceObject()},
 *       and the arguments and results of remote methods.
 *   <li>The JDK calls methods of beans ({@code XMLEncoder}, {@code XMLDecoder}) and of managed
 *       beans by reflection. It reads their results, and may keep these and the arguments.
 *   <li>{@code XMLDecoder} takes arrays out of public fields.
 *   <li>{@code BodyPublishers.ofByteArrays} reads arrays from an iterator when a request is sent.
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

  /** The ways by which a class receives arrays. */
  private enum Way {
    /** The first parameter of one of its own instance methods. */
    PARAMETER,
    /** The last argument of a call. */
    ARGUMENT,
    /** The result of a call, an object. */
    RESULT
  }

  /**
   * A method of a class in which it receives arrays.
   *
   * @param method for a parameter the name and descriptor of its method, otherwise the class and
   *     the name of the method that is called
   * @param guard the method of {@link GuardCalls} that is called with the object
   */
  private record Reader(Way way, String method, String guard) {}

  /**
   * @param dispatcher the internal name of the class with the methods of {@link GuardCalls}; must
   *     be visible to the JDK
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
   * Wraps a method's visitor so that it inserts the guards of readers.
   *
   * @param name the method's name and descriptor
   * @param guarded receives the readers that are found
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
