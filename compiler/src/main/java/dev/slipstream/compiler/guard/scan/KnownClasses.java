package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * The headers of the classes that one class loader sees, cached so that each is read once.
 * Thread-safe. A class that could not be found counts as unknown until it is loaded. That may add
 * needless guards, but never omits one.
 */
public final class KnownClasses {
  private final ConcurrentMap<String, Optional<ClassHeader>> headers = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Boolean> unnoticed = new ConcurrentHashMap<>();

  /** The header of a class, read from the library if it is not cached; empty if there is none. */
  Optional<ClassHeader> find(String internalName, ClassLibrary library) {
    Optional<ClassHeader> header = headers.get(internalName);
    if (header == null) {
      // Not computed inside the map's own method: searching for a class may load others.
      header = library.find(internalName).flatMap(ClassHeader::of);
      headers.put(internalName, header);
    }
    return header;
  }

  /**
   * Whether the initialisation of a class has no visible effect; the answer is cached.
   *
   * @param found computes the answer for a class that is not in the cache
   */
  public boolean isInitialisedUnnoticed(String internalName, Predicate<String> found) {
    Boolean known = unnoticed.get(internalName);
    if (known == null) {
      known = found.test(internalName);
      unnoticed.put(internalName, known);
    }
    return known;
  }

  /** Adds a class that is being loaded, whether or not it could be found before. */
  public void add(ClassHeader header) {
    headers.put(header.name(), Optional.of(header));
  }
}
