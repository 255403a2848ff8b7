package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.inlining.ClassFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Arrays that come to the program as parameters of methods that the JDK calls: those that override
 * or implement one of its own, as {@code InputStream.read(byte[], int, int)}; and those that such
 * methods return to it, as {@code Key.getEncoded()}.
 */
final class ForeignArrays {
  private final Hierarchy hierarchy;

  ForeignArrays(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  /** Whether a method of the class may be called by the JDK with arrays, or for one. */
  boolean areTaken(int access, String name, String descriptor) {
    int hidden = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    if (ClassFiles.has(access, hidden) || name.startsWith("<")) {
      return false;
    }
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (isArray(parameter)) {
        return overridesPlatform(name, descriptor);
      }
    }
    return isOfPrimitives(Type.getReturnType(descriptor)) && overridesPlatform(name, descriptor);
  }

  /**
   * Lets the dispatcher be called with them at the start and the ends of a method; says whether
   * there are any.
   */
  boolean insert(MethodNode method, Evaluation evaluation) {
    if (!areTaken(method.access, method.name, method.desc)) {
      return false;
    }
    InsnList code = new InsnList();
    int slot = 1;
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      if (isArray(parameter)) {
        code.add(new VarInsnNode(Opcodes.ALOAD, slot));
        code.add(evaluation.invoke(GuardCalls.CAME_OUT));
      }
      slot += parameter.getSize();
    }
    boolean gives = isOfPrimitives(Type.getReturnType(method.desc));
    method.instructions.insert(code);
    if (gives) {
      handOutWhatIsReturned(method, evaluation);
    }
    return true;
  }

  private static boolean isArray(Type parameter) {
    return parameter.getSort() == Type.ARRAY && Place.mayBeArray(parameter);
  }

  /** The JDK looks at elements only of what its own method says to be an array of them. */
  private static boolean isOfPrimitives(Type type) {
    return type.getSort() == Type.ARRAY && type.getElementType().getSort() < Type.ARRAY;
  }

  private static void handOutWhatIsReturned(MethodNode method, Evaluation evaluation) {
    for (AbstractInsnNode node : method.instructions.toArray()) {
      if (node.getOpcode() == Opcodes.ARETURN) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new IntInsnNode(Opcodes.BIPUSH, GuardCalls.KEEPS));
        code.add(evaluation.invoke(GuardCalls.HANDED_OUT, "(Ljava/lang/Object;I)V"));
        method.instructions.insertBefore(node, code);
      }
    }
  }

  private boolean overridesPlatform(String name, String descriptor) {
    ClassHeader self = hierarchy.self();
    List<String> above = new ArrayList<>(self.interfaces());
    if (self.superName() != null) {
      above.add(self.superName());
    }
    for (String type : above) {
      Optional<Hierarchy.Declared> declared = hierarchy.method(type, name, descriptor);
      boolean unknown =
          declared.isEmpty()
              && PlatformCalls.isPlatform(type)
              && !type.equals("java/lang/Object")
              && hierarchy.find(type).isEmpty();
      if (unknown || declared.filter(d -> PlatformCalls.isPlatform(d.owner().name())).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
