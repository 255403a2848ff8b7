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
 * Arrays that the program receives from the JDK, or returns to it, in methods that the JDK calls.
 * These methods override or implement one of the JDK's: {@code InputStream.read(byte[], int, int)}
 * receives an array, {@code Key.getEncoded()} returns one. {@code Iterator.next()} returns one
 * through the bridge method that javac adds if the program's own method returns an array.
 */
public final class ForeignArrays {
  /** The collections: they give their elements to others, and use no array's elements later. */
  private static final String COLLECTIONS = "java/util/";

  private final Hierarchy hierarchy;
  private final PlatformCalls platform;

  ForeignArrays(Hierarchy hierarchy, PlatformCalls platform) {
    this.hierarchy = hierarchy;
    this.platform = platform;
  }

  /** Whether the JDK may call a method of the class and pass arrays to it or receive one. */
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

  /** The local variables that hold the arrays that a method is given. */
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

  /**
   * Whether a type is an array of primitives. The JDK accesses elements only if its own method
   * declares such a type.
   */
  private static boolean isOfPrimitives(Type type) {
    return type.getSort() == Type.ARRAY && type.getElementType().getSort() < Type.ARRAY;
  }

  /** The JDK's use of an array that a method returns to it. */
  public CalleeUse useOfReturned(String name, String descriptor) {
    Type result = Type.getReturnType(descriptor);
    boolean isErased = result.getSort() == Type.OBJECT && Descriptors.mayBeArray(result);
    if (!isErased && !isOfPrimitives(result)) {
      return CalleeUse.NOTHING;
    }
    CalleeUse use = CalleeUse.NOTHING;
    for (String owner : overridden(name, descriptor)) {
      CalleeUse ofOwner = isErased ? useOfErased(owner, name) : CalleeUse.KEEPS;
      // The constants that can occur here are in ascending order of what they require.
      use = ofOwner.compareTo(use) > 0 ? ofOwner : use;
    }
    return use;
  }

  /**
   * The JDK's use of an array that is returned as an object. A collection's elements are read
   * immediately by the code that was given the collection. Other known methods do not access
   * elements.
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

  /** The classes of the JDK with a method that this method of the class overrides or implements. */
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
