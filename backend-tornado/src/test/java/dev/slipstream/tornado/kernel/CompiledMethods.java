package dev.slipstream.tornado.kernel;

import java.io.IOException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The bytecode of methods of the tests' own classes. */
final class CompiledMethods {
  private CompiledMethods() {}

  /** Returns a method by its name, which must be unique. */
  static MethodNode named(Class<?> type, String name) throws IOException {
    ClassNode node = new ClassNode();
    new ClassReader(type.getName()).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    return node.methods.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow();
  }
}
