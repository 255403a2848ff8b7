package dev.slipstream.tornado.kernel;

import java.io.IOException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods of the tests' own classes, as they were compiled. */
final class CompiledMethods {
  private CompiledMethods() {}

  /** A method by its name, of which there is one. */
  static MethodNode named(Class<?> type, String name) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(type.getName()).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    return node.methods.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }
}
