package dev.slipstream.compiler.emulation.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Printer;

/**
 * The classes obey the restrictions that allow devices to translate them: see the package's
 * description.
 */
class KernelBytecodeTest {
  /** The classes of the functions that kernels call. */
  private static final List<Class<?>> ENTRIES =
      List.of(
          Trigonometric.class,
          InverseTrigonometric.class,
          Exponential.class,
          Hyperbolic.class,
          Logarithm.class,
          Power.class,
          Root.class,
          Remainder.class);

  private static final String PACKAGE = "dev/slipstream/compiler/emulation/math/";

  private static final Set<String> JDK_METHODS =
      Set.of(
          "java/lang/Math.abs(D)D",
          "java/lang/Math.sqrt(D)D",
          "java/lang/Math.max(II)I",
          "java/lang/Double.doubleToRawLongBits(D)J",
          "java/lang/Double.longBitsToDouble(J)D");

  private static final Set<Integer> INSTRUCTIONS = new HashSet<>();

  static {
    allow(Opcodes.ICONST_M1, Opcodes.LCONST_1);
    allow(Opcodes.DCONST_0, Opcodes.SIPUSH);
    allow(Opcodes.LDC, Opcodes.LLOAD);
    allow(Opcodes.FLOAD, Opcodes.DLOAD);
    allow(Opcodes.ISTORE, Opcodes.DSTORE);
    allow(Opcodes.POP, Opcodes.DUP2_X2);
    allow(Opcodes.IADD, Opcodes.DMUL);
    allow(Opcodes.DDIV, Opcodes.DDIV);
    allow(Opcodes.INEG, Opcodes.IINC);
    allow(Opcodes.I2L, Opcodes.D2F);
    allow(Opcodes.LCMP, Opcodes.IF_ICMPLE);
    allow(Opcodes.GOTO, Opcodes.GOTO);
    allow(Opcodes.TABLESWITCH, Opcodes.DRETURN);
    allow(Opcodes.INVOKESTATIC, Opcodes.INVOKESTATIC);
  }

  private static final Map<String, ClassNode> CLASSES = new HashMap<>();

  private static void allow(int first, int last) {
    for (int opcode = first; opcode <= last; opcode++) {
      INSTRUCTIONS.add(opcode);
    }
  }

  /** Reads the classes that kernels reach. */
  @BeforeAll
  static void readTheClasses() {
    Deque<String> open = new ArrayDeque<>();
    for (Class<?> entry : ENTRIES) {
      open.add(Type.getInternalName(entry));
    }
    while (!open.isEmpty()) {
      String name = open.remove();
      if (CLASSES.containsKey(name)) {
        continue;
      }
      ClassNode read = read(name);
      CLASSES.put(name, read);
      for (MethodNode method : functions(read)) {
        for (MethodInsnNode call : calls(method)) {
          if (call.owner.startsWith(PACKAGE)) {
            open.add(call.owner);
          }
        }
      }
    }
  }

  @Test
  void everyFamilyOfFunctionsIsReached() {
    assertThat(CLASSES.keySet().stream().map(name -> name.substring(PACKAGE.length())))
        .containsExactlyInAnyOrder(
            "Trigonometric",
            "AngleReduction",
            "InverseTrigonometric",
            "Exponential",
            "Hyperbolic",
            "Logarithm",
            "Power",
            "Root",
            "Remainder",
            "DoubleBits");
  }

  @Test
  void fieldsAreCompileTimeConstantsOnly() {
    for (ClassNode read : CLASSES.values()) {
      for (FieldNode field : read.fields) {
        assertThat(field.value).as("%s.%s", read.name, field.name).isNotNull();
        assertThat(field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_FINAL))
            .as("%s.%s", read.name, field.name)
            .isEqualTo(Opcodes.ACC_STATIC | Opcodes.ACC_FINAL);
      }
    }
  }

  @Test
  void methodsAreStaticOverPrimitivesAndCatchNothing() {
    for (ClassNode read : CLASSES.values()) {
      for (MethodNode method : functions(read)) {
        String name = read.name + "." + method.name;
        assertThat(method.access & Opcodes.ACC_STATIC).as(name).isNotZero();
        assertThat(method.tryCatchBlocks).as(name).isEmpty();
        assertThat(method.desc).as(name).matches("\\([IJFD]*\\)[IJFD]");
      }
    }
  }

  @Test
  void onlyAllowedInstructionsAreUsed() {
    for (ClassNode read : CLASSES.values()) {
      for (MethodNode method : functions(read)) {
        for (AbstractInsnNode instruction : method.instructions) {
          int opcode = instruction.getOpcode();
          if (opcode >= 0) {
            assertThat(INSTRUCTIONS)
                .as("%s in %s.%s", Printer.OPCODES[opcode], read.name, method.name)
                .contains(opcode);
          }
          if (instruction instanceof LdcInsnNode constant) {
            assertThat(constant.cst).isInstanceOf(Number.class);
          }
        }
      }
    }
  }

  @Test
  void onlyMethodsOfThePackageAndAFewOfTheJdkAreCalled() {
    for (ClassNode read : CLASSES.values()) {
      for (MethodNode method : functions(read)) {
        for (MethodInsnNode call : calls(method)) {
          if (!call.owner.startsWith(PACKAGE)) {
            assertThat(JDK_METHODS)
                .as("called by %s.%s", read.name, method.name)
                .contains(call.owner + "." + call.name + call.desc);
          }
        }
      }
    }
  }

  @Test
  void noTwoMethodsOfThePackageShareAName() {
    List<String> names = new ArrayList<>();
    for (ClassNode read : CLASSES.values()) {
      for (MethodNode method : functions(read)) {
        names.add(method.name);
      }
    }
    assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(50);
  }

  @Test
  void noMethodReachesItself() {
    for (ClassNode read : CLASSES.values()) {
      for (MethodNode method : functions(read)) {
        Set<String> reached = new TreeSet<>();
        Deque<MethodInsnNode> open = new ArrayDeque<>(calls(method));
        while (!open.isEmpty()) {
          MethodInsnNode call = open.remove();
          if (call.owner.startsWith(PACKAGE) && reached.add(call.name)) {
            open.addAll(calls(called(call)));
          }
        }
        assertThat(reached).as("called by %s", method.name).doesNotContain(method.name);
      }
    }
  }

  private static MethodNode called(MethodInsnNode call) {
    return functions(CLASSES.get(call.owner)).stream()
        .filter(method -> method.name.equals(call.name) && method.desc.equals(call.desc))
        .findFirst()
        .orElseThrow();
  }

  private static List<MethodNode> functions(ClassNode read) {
    return read.methods.stream().filter(method -> !method.name.equals("<init>")).toList();
  }

  private static List<MethodInsnNode> calls(MethodNode method) {
    List<MethodInsnNode> calls = new ArrayList<>();
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call) {
        calls.add(call);
      }
    }
    return calls;
  }

  private static ClassNode read(String internalName) {
    try (InputStream in =
        Root.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
      assertThat(in).as(internalName).isNotNull();
      ClassNode read = new ClassNode();
      new ClassReader(in.readAllBytes()).accept(read, ClassReader.SKIP_DEBUG);
      return read;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
