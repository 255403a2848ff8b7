package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.emulation.math.ExactMath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
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
    return Instructions.method(Source.CLASS, call.name, call.desc)
        .map(method -> new ClassFiles.Declared<>(Source.CLASS, method));
  }

  /**
   * Whether a call clamps between two constants in the right order, as it mostly does: then it
   * never throws.
   */
  static boolean neverThrows(MethodInsnNode call) {
    if (!call.name.equals("clamp")
        || !(call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath"))) {
      return false;
    }
    AbstractInsnNode last = before(call);
    AbstractInsnNode first = before(last);
    Optional<Number> largest = Instructions.constant(last);
    Optional<Number> smallest = Instructions.constant(first);
    if (largest.isEmpty() || smallest.isEmpty()) {
      return false;
    }
    if (call.desc.endsWith("F") || call.desc.endsWith("D")) {
      double low = smallest.get().doubleValue();
      double high = largest.get().doubleValue();
      return !Double.isNaN(low) && !Double.isNaN(high) && Double.compare(low, high) <= 0;
    }
    return smallest.get().longValue() <= largest.get().longValue();
  }

  /** The instruction before; a label may be jumped to and thus ends the search. */
  private static AbstractInsnNode before(AbstractInsnNode node) {
    AbstractInsnNode previous = node.getPrevious();
    while (previous instanceof LineNumberNode) {
      previous = previous.getPrevious();
    }
    return previous == null ? node : previous;
  }
}
