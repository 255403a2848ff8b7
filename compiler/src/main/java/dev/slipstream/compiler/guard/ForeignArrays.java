package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.inlining.ClassFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Arrays that come to the program as parameters of methods that the JDK calls: those that override
 * or implement one of its own, as {@code InputStream.read(byte[], int, int)}.
 */
final class ForeignArrays {
  private final ClassFiles files;

  ForeignArrays(ClassFiles files) {
    this.files = files;
  }

  /**
   * Lets the dispatcher be called with them at the start of a method; says whether there are any.
   */
  boolean insert(MethodNode method, Evaluation evaluation) {
    int hidden = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    if (ClassFiles.has(method.access, hidden) || method.name.startsWith("<")) {
      return false;
    }
    InsnList code = new InsnList();
    int slot = 1;
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      if (parameter.getSort() == Type.ARRAY && Place.mayBeArray(parameter)) {
        code.add(new VarInsnNode(Opcodes.ALOAD, slot));
        code.add(evaluation.invoke(GuardCalls.CAME_OUT));
      }
      slot += parameter.getSize();
    }
    if (code.size() == 0 || !overridesPlatform(method)) {
      return false;
    }
    method.instructions.insert(code);
    return true;
  }

  private boolean overridesPlatform(MethodNode method) {
    ClassNode self = files.self();
    List<String> above = new ArrayList<>(self.interfaces);
    if (self.superName != null) {
      above.add(self.superName);
    }
    for (String name : above) {
      Optional<ClassFiles.Declared<MethodNode>> declared =
          files.method(name, method.name, method.desc);
      boolean unknown =
          declared.isEmpty()
              && PlatformCalls.isPlatform(name)
              && !name.equals("java/lang/Object")
              && files.find(name).isEmpty();
      if (unknown || declared.filter(d -> PlatformCalls.isPlatform(d.owner().name)).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
