package dev.slipstream.compiler.guard.emission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import dev.slipstream.compiler.guard.GuardPass;
import dev.slipstream.compiler.guard.GuardedProgram;
import dev.slipstream.compiler.guard.Witness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Native methods are renamed, so that every call passes a fence. */
class NativeMethodsTest {
  private static final String PROGRAM =
      """
      public class Program {
        public static synchronized native double sum(int first, long second, float third);
        protected native int own(double first);
        static int called() { return 0; }
      }
      """;

  @Test
  void aNativeMethodIsCalledByOneOfItsNameBetweenFences() {
    ClassNode node = guarded(PROGRAM, GuardForm.OWN_METHODS_AND_NATIVES);
    MethodNode sum = method(node, "sum");
    MethodNode renamed = method(node, "slipNative$sum");

    assertThat(sum.access)
        .isEqualTo(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED);
    assertThat(renamed.access)
        .isEqualTo(
            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_NATIVE);
    assertThat(renamed.desc).isEqualTo(sum.desc);
    assertThat(calls(sum))
        .containsExactly("beginNative", "slipNative$sum", "endNative", "endNative");
    assertThat(calls(method(node, "own")))
        .containsExactly("beginNative", "slipNative$own", "endNative", "endNative");
    assertThat(method(node, "called").access).isEqualTo(Opcodes.ACC_STATIC);
  }

  @Test
  void nativeMethodsOfClassesThatAreNamedLikeThoseOfTheJdkAreFenced() {
    for (String name : List.of("com.sun.odd", "javax.odd", "jdk.internal.odd", "sun.odd")) {
      Map<String, byte[]> classes =
          TestProgram.javac(
              "Program", "package " + name + ";\n" + PROGRAM, List.of("--release", "17"));
      GuardedClass guarded = guarded(new GuardPass(Witness.NAME, 0), classes, name + ".Program");
      ClassNode node = new ClassNode();
      new ClassReader(guarded.classFile().orElseThrow()).accept(node, 0);
      assertThat(calls(method(node, "own"))).contains("beginNative", "endNative");
    }
  }

  @Test
  void aClassThatIsRetransformedGetsTheSameMethodsAgainAndOneThatWasLoadedBeforeNone() {
    Map<String, byte[]> classes = compile(PROGRAM);
    GuardPass pass = new GuardPass(Witness.NAME, 0);
    GuardedClass first =
        pass.guard(
            classes.get("Program"),
            GuardedProgram.library(classes),
            GuardForm.OWN_METHODS_AND_NATIVES);
    GuardedClass again =
        pass.guard(
            classes.get("Program"),
            GuardedProgram.library(classes),
            GuardForm.with(first.ownMethods()));

    assertThat(first.ownMethods())
        .containsExactlyInAnyOrder("slipNative$sum(IJF)D", "slipNative$own(D)I");
    assertThat(first.nativeMethods()).isEmpty();
    assertThat(again.ownMethods()).isEqualTo(first.ownMethods());
    assertThat(again.classFile()).hasValue(first.classFile().orElseThrow());
    GuardedClass direct =
        pass.guard(classes.get("Program"), GuardedProgram.library(classes), GuardForm.DIRECT);
    assertThat(direct.classFile()).isEmpty();
    assertThat(direct.nativeMethods()).hasSize(2);
  }

  @Test
  void theVersionThatTheJvmComputesForAClassThatIsWrittenToStreamsStays() {
    String serializable = PROGRAM.replace("Program {", "Program implements java.io.Serializable {");
    String withVersion =
        serializable.replace(
            "static int", "private static final long serialVersionUID = 1; static int");

    assertThat(names(guarded(PROGRAM, GuardForm.OWN_METHODS_AND_NATIVES)))
        .contains("slipNative$sum");
    assertThat(names(guarded(withVersion, GuardForm.OWN_METHODS_AND_NATIVES)))
        .contains("slipNative$sum");
    assertThat(names(guarded(serializable, GuardForm.OWN_METHODS_AND_NATIVES)))
        .doesNotContain("slipNative$sum");
  }

  @Test
  void whereNativeMethodsMayBeLinkedByTheirNamesTheyKeepThem() {
    Map<String, byte[]> classes = new HashMap<>(compile(PROGRAM));
    classes.putAll(
        TestProgram.javac(
            "BridJ",
            "package org.bridj; class BridJ { static native void own(); }",
            List.of("--release", "17")));
    GuardPass pass = new GuardPass(Witness.NAME, 0);
    GuardedClass program = guarded(pass, classes, "Program");
    GuardedClass linker = guarded(pass, classes, "org.bridj.BridJ");

    assertThat(program.ownMethods()).isEmpty();
    assertThat(program.nativeMethods()).hasSize(2);
    assertThat(linker.ownMethods()).containsExactly("slipNative$own()V");
  }

  private static GuardedClass guarded(GuardPass pass, Map<String, byte[]> classes, String name) {
    return pass.guard(
        classes.get(name), GuardedProgram.library(classes), GuardForm.OWN_METHODS_AND_NATIVES);
  }

  private static Map<String, byte[]> compile(String source) {
    return TestProgram.javac("Program", source, List.of("-g", "--release", "17"));
  }

  private static ClassNode guarded(String source, GuardForm form) {
    GuardedProgram program = new GuardedProgram(compile(source), form);
    program.verify();
    ClassNode node = new ClassNode();
    new ClassReader(program.guarded().get("Program")).accept(node, 0);
    return node;
  }

  private static List<String> names(ClassNode node) {
    return node.methods.stream().map(method -> method.name).toList();
  }

  private static MethodNode method(ClassNode node, String name) {
    return node.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
  }

  private static List<String> calls(MethodNode method) {
    List<String> calls = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call) {
        calls.add(call.name);
      }
    }
    return calls;
  }
}
