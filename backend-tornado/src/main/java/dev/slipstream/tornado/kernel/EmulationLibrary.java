package dev.slipstream.tornado.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The methods of {@code dev.slipstream.tornado.emulation}, as bytecode. Not thread-safe. */
final class EmulationLibrary {
  /** The package of the methods. */
  static final String PACKAGE = "dev/slipstream/tornado/emulation/";

  /** The class of methods that replace instructions. */
  static final String OPERATORS = PACKAGE + "OperatorEmulation";

  /**
   * The class of methods that replace functions of doubles where argument and result are floats.
   */
  static final String FLOAT_FUNCTIONS = PACKAGE + "FloatFunctionEmulation";

  /** The class of those of them that are functions of angles. */
  static final String FLOAT_ANGLES = PACKAGE + "FloatAngles";

  /** The prefix of the names of kernels' methods that work on the bits of doubles. */
  static final String DOUBLE_BITS = "DoubleBits_";

  /** The class that replaces these methods. */
  static final String OF_DOUBLE_BITS = PACKAGE + "DoubleBitsEmulation";

  private static final String JDK = "java/lang/";

  private final Map<String, Map<String, MethodNode>> classes = new HashMap<>();

  /** Returns the class that replaces methods of a class of the JDK. */
  static Optional<String> standIn(String owner) {
    if (!owner.startsWith(JDK)) {
      return Optional.empty();
    }
    String simple = owner.substring(JDK.length());
    return Optional.of(PACKAGE + (simple.equals("StrictMath") ? "Math" : simple) + "Emulation");
  }

  /** Returns a method of one of these classes; callers must not change it. */
  Optional<MethodNode> find(String owner, String name, String descriptor) {
    return Optional.ofNullable(
        classes.computeIfAbsent(owner, EmulationLibrary::read).get(name + descriptor));
  }

  private static Map<String, MethodNode> read(String internalName) {
    Map<String, MethodNode> methods = new HashMap<>();
    try (InputStream in =
        EmulationLibrary.class.getResourceAsStream("/" + internalName + ".class")) {
      if (in == null) {
        return methods;
      }
      ClassNode node = new ClassNode();
      new ClassReader(in.readAllBytes())
          .accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
      node.methods.forEach(method -> methods.put(method.name + method.desc, method));
      return methods;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
