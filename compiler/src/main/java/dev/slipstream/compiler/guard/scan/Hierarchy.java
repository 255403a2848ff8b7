package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.platform.PlatformCalls;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The superclasses and interfaces around one class, according to their class files' headers. Not
 * thread-safe.
 */
public final class Hierarchy {
  private static final String OBJECT = "java/lang/Object";

  private final ClassHeader self;
  private final ClassLibrary library;
  private final KnownClasses known;

  /**
   * @param self the class that is instrumented
   * @param library finds other classes
   * @param known headers that were read before; new ones are added
   */
  public Hierarchy(ClassHeader self, ClassLibrary library, KnownClasses known) {
    this.self = self;
    this.library = library;
    this.known = known;
  }

  /**
   * A method with the class that declares it.
   *
   * @param access its access flags
   */
  record Declared(ClassHeader owner, int access) {
    boolean isNative() {
      return (access & Opcodes.ACC_NATIVE) != 0;
    }
  }

  /** The class that is instrumented. */
  public ClassHeader self() {
    return self;
  }

  /** The library that finds other classes. */
  public ClassLibrary library() {
    return library;
  }

  /** The headers that were read before. */
  public KnownClasses known() {
    return known;
  }

  /** A class by its internal name; empty if it cannot be read or parsed. */
  public Optional<ClassHeader> find(String internalName) {
    if (internalName.equals(self.name())) {
      return Optional.of(self);
    }
    return known.find(internalName, library);
  }

  /**
   * The method that a call resolves to, if it is native or arrays may pass through it. Searches the
   * superclasses first, and then the interfaces for the one method with a body.
   */
  Optional<Declared> method(String owner, String name, String descriptor) {
    String method = name + descriptor;
    Set<String> interfaces = new LinkedHashSet<>();
    for (Optional<ClassHeader> c = find(owner); c.isPresent(); c = superclass(c.get())) {
      Integer access = c.get().methods().get(method);
      if (access != null) {
        return Optional.of(new Declared(c.get(), access));
      }
      interfaces.addAll(c.get().interfaces());
    }
    List<Declared> found = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(interfaces);
    while (!open.isEmpty()) {
      Optional<ClassHeader> above = find(open.pop());
      if (above.isPresent()) {
        Integer access = above.get().methods().get(method);
        if (access != null) {
          found.add(new Declared(above.get(), access));
        }
        above.get().interfaces().stream().filter(interfaces::add).forEach(open::push);
      }
    }
    if (found.size() > 1) {
      found.removeIf(declared -> (declared.access() & Opcodes.ACC_ABSTRACT) != 0);
    }
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** The class that declares a field which holds arrays; searches the superclasses, too. */
  Optional<ClassHeader> declaringArray(String owner, String name, String descriptor) {
    for (Optional<ClassHeader> c = find(owner); c.isPresent(); c = superclass(c.get())) {
      if (c.get().arrays().contains(name + descriptor)) {
        return c;
      }
    }
    return Optional.empty();
  }

  /** Whether a class or one above it, Object aside, is one of the JDK or cannot be read. */
  boolean mayInheritFromPlatform(String internalName) {
    String name = internalName;
    while (!name.equals(OBJECT)) {
      Optional<ClassHeader> header = find(name);
      if (PlatformCalls.isPlatform(name) || header.isEmpty()) {
        return true;
      }
      name = header.get().superName() == null ? OBJECT : header.get().superName();
    }
    return internalName.equals(OBJECT);
  }

  /**
   * The topmost superclass of a class that can be named: its own superclass cannot be read, or it
   * has none. May be the class itself.
   */
  String top(String internalName) {
    String name = internalName;
    Optional<ClassHeader> header = find(name);
    while (header.isPresent() && header.get().superName() != null) {
      name = header.get().superName();
      header = find(name);
    }
    return name;
  }

  /** Whether a class implements an interface, or may do so through classes that cannot be read. */
  public boolean mayBe(String internalName, String wanted) {
    Deque<String> open = new ArrayDeque<>(List.of(internalName));
    Set<String> seen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      String name = open.pop();
      if (name.equals(wanted)) {
        return true;
      }
      if (seen.add(name) && !name.equals(OBJECT)) {
        Optional<ClassHeader> header = find(name);
        if (header.isEmpty()) {
          return true;
        }
        header.get().interfaces().forEach(open::push);
        if (header.get().superName() != null) {
          open.push(header.get().superName());
        }
      }
    }
    return false;
  }

  private Optional<ClassHeader> superclass(ClassHeader header) {
    return header.superName() == null || header.superName().equals(OBJECT)
        ? Optional.empty()
        : find(header.superName());
  }
}
