package dev.slipstream.compiler.guard.emission;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes methods that JMH calls wait for the loops that they have submitted. The time of an
 * operation then includes its loops, and none runs on into the next operation.
 */
public final class BenchmarkEnds {
  private static final String PACKAGE = "Lorg/openjdk/jmh/annotations/";
  private static final Set<String> ANNOTATIONS =
      Set.of(PACKAGE + "Benchmark;", PACKAGE + "Setup;", PACKAGE + "TearDown;");
  private static final byte[] ANY = PACKAGE.getBytes(StandardCharsets.US_ASCII);

  private final String dispatcher;

  /**
   * @param dispatcher the internal name of a class with a static method {@code loopsEnd()}
   */
  public BenchmarkEnds(String dispatcher) {
    this.dispatcher = dispatcher;
  }

  /**
   * Changes a class.
   *
   * @return the class file, or empty if it has no such methods
   * @throws RuntimeException if the class file is damaged or newer than the parser knows
   */
  public Optional<byte[]> in(byte[] classFile) {
    if (!mentions(classFile)) {
      return Optional.empty();
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Methods methods = new Methods(writer);
    reader.accept(methods, 0);
    return methods.any ? Optional.of(writer.toByteArray()) : Optional.empty();
  }

  /** Most classes mention no annotation of JMH, and need not be parsed. */
  private static boolean mentions(byte[] classFile) {
    for (int at = 0; at <= classFile.length - ANY.length; at++) {
      int next = 0;
      while (next < ANY.length && classFile[at + next] == ANY[next]) {
        next++;
      }
      if (next == ANY.length) {
        return true;
      }
    }
    return false;
  }

  private final class Methods extends ClassVisitor {
    private boolean any;

    Methods(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        private boolean isCalled;

        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
          isCalled |= ANNOTATIONS.contains(annotation);
          return super.visitAnnotation(annotation, visible);
        }

        @Override
        public void visitInsn(int opcode) {
          if (isCalled && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            any = true;
            super.visitMethodInsn(Opcodes.INVOKESTATIC, dispatcher, "loopsEnd", "()V", false);
          }
          super.visitInsn(opcode);
        }
      };
    }
  }
}
