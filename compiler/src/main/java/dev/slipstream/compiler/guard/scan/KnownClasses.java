package dev.slipstream.compiler.guard.scan;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * What was read of the classes that one class loader sees, so that it is read once. Thread-safe. A
 * class that could not be found counts as unknown until it is loaded; that may cost guards, and
 * never loses one.
 */
public final class KnownClasses {
  private final ConcurrentMap<String, Optional<ClassHeader>> headers = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Boolean> unnoticed = new ConcurrentHashMap<>();

  /** The header of a class, which is looked for unless somebody has; empty if there is none. */
  Optional<ClassHeader> find(String internalName, ClassLibrary library) {
    Optional<ClassHeader> header = headers.get(internalName);
    if (header == null) {
      // Not computed inside of the map: to look for a class may load others.
      header = library.find(internalName).flatMap(ClassHeader::of);
      headers.put(internalName, header);
    }
    return header;
  }

  /**
   * Whether nobody notices when a class is initialised, remembered as its header is.
   *
   * @param found tells it of a class that has not been asked about
   */
  public boolean isInitialisedUnnoticed(String internalName, Predicate<String> found) {
    Boolean known = unnoticed.get(internalName);
    if (known == null) {
      known = found.test(internalName);
      unnoticed.put(internalName, known);
    }
    return known;
  }

  /** Remembers a class that is being loaded, whether it could be found before or not. */
  public void add(ClassHeader header) {
    headers.put(header.name(), Optional.of(header));
  }
}
