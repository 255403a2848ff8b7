package dev.slipstream.compiler.classfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

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
  void onlyInitialisersThatNobodyNoticesMayBeLeftOut() {
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
}
