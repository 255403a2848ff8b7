package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassFiles;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Arrays that come to the program as parameters of methods that the JDK calls: those that override
 * or implement one of its own, as {@code InputStream.read(byte[], int, int)}; and those that such
 * methods return to it, as {@code Key.getEncoded()}, or {@code Iterator.next()} by the method that
 * javac adds where the program's own returns an array.
 */
final class ForeignArrays {
  /** What stands here gives others what it is made of; nothing in it uses elements later. */
  private static final String COLLECTIONS = "java/util/";

  private final Hierarchy hierarchy;
  private final PlatformCalls platform;

  ForeignArrays(Hierarchy hierarchy, PlatformCalls platform) {
    this.hierarchy = hierarchy;
    this.platform = platform;
  }

  /** Whether a method of the class may be called by the JDK with arrays, or for one. */
  boolean areTaken(int access, String name, String descriptor) {
    int hidden = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    if (ClassFiles.has(access, hidden) || name.startsWith("<")) {
      return false;
    }
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (isArray(parameter)) {
        return !overridden(name, descriptor).isEmpty();
      }
    }
    return modeOfReturned(name, descriptor) != 0;
  }

  /**
   * Lets the dispatcher be called with them at the start and the ends of a method; says whether it
   * is anywhere.
   */
  boolean insert(MethodFacts facts, Evaluation evaluation) {
    MethodNode method = facts.method();
    if (!areTaken(method.access, method.name, method.desc)) {
      return false;
    }
    InsnList code = new InsnList();
    int slot = 1;
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      if (isArray(parameter)) {
        code.add(new VarInsnNode(Opcodes.ALOAD, slot));
        code.add(evaluation.invoke(GuardCalls.CAME_OUT));
      }
      slot += parameter.getSize();
    }
    boolean takes = code.size() > 0;
    method.instructions.insert(code);
    int mode = modeOfReturned(method.name, method.desc);
    return (mode != 0 && handOutWhatIsReturned(facts, mode, evaluation)) || takes;
  }

  private static boolean isArray(Type parameter) {
    return parameter.getSort() == Type.ARRAY && Place.mayBeArray(parameter);
  }

  /** The JDK looks at elements only of what its own method says to be an array of them. */
  private static boolean isOfPrimitives(Type type) {
    return type.getSort() == Type.ARRAY && type.getElementType().getSort() < Type.ARRAY;
  }

  private static boolean handOutWhatIsReturned(MethodFacts facts, int mode, Evaluation evaluation) {
    boolean found = false;
    for (int i = 0; i < facts.size(); i++) {
      AbstractInsnNode node = facts.instruction(i);
      if (node.getOpcode() == Opcodes.ARETURN
          && facts.isReached(i)
          && Place.mayBeArray(facts.below(i, 0).getType())) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new IntInsnNode(Opcodes.BIPUSH, mode));
        code.add(evaluation.invoke(GuardCalls.HANDED_OUT, "(Ljava/lang/Object;I)V"));
        facts.method().instructions.insertBefore(node, code);
        found = true;
      }
    }
    return found;
  }

  /** What the JDK does with an array that a method returns to it, a mode; 0 if nothing. */
  private int modeOfReturned(String name, String descriptor) {
    Type result = Type.getReturnType(descriptor);
    boolean isErased = result.getSort() == Type.OBJECT && Place.mayBeArray(result);
    if (!isErased && !isOfPrimitives(result)) {
      return 0;
    }
    int mode = 0;
    for (String owner : overridden(name, descriptor)) {
      mode = Math.max(mode, isErased ? modeOfErased(owner, name) : GuardCalls.KEEPS);
    }
    return mode;
  }

  /**
   * Where an array is returned as an object, a collection is read by whoever was given it, there
   * and then; other methods that are known have nothing to do with elements.
   */
  private int modeOfErased(String owner, String name) {
    if (owner.lastIndexOf('/') == COLLECTIONS.length() - 1 && owner.startsWith(COLLECTIONS)) {
      return GuardCalls.READS;
    }
    boolean isKnown =
        platform
            .find(owner, name)
            .filter(use -> use.returned() != PlatformCalls.Returned.IN_USE)
            .isPresent();
    return isKnown ? 0 : GuardCalls.KEEPS;
  }

  /** The classes of the JDK that have a method which one of the class overrides or implements. */
  private List<String> overridden(String name, String descriptor) {
    List<String> owners = new ArrayList<>();
    Set<String> above = new LinkedHashSet<>();
    Deque<ClassHeader> open = new ArrayDeque<>(List.of(hierarchy.self()));
    while (!open.isEmpty()) {
      for (String type : open.pop().above()) {
        if (above.add(type)) {
          Optional<ClassHeader> header = hierarchy.find(type);
          if (PlatformCalls.isPlatform(type) && mayDeclare(type, header, name + descriptor)) {
            owners.add(type);
          }
          header.ifPresent(open::push);
        }
      }
    }
    return owners;
  }

  private static boolean mayDeclare(String type, Optional<ClassHeader> header, String method) {
    if (header.isEmpty()) {
      return !type.equals("java/lang/Object");
    }
    @Nullable Integer access = header.get().methods().get(method);
    return access != null && !ClassFiles.has(access, Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE);
  }
}
