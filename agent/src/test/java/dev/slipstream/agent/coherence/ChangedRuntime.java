package dev.slipstream.agent.coherence;

import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** A fuzzer whose runtime has a fault, injected into its class files. */
final class ChangedRuntime {
  private static final String RUNTIME = "dev.slipstream.runtime.";

  private ChangedRuntime() {}

  /** Injects a fault into a class file. */
  interface Fault {
    /** Returns the class to change. */
    String className();

    /** Changes the class. */
    void put(ClassNode node);
  }

  /** Makes graphs forget dependencies of a kind between tasks that use the same elements. */
  static Fault withoutDependencies(String kind) {
    String graph = "dev/slipstream/runtime/graph/";
    return fault(
        RUNTIME + "graph.Vertex",
        node -> {
          InsnList code = new InsnList();
          LabelNode goOn = new LabelNode();
          skipUnless(code, 2, graph + "DependencyKind", kind, goOn);
          skipUnless(code, 3, graph + "DependencyOrigin", "DATA", goOn);
          code.add(new InsnNode(Opcodes.RETURN));
          code.add(goOn);
          code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
          method(node, "depend").instructions.insert(code);
        });
  }

  private static void skipUnless(
      InsnList code, int slot, String type, String constant, LabelNode goOn) {
    code.add(new VarInsnNode(Opcodes.ALOAD, slot));
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, type, constant, "L" + type + ";"));
    code.add(new JumpInsnNode(Opcodes.IF_ACMPNE, goOn));
  }

  /**
   * Makes devices use the rows that an array of arrays has when they work, not when the loop was
   * submitted.
   */
  static Fault withoutSnapshots() {
    return fault(
        RUNTIME + "coherence.LeafShape",
        node ->
            replaceCode(
                method(node, "view"),
                new VarInsnNode(Opcodes.ALOAD, 0),
                new InsnNode(Opcodes.ARETURN)));
  }

  /** Makes an array of arrays count as unchanged, whatever its rows are. */
  static Fault withoutComparison() {
    return fault(
        RUNTIME + "coherence.TrackedBuffer",
        node ->
            replaceCode(
                method(node, "standsFor"),
                new InsnNode(Opcodes.ICONST_1),
                new InsnNode(Opcodes.IRETURN)));
  }

  private static void replaceCode(MethodNode method, AbstractInsnNode... code) {
    method.instructions.clear();
    method.tryCatchBlocks.clear();
    method.localVariables = null;
    for (AbstractInsnNode instruction : code) {
      method.instructions.add(instruction);
    }
  }

  private static MethodNode method(ClassNode node, String name) {
    return node.methods.stream()
        .filter(method -> method.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(node.name + " has no " + name));
  }

  private static Fault fault(String className, Consumer<ClassNode> change) {
    return new Fault() {
      @Override
      public String className() {
        return className;
      }

      @Override
      public void put(ClassNode node) {
        change.accept(node);
      }
    };
  }

  /**
   * Runs the fuzzer with a fault.
   *
   * @return the number of programs until one differed; 0 if none did
   */
  static int programsUntilDifference(Fault fault, long seed, int count) {
    try {
      return (int)
          new Loader(fault)
              .loadClass(FaultyRun.class.getName())
              .getMethod("programsUntilDifference", long.class, int.class)
              .invoke(null, seed, count);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Defines all classes of this project itself. */
  private static final class Loader extends ClassLoader {
    private final Map<String, Fault> faults;

    Loader(Fault fault) {
      super(ChangedRuntime.class.getClassLoader());
      faults = Map.of(fault.className(), fault);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.slipstream.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
          return known;
        }
        byte[] classFile = ProgramRun.classFile(name);
        Fault fault = faults.get(name);
        if (fault != null) {
          ClassNode node = new ClassNode();
          new ClassReader(classFile).accept(node, 0);
          fault.put(node);
          ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
          node.accept(writer);
          classFile = writer.toByteArray();
        }
        return defineClass(name, classFile, 0, classFile.length);
      }
    }
  }
}
