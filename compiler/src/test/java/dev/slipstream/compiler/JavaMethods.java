package dev.slipstream.compiler;

import java.util.Map;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The bytecode of methods that are written as Java source, compiled by javac. */
public final class JavaMethods {
  private final ClassNode owner;

  private JavaMethods(ClassNode owner) {
    this.owner = owner;
  }

  /** Compiles the body of {@code class Program}, with the annotations imported. */
  public static JavaMethods of(String members) {
    Map<String, byte[]> classes = TestProgram.of(members).classes();
    ClassNode owner = new ClassNode();
    new ClassReader(classes.get("Program")).accept(owner, 0);
    return new JavaMethods(owner);
  }

  /** The class of the methods. */
  public ClassNode owner() {
    return owner;
  }

  /** The only method of a name. */
  public MethodNode method(String name) {
    return owner.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  /** The index of the only call of a method. */
  public static int call(MethodNode method, String name) {
    return index(method, node -> node instanceof MethodInsnNode call && call.name.equals(name));
  }

  /** The index of the only instruction that loads a text. */
  public static int text(MethodNode method, String text) {
    return index(method, node -> node instanceof LdcInsnNode load && text.equals(load.cst));
  }

  /** The index of the first instruction that returns. */
  public static int end(MethodNode method) {
    return index(
        method,
        node ->
            node instanceof InsnNode
                && node.getOpcode() >= Opcodes.IRETURN
                && node.getOpcode() <= Opcodes.RETURN);
  }

  private static int index(MethodNode method, Predicate<AbstractInsnNode> wanted) {
    for (int i = 0; i < method.instructions.size(); i++) {
      if (wanted.test(method.instructions.get(i))) {
        return i;
      }
    }
    throw new AssertionError("there is no such instruction in " + method.name);
  }
}
