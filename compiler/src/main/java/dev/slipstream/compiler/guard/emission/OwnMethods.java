package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.placement.FrameShape;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Private static methods of an instrumented class between its guards and the dispatcher; see {@link
 * GuardForm#OWN_METHODS}. Because they are private, the class's default {@code serialVersionUID}
 * remains the same.
 */
public final class OwnMethods {
  /** The first class file version in which interfaces may have private static methods. */
  private static final int FIRST_IN_INTERFACES = 52;

  /** The prefix of their names. */
  static final String PREFIX = "slip$";

  private static final String CALL_SITE = "java/lang/invoke/MutableCallSite";
  private static final String METHOD_HANDLE = "Ljava/lang/invoke/MethodHandle;";
  private static final String OF_ANY = "(Ljava/lang/Object;)V";
  private static final String OF_ANY_ELEMENT = "(Ljava/lang/Object;I)V";
  private static final Set<String> SORTED_OUT =
      Set.of(GuardCalls.READ, GuardCalls.WRITE, GuardCalls.WRITTEN);
  private static final Set<String> OF_ELEMENTS =
      Set.of(GuardCalls.READ_ELEMENT, GuardCalls.WRITE_ELEMENT, GuardCalls.WRITTEN_ELEMENT);

  private final ClassNode node;
  private final String dispatcher;
  private final int leastLength;
  private final boolean isInterface;
  private final int version;
  private final Optional<Set<String>> given;
  private final boolean arePossible;
  private final Map<String, MethodNode> made = new TreeMap<>();

  /**
   * @param leastLength the dispatcher is never called for shorter arrays, regardless of its fields
   */
  public OwnMethods(ClassNode node, String dispatcher, int leastLength, GuardForm form) {
    this.node = node;
    this.dispatcher = dispatcher;
    this.leastLength = leastLength;
    this.isInterface = ClassFiles.has(node.access, Opcodes.ACC_INTERFACE);
    this.version = node.version & 0xFFFF;
    this.given = form.given();
    boolean possible = !isInterface || version >= FIRST_IN_INTERFACES;
    for (MethodNode method : node.methods) {
      possible &= !method.name.startsWith(PREFIX);
    }
    this.arePossible = possible;
    for (String name : new TreeSet<>(given.orElse(Set.of()))) {
      if (name.startsWith(PREFIX)) {
        make(name);
      }
    }
  }

  /**
   * The call of a guard, through a private method of the class where one is possible for the type
   * of the array.
   *
   * @param name one of the names in {@link GuardCalls}
   * @param descriptor the descriptor of the dispatcher's method
   * @param array the descriptor of the array's type, if the JVM's verifier knows it for certain;
   *     otherwise empty
   */
  MethodInsnNode call(String name, String descriptor, String array) {
    boolean isOfElement = OF_ELEMENTS.contains(name);
    boolean finds = name.equals(GuardCalls.ROW);
    boolean suits =
        finds
            ? array.startsWith("[[")
            : array.length() == 2
                && array.startsWith("[")
                && (isOfElement || SORTED_OUT.contains(name));
    if (suits && arePossible) {
      String own =
          finds
              ? "(" + array + "I)" + array.substring(1)
              : "(" + array + (isOfElement ? "I)V" : ")V");
      if (given.isEmpty()) {
        make(PREFIX + name + own);
      }
      if (made.containsKey(PREFIX + name + own)) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, node.name, PREFIX + name, own, isInterface);
      }
    }
    return new MethodInsnNode(Opcodes.INVOKESTATIC, dispatcher, name, descriptor, false);
  }

  /** The private methods, by name and descriptor. */
  public Set<String> names() {
    return made.keySet();
  }

  /** Adds the private methods to the class. */
  public void addToClass() {
    node.methods.addAll(made.values());
  }

  private void make(String nameAndDescriptor) {
    int end = nameAndDescriptor.indexOf('(');
    String name = nameAndDescriptor.substring(PREFIX.length(), end);
    String descriptor = nameAndDescriptor.substring(end);
    Type type = type(descriptor);
    if (made.containsKey(nameAndDescriptor)) {
      return;
    }
    made.put(
        nameAndDescriptor,
        name.equals(GuardCalls.ROW) ? row(descriptor, type) : filter(name, descriptor, type));
  }

  /**
   * A method {@code if (USE.getTarget() != UNUSED && array != null && array.length >= leastLength
   * && array.length >= shortest) dispatcher.name(array)}. For elements it passes the index; after
   * writes it has {@code … && cell[0] != 0 && array.length >= latest}. Conditions that the JIT can
   * fold come first: the target is a constant to it, and the length that it knew before a write is
   * still known after it.
   */
  private MethodNode filter(String name, String descriptor, Type type) {
    boolean after = name.equals(GuardCalls.WRITTEN) || name.equals(GuardCalls.WRITTEN_ELEMENT);
    MethodNode method = method(name, descriptor);
    InsnList code = method.instructions;
    LabelNode end = new LabelNode();
    addUse(code, end);
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new JumpInsnNode(Opcodes.IFNULL, end));
    if (leastLength > 0) {
      code.add(new VarInsnNode(Opcodes.ALOAD, 0));
      code.add(new InsnNode(Opcodes.ARRAYLENGTH));
      code.add(new LdcInsnNode(leastLength));
      code.add(new JumpInsnNode(Opcodes.IF_ICMPLT, end));
    }
    if (after) {
      addCell(code, type, end);
    }
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new InsnNode(Opcodes.ARRAYLENGTH));
    String field = after ? GuardCalls.LATEST : GuardCalls.SHORTEST;
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, dispatcher, field, "I"));
    code.add(new JumpInsnNode(Opcodes.IF_ICMPLT, end));
    boolean isOfElement = OF_ELEMENTS.contains(name);
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    if (isOfElement) {
      code.add(new VarInsnNode(Opcodes.ILOAD, 1));
    }
    String any = isOfElement ? OF_ANY_ELEMENT : OF_ANY;
    code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, dispatcher, name, any, false));
    if (isOfElement) {
      addReturn(code, end, type.getDescriptor(), Opcodes.INTEGER);
    } else {
      addReturn(code, end, type.getDescriptor());
    }
    return method;
  }

  private void addReturn(InsnList code, LabelNode end, Object... locals) {
    code.add(end);
    addFrame(code, locals);
    code.add(new InsnNode(Opcodes.RETURN));
  }

  private static Type type(String descriptor) {
    return Type.getArgumentTypes(descriptor)[0];
  }

  /**
   * Adds a jump to a label if guards are not in use. The code is inline: the JIT does not inline a
   * method of the dispatcher that is longer than the target's getter, where it is called once for a
   * long loop.
   */
  private void addUse(InsnList code, LabelNode isUnused) {
    code.add(
        new FieldInsnNode(Opcodes.GETSTATIC, dispatcher, GuardCalls.USE, "L" + CALL_SITE + ";"));
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKEVIRTUAL, CALL_SITE, "getTarget", "()" + METHOD_HANDLE, false));
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, dispatcher, GuardCalls.UNUSED, METHOD_HANDLE));
    code.add(new JumpInsnNode(Opcodes.IF_ACMPEQ, isUnused));
  }

  /** Adds a jump to a label if the cell of a type of arrays is 0. */
  private void addCell(InsnList code, Type type, LabelNode isZero) {
    Type element = type.getElementType();
    String name = GuardCalls.CELL + element.getDescriptor();
    code.add(new FieldInsnNode(Opcodes.GETSTATIC, dispatcher, name, type.getDescriptor()));
    code.add(new InsnNode(Opcodes.ICONST_0));
    code.add(new InsnNode(element.getOpcode(Opcodes.IALOAD)));
    switch (element.getSort()) {
      case Type.LONG -> {
        code.add(new InsnNode(Opcodes.LCONST_0));
        code.add(new InsnNode(Opcodes.LCMP));
      }
      case Type.FLOAT -> {
        code.add(new InsnNode(Opcodes.FCONST_0));
        code.add(new InsnNode(Opcodes.FCMPL));
      }
      case Type.DOUBLE -> {
        code.add(new InsnNode(Opcodes.DCONST_0));
        code.add(new InsnNode(Opcodes.DCMPL));
      }
      default -> {
        // An int needs no conversion.
      }
    }
    code.add(new JumpInsnNode(Opcodes.IFEQ, isZero));
  }

  /**
   * A method {@code USE.getTarget() != UNUSED && rows != null && index >= 0 && index < rows.length
   * ? rows[index] : null}. Only guards need the row, and none while they are inactive.
   */
  private MethodNode row(String descriptor, Type type) {
    MethodNode method = method(GuardCalls.ROW, descriptor);
    InsnList code = method.instructions;
    LabelNode none = new LabelNode();
    addUse(code, none);
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new JumpInsnNode(Opcodes.IFNULL, none));
    code.add(new VarInsnNode(Opcodes.ILOAD, 1));
    code.add(new JumpInsnNode(Opcodes.IFLT, none));
    code.add(new VarInsnNode(Opcodes.ILOAD, 1));
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new InsnNode(Opcodes.ARRAYLENGTH));
    code.add(new JumpInsnNode(Opcodes.IF_ICMPGE, none));
    code.add(new VarInsnNode(Opcodes.ALOAD, 0));
    code.add(new VarInsnNode(Opcodes.ILOAD, 1));
    code.add(new InsnNode(Opcodes.AALOAD));
    code.add(new InsnNode(Opcodes.ARETURN));
    code.add(none);
    addFrame(code, type.getDescriptor(), Opcodes.INTEGER);
    code.add(new InsnNode(Opcodes.ACONST_NULL));
    code.add(new InsnNode(Opcodes.ARETURN));
    return method;
  }

  private static MethodNode method(String name, String descriptor) {
    return new MethodNode(
        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC,
        PREFIX + name,
        descriptor,
        null,
        null);
  }

  private void addFrame(InsnList code, Object... locals) {
    if (version >= FrameShape.FIRST_VERSION) {
      code.add(new FrameNode(Opcodes.F_NEW, locals.length, locals, 0, new Object[0]));
    }
  }
}
