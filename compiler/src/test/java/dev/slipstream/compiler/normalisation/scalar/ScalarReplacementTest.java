package dev.slipstream.compiler.normalisation.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.discovery.RefusalException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Iterations whose constructors were inlined, as bytecode that no Java compiler writes. */
class ScalarReplacementTest {
  private static final Map<String, byte[]> CLASSES =
      TestProgram.of(
              """
              static class Base { int base; }
              static class Pair extends Base { int x; byte small; int[] array; }
              static class Finalized { int x; protected void finalize() {} }
              """)
          .classes();
  private static final String PAIR = "Program$Pair";

  private final Map<Integer, String> names = new HashMap<>();
  private final MethodNode iteration =
      new MethodNode(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(I)I", null, null);

  private static ClassFiles files() {
    ClassNode self = new ClassNode();
    new ClassReader(CLASSES.get("Program")).accept(self, 0);
    return new ClassFiles(self, name -> Optional.ofNullable(CLASSES.get(name.replace('/', '.'))));
  }

  /**
   * Creates an object in the second local variable, and stores the first one's value in a field.
   */
  private void make(String type, String owner, String field, String descriptor) {
    iteration.visitTypeInsn(Opcodes.NEW, type);
    iteration.visitVarInsn(Opcodes.ASTORE, 1);
    iteration.visitVarInsn(Opcodes.ALOAD, 1);
    iteration.visitVarInsn(Opcodes.ILOAD, 0);
    iteration.visitFieldInsn(Opcodes.PUTFIELD, owner, field, descriptor);
  }

  private void read(String owner, String field, String descriptor) {
    iteration.visitVarInsn(Opcodes.ALOAD, 1);
    iteration.visitFieldInsn(Opcodes.GETFIELD, owner, field, descriptor);
  }

  private ScalarReplacement replace() throws RefusalException {
    ScalarReplacement replacement =
        new ScalarReplacement(
            files(), iteration.instructions, 2, 4, Set.of(), Map.of(), Set.of(), names);
    replacement.replace();
    return replacement;
  }

  private int run(ScalarReplacement replaced, int argument) throws Exception {
    iteration.maxLocals = replaced.locals();
    iteration.maxStack = replaced.stack();
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Iteration", null, "java/lang/Object", null);
    iteration.accept(writer);
    byte[] file = writer.toByteArray();
    Class<?> type =
        new ClassLoader() {
          Class<?> define() {
            return defineClass("Iteration", file, 0, file.length);
          }
        }.define();
    return (int) type.getMethod("run", int.class).invoke(null, argument);
  }

  @Test
  void fieldsBecomeLocalVariablesThatHoldTheirTypesZeroAtFirst() throws Exception {
    make(PAIR, PAIR, "x", "I");
    read(PAIR, "x", "I");
    read(PAIR, "base", "I");
    iteration.visitInsn(Opcodes.IADD);
    iteration.visitInsn(Opcodes.IRETURN);
    ScalarReplacement replaced = replace();
    assertThat(iteration.instructions)
        .extracting(AbstractInsnNode::getOpcode)
        .doesNotContain(Opcodes.NEW, Opcodes.GETFIELD, Opcodes.PUTFIELD);
    assertThat(names).containsValue("Pair.x");
    assertThat(run(replaced, 123)).isEqualTo(123);
  }

  @Test
  void smallFieldsKeepTheirLowBitsOnly() throws Exception {
    make(PAIR, PAIR, "small", "B");
    read(PAIR, "small", "B");
    iteration.visitInsn(Opcodes.IRETURN);
    assertThat(run(replace(), 0x1ff)).isEqualTo(-1);
  }

  @Test
  void anObjectThatLeavesTheIterationIsRefused() {
    make(PAIR, PAIR, "x", "I");
    iteration.visitVarInsn(Opcodes.ALOAD, 1);
    iteration.visitMethodInsn(
        Opcodes.INVOKESTATIC, "Other", "keep", "(Ljava/lang/Object;)I", false);
    iteration.visitInsn(Opcodes.IRETURN);
    assertThatThrownBy(this::replace).isInstanceOf(RefusalException.class);
  }

  @Test
  void theFieldsOfAClassAreThoseOfAllClassesAboveItToo() {
    Replaceable classes = new Replaceable(files());
    assertThat(classes.fields(PAIR).orElseThrow())
        .extracting(Replaceable.Field::name)
        .containsExactly("x", "small", "array", "base");
    assertThat(classes.fields("Program$Finalized")).as("the collector calls it").isEmpty();
    assertThat(classes.fields("java/lang/Integer")).as("of the JDK").isEmpty();
    assertThat(classes.fields("no/such/Type")).isEmpty();
  }
}
