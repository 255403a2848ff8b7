package dev.slipstream.tornado.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Code in which one condition decides whether a variable is set, and the same condition whether it
 * is read.
 */
class FirstValuesTest {
  @Test
  void aVariableThatIsReadOnlyWhereItWasSetIsSetEverywhere() throws Exception {
    MethodNode method = twice();
    FirstValues.in(method, "Twice");
    Method loaded = load(method);
    assertThat(loaded.invoke(null, 1)).isEqualTo(7L);
    assertThat(loaded.invoke(null, 0)).isEqualTo(-1L);
  }

  @Test
  void withoutThatTheJvmRejectsIt() {
    assertThatThrownBy(() -> load(twice()).invoke(null, 1)).isInstanceOf(VerifyError.class);
  }

  @Test
  void whatIsSetOnEachWayStaysAsItIs() throws Exception {
    MethodNode method = twice();
    InsnList before = new InsnList();
    before.add(new LdcInsnNode(3L));
    before.add(new VarInsnNode(Opcodes.LSTORE, 1));
    method.instructions.insert(before);
    int size = method.instructions.size();
    FirstValues.in(method, "Twice");
    assertThat(method.instructions.size()).isEqualTo(size);
  }

  @Test
  void aPlaceThatHasAnotherTypeOnAWayThatIsNeverTakenIsRefused() {
    MethodNode method = twice();
    InsnList before = new InsnList();
    before.add(new InsnNode(Opcodes.ICONST_2));
    before.add(new VarInsnNode(Opcodes.ISTORE, 1));
    method.instructions.insert(before);
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == Opcodes.LSTORE) {
        // The long stays on the stack on one path only.
        method.instructions.set(node, new InsnNode(Opcodes.NOP));
      }
    }
    assertThatThrownBy(() -> FirstValues.in(method, "Twice"))
        .isInstanceOf(UnsupportedKernelException.class)
        .hasMessageContaining("one place");
  }

  /** {@code if (x != 0) y = 7; return x != 0 ? y : -1;}. */
  private static MethodNode twice() {
    MethodNode method =
        new MethodNode(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "twice", "(I)J", null, null);
    LabelNode second = new LabelNode();
    LabelNode otherwise = new LabelNode();
    InsnList code = method.instructions;
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    code.add(new JumpInsnNode(Opcodes.IFEQ, second));
    code.add(new LdcInsnNode(7L));
    code.add(new VarInsnNode(Opcodes.LSTORE, 1));
    code.add(second);
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    code.add(new JumpInsnNode(Opcodes.IFEQ, otherwise));
    code.add(new VarInsnNode(Opcodes.LLOAD, 1));
    code.add(new InsnNode(Opcodes.LRETURN));
    code.add(otherwise);
    code.add(new LdcInsnNode(-1L));
    code.add(new InsnNode(Opcodes.LRETURN));
    return method;
  }

  private static Method load(MethodNode method) throws Exception {
    ClassNode type = new ClassNode();
    type.version = Opcodes.V17;
    type.access = Opcodes.ACC_PUBLIC;
    type.name = "dev/slipstream/tornado/kernel/Twice" + System.nanoTime();
    type.superName = "java/lang/Object";
    type.methods.add(method);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    type.accept(writer);
    return MethodHandles.lookup()
        .defineHiddenClass(writer.toByteArray(), /* initialize= */ true)
        .lookupClass()
        .getMethod("twice", int.class);
  }
}
