package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes code as {@link EntryWork} does, for the call site of a loop that is compiled when it is
 * reached. It passes local variables. The execution has the work of the kernel for objects of
 * certain classes; if one of them is of another class, the estimate is negative: it is an execution
 * of another kernel, whose gate is another one.
 */
public final class OpenEntry {
  private static final String OBJECT = "Ljava/lang/Object;";

  /** The estimate for an execution of another kernel. */
  private static final double OTHER = -1;

  private final List<Value.Entry> passed;

  /** The positions of the objects whose classes are checked. */
  private final Set<Integer> checked = new HashSet<>();

  private final InsnList code = new InsnList();

  private OpenEntry(List<Value.Entry> passed) {
    this.passed = passed;
  }

  /**
   * The class file for a call site; the classes of the objects are those of the gate that is the
   * class's data. References to anything but arrays of numbers are passed as {@code Object}, since
   * the class may not see their types.
   *
   * @param kernelWork the file of the kernel's {@link LoopKernel#workClass}
   * @param captures what the kernel's own call site would pass
   * @param passed the local variables that the call site passes
   * @param reduces whether it passes an array for the results of a reduction behind them
   * @param objects those whose classes the kernel was compiled for
   * @param site the call site's number
   * @return empty if one of the objects, or what the kernel's work depends on, is not passed
   */
  public static Optional<byte[]> classFile(
      byte[] kernelWork,
      List<Value> captures,
      List<Value.Entry> passed,
      boolean reduces,
      List<Value> objects,
      int site) {
    ClassNode node = new ClassNode();
    new ClassReader(kernelWork).accept(node, ClassReader.SKIP_FRAMES);
    MethodNode kernel =
        node.methods.stream().filter(m -> m.name.equals("work")).findFirst().orElseThrow();
    kernel.name = "kernelWork";
    node.methods.removeIf(method -> method != kernel);
    node.fields.clear();
    OpenEntry entry = new OpenEntry(passed);
    if (!entry.write(node.name, kernel, captures, objects)) {
      return Optional.empty();
    }
    StringBuilder types = new StringBuilder("(I");
    passed.forEach(local -> types.append(type(local)));
    types.append(reduces ? "[J)D" : ")D");
    MethodNode work =
        new MethodNode(kernel.access, "work", types.toString(), null, /* exceptions= */ null);
    work.instructions = entry.code;
    node.methods.add(work);
    EntryMethod.addTo(node, work, site, /* maybeOther= */ true);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return Optional.of(writer.toByteArray());
  }

  private boolean write(
      String owner, MethodNode kernel, List<Value> captures, List<Value> objects) {
    LabelNode plan = new LabelNode();
    for (int number = 0; number < objects.size(); number++) {
      int position = position(objects.get(number));
      if (position < 0) {
        return false;
      }
      checked.add(position);
      code.add(EntryMethod.gate(owner));
      load(position);
      code.add(new LdcInsnNode(number));
      code.add(
          new MethodInsnNode(
              Opcodes.INVOKEVIRTUAL, EntryMethod.GATE, "isOf", "(" + OBJECT + "I)Z"));
      code.add(new JumpInsnNode(Opcodes.IFEQ, plan));
    }
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    Type[] wanted = Type.getArgumentTypes(kernel.desc);
    for (int capture = 0; capture < captures.size(); capture++) {
      if (!loadCapture(captures.get(capture), wanted[capture + 1], reads(kernel, capture + 1))) {
        return false;
      }
    }
    if (wanted.length > captures.size() + 1) {
      // The estimate does not depend on where the results of reductions go.
      code.add(new InsnNode(Opcodes.ACONST_NULL));
    }
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, kernel.name, kernel.desc));
    code.add(new InsnNode(Opcodes.DRETURN));
    code.add(plan);
    code.add(new LdcInsnNode(OTHER));
    code.add(new InsnNode(Opcodes.DRETURN));
    return true;
  }

  /** Whether a method reads a parameter. */
  private static boolean reads(MethodNode method, int parameter) {
    int slot = 0;
    Type[] types = Type.getArgumentTypes(method.desc);
    for (int p = 0; p < parameter; p++) {
      slot += types[p].getSize();
    }
    for (AbstractInsnNode node : method.instructions) {
      if (node instanceof VarInsnNode access && access.var == slot) {
        return true;
      }
    }
    return false;
  }

  private boolean loadCapture(Value capture, Type wanted, boolean isRead) {
    int position = position(capture);
    if (position >= 0 && type(passed.get(position)).equals(wanted.getDescriptor())) {
      load(position);
      return true;
    }
    if (isChecked(capture)) {
      code.add(new InsnNode(Opcodes.ICONST_1));
      return true;
    }
    if (!isRead) {
      code.add(new InsnNode(zero(wanted)));
    }
    return !isRead;
  }

  /** The instruction that loads something of a type. */
  private static int zero(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LCONST_0;
      case Type.FLOAT -> Opcodes.FCONST_0;
      case Type.DOUBLE -> Opcodes.DCONST_0;
      case Type.ARRAY, Type.OBJECT -> Opcodes.ACONST_NULL;
      default -> Opcodes.ICONST_0;
    };
  }

  /** Whether a capture says that an object is of the class for which the kernel was compiled. */
  private boolean isChecked(Value capture) {
    return capture instanceof Value.Property property
        && property.question() == Value.Property.Question.IS_OF
        && checked.contains(position(property.object()));
  }

  private void load(int position) {
    int slot = 1;
    for (Value.Entry local : passed.subList(0, position)) {
      slot += Type.getType(type(local)).getSize();
    }
    Type type = Type.getType(type(passed.get(position)));
    code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
  }

  /** The position of a local variable among the passed ones; negative if the value is none. */
  private int position(Value value) {
    if (value instanceof Value.Entry entry) {
      for (int p = 0; p < passed.size(); p++) {
        if (passed.get(p).slot() == entry.slot()) {
          return p;
        }
      }
    }
    return -1;
  }

  private static String type(Value.Entry local) {
    String declared = Captures.passedType(local);
    return declared.endsWith(";") ? OBJECT : declared;
  }
}
