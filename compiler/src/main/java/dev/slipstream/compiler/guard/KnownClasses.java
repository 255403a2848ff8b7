package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.classfile.ClassLibrary;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What was read of the classes that one class loader sees, so that it is read once. Thread-safe. A
 * class that could not be found counts as unknown until it is loaded; that may cost guards, and
 * never loses one.
 */
public final class KnownClasses {
  private final ConcurrentMap<String, Optional<ClassHeader>> headers = new ConcurrentHashMap<>();

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

  /** Remembers a class that is being loaded, whether it could be found before or not. */
  void add(ClassHeader header) {
    headers.put(header.name(), Optional.of(header));
  }
}
