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
  /** Where they are. */
  static final String PACKAGE = "dev/slipstream/tornado/emulation/";

  /** Those that stand for instructions. */
  static final String OPERATORS = PACKAGE + "OperatorEmulation";

  /** Those that stand for functions of doubles where a float comes in and out. */
  static final String FLOAT_FUNCTIONS = PACKAGE + "FloatFunctionEmulation";

  /** Those of them that are of angles. */
  static final String FLOAT_ANGLES = PACKAGE + "FloatAngles";

  /** What the names of methods of kernels begin with that work on bits of doubles. */
  static final String DOUBLE_BITS = "DoubleBits_";

  /** Those that stand for these. */
  static final String OF_DOUBLE_BITS = PACKAGE + "DoubleBitsEmulation";

  private static final String JDK = "java/lang/";

  private final Map<String, Map<String, MethodNode>> classes = new HashMap<>();

  /** The class that has stand-ins for methods of a class of the JDK. */
  static Optional<String> standIn(String owner) {
    if (!owner.startsWith(JDK)) {
      return Optional.empty();
    }
    String simple = owner.substring(JDK.length());
    return Optional.of(PACKAGE + (simple.equals("StrictMath") ? "Math" : simple) + "Emulation");
  }

  /** A method of one of these classes; not to be changed. */
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
