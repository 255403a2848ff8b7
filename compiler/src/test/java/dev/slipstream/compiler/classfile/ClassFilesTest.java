package dev.slipstream.compiler.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

class ClassFilesTest {
  private static final Map<String, byte[]> CLASSES =
      TestProgram.of(
              """
              interface Named { default String name() { return "x"; } }
              static class Base { protected int number; int twice() { return 2 * number; } }
              static class Derived extends Base implements Named { long number; }
              static class Table { static final int[] SQUARES = {0, 1, 4}; }
              static class Noisy { static { System.out.println("here"); } static int x; }
              """)
          .classes();

  private static ClassFiles files(boolean withBodies) {
    ClassNode self = new ClassNode();
    new ClassReader(CLASSES.get("Program")).accept(self, 0);
    Map<String, byte[]> all = new HashMap<>(CLASSES);
    all.put("Program$Broken", new byte[] {1, 2, 3});
    return withBodies
        ? new ClassFiles(self, name -> Optional.ofNullable(all.get(name)))
        : ClassFiles.ofDeclarations(self, name -> Optional.ofNullable(all.get(name)));
  }

  private final ClassFiles files = files(true);

  @Test
  void aMethodIsFoundInTheClassesAboveAndInInterfaces() {
    assertThat(files.method("Program$Derived", "twice", "()I").orElseThrow().owner().name)
        .isEqualTo("Program$Base");
    assertThat(
            files.method("Program$Derived", "name", "()Ljava/lang/String;").orElseThrow().owner())
        .extracting(owner -> owner.name)
        .isEqualTo("Program$Named");
    assertThat(files.method("Program$Derived", "twice", "()J")).isEmpty();
  }

  @Test
  void aFieldIsToldFromOneOfTheSameNameByItsType() {
    assertThat(files.field("Program$Derived", "number", "J").orElseThrow().owner().name)
        .isEqualTo("Program$Derived");
    assertThat(files.field("Program$Derived", "number", "I").orElseThrow().owner().name)
        .isEqualTo("Program$Base");
  }

  @Test
  void aClassThatIsMissingOrCannotBeParsedIsUnknown() {
    assertThat(files.find("no/such/Type")).isEmpty();
    assertThat(files.find("Program$Broken")).isEmpty();
  }

  @Test
  void onlyInitialisersWithoutEffectsMayBeLeftOut() {
    assertThat(files.isInitialised("Program")).as("the class itself").isTrue();
    assertThat(files.isInitialised("Program$Table")).as("a table of numbers").isTrue();
    assertThat(files.isInitialised("Program$Noisy")).as("it prints").isFalse();
  }

  @Test
  void declarationsHaveNoCode() {
    assertThat(files(false).method("Program$Base", "twice", "()I").orElseThrow().member())
        .satisfies(method -> assertThat(method.instructions.size()).isZero());
    assertThat(files.method("Program$Base", "twice", "()I").orElseThrow().member())
        .satisfies(method -> assertThat(method.instructions.size()).isPositive());
  }

  @Test
  void aSubclassReadsProtectedStaticFieldsOfAnotherPackageWhoeverNamesThem() {
    ClassNode base = type("other/Base", "java/lang/Object");
    FieldNode shared = new FieldNode(Opcodes.ACC_PROTECTED | Opcodes.ACC_STATIC, "n", "I", null, 1);
    FieldNode own = new FieldNode(Opcodes.ACC_PROTECTED, "own", "I", null, null);
    ClassNode derived = type("mine/Derived", "other/Base");
    ClassNode stranger = type("mine/Stranger", "java/lang/Object");
    ClassFiles ofDerived = new ClassFiles(derived, name -> written(name, base, derived));
    ClassFiles ofStranger = new ClassFiles(stranger, name -> written(name, base, stranger));

    ClassFiles.Declared<FieldNode> found = new ClassFiles.Declared<>(base, shared);
    assertThat(ofDerived.mayRead(found, "other/Base")).isTrue();
    assertThat(ofStranger.mayRead(found, "other/Base")).isFalse();
    // The JVM requires the object to be of the subclass, which is not known here.
    assertThat(ofDerived.mayRead(new ClassFiles.Declared<>(base, own), "other/Base")).isFalse();
    assertThat(ofDerived.mayRead(new ClassFiles.Declared<>(base, own), "mine/Derived")).isTrue();
  }

  private static ClassNode type(String name, String superName) {
    ClassNode node = new ClassNode();
    node.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superName, null);
    return node;
  }

  private static Optional<byte[]> written(String name, ClassNode... all) {
    for (ClassNode node : all) {
      if (node.name.equals(name)) {
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return Optional.of(writer.toByteArray());
      }
    }
    return Optional.empty();
  }
}
