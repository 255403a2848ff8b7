package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
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

/**
 * Arrays that come to the program as parameters of methods that the JDK calls: those that override
 * or implement one of its own, as {@code InputStream.read(byte[], int, int)}; and those that such
 * methods return to it, as {@code Key.getEncoded()}, or {@code Iterator.next()} by the method that
 * javac adds where the program's own returns an array.
 */
public final class ForeignArrays {
  /** What stands here gives others what it is made of; nothing in it uses elements later. */
  private static final String COLLECTIONS = "java/util/";

  private final Hierarchy hierarchy;
  private final PlatformCalls platform;

  ForeignArrays(Hierarchy hierarchy, PlatformCalls platform) {
    this.hierarchy = hierarchy;
    this.platform = platform;
  }

  /** Whether a method of the class may be called by the JDK with arrays, or for one. */
  public boolean areTaken(int access, String name, String descriptor) {
    int hidden = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;
    if (ClassFiles.has(access, hidden) || name.startsWith("<")) {
      return false;
    }
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (isArray(parameter)) {
        return !overridden(name, descriptor).isEmpty();
      }
    }
    return useOfReturned(name, descriptor) != CalleeUse.NOTHING;
  }

  /** The local variables in which a method finds those that it is given. */
  public List<Integer> parameters(String descriptor) {
    List<Integer> slots = new ArrayList<>();
    int slot = 1;
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      if (isArray(parameter)) {
        slots.add(slot);
      }
      slot += parameter.getSize();
    }
    return slots;
  }

  private static boolean isArray(Type parameter) {
    return parameter.getSort() == Type.ARRAY && Descriptors.mayBeArray(parameter);
  }

  /** The JDK looks at elements only of what its own method says to be an array of them. */
  private static boolean isOfPrimitives(Type type) {
    return type.getSort() == Type.ARRAY && type.getElementType().getSort() < Type.ARRAY;
  }

  /** What the JDK does with an array that a method returns to it. */
  public CalleeUse useOfReturned(String name, String descriptor) {
    Type result = Type.getReturnType(descriptor);
    boolean isErased = result.getSort() == Type.OBJECT && Descriptors.mayBeArray(result);
    if (!isErased && !isOfPrimitives(result)) {
      return CalleeUse.NOTHING;
    }
    CalleeUse use = CalleeUse.NOTHING;
    for (String owner : overridden(name, descriptor)) {
      CalleeUse ofOwner = isErased ? useOfErased(owner, name) : CalleeUse.KEEPS;
      // Of those that can come, the later one asks for more.
      use = ofOwner.compareTo(use) > 0 ? ofOwner : use;
    }
    return use;
  }

  /**
   * Where an array is returned as an object, a collection is read by whoever was given it, there
   * and then; other methods that are known have nothing to do with elements.
   */
  private CalleeUse useOfErased(String owner, String name) {
    if (owner.lastIndexOf('/') == COLLECTIONS.length() - 1 && owner.startsWith(COLLECTIONS)) {
      return CalleeUse.READS;
    }
    boolean isKnown =
        platform
            .find(owner, name)
            .filter(use -> use.returned() != PlatformCalls.Returned.IN_USE)
            .isPresent();
    return isKnown ? CalleeUse.NOTHING : CalleeUse.KEEPS;
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
