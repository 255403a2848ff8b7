package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.emulation.math.ExactMath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods of {@code java.lang.Math} that throw for some arguments, as bytecode to inline:
 * {@link ExactMath}.
 */
final class ThrowingMethods {
  private ThrowingMethods() {}

  /** Read once, at the first loop that needs it. */
  private static final class Source {
    static final ClassNode CLASS = read();

    private static ClassNode read() {
      String name = '/' + ExactMath.class.getName().replace('.', '/') + ".class";
      try (InputStream in = ExactMath.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IllegalStateException(name + " is missing from the agent");
        }
        ClassNode node = new ClassNode();
        new ClassReader(in.readAllBytes()).accept(node, ClassReader.SKIP_FRAMES);
        return node;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Our own form of a method that a call names; empty if there is none. */
  static Optional<ClassFiles.Declared<MethodNode>> find(MethodInsnNode call) {
    boolean math = call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath");
    if (!math || !(call.name.endsWith("Exact") || call.name.equals("clamp"))) {
      return Optional.empty();
    }
    return Source.CLASS.methods.stream()
        .filter(method -> method.name.equals(call.name) && method.desc.equals(call.desc))
        .findFirst()
        .map(method -> new ClassFiles.Declared<>(Source.CLASS, method));
  }
}
