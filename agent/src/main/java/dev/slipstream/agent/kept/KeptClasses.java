package dev.slipstream.agent.kept;

import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.runtime.configuration.Log;
import java.nio.file.Path;
import java.util.Optional;

/** Keeps the guarded classes of one program between its starts. Thread-safe. */
public final class KeptClasses {
  /** New classes are written when they exceed this many bytes in memory. */
  private static final long MOST_PENDING = 4L << 20;

  private final KeptEntries entries;

  private KeptClasses(KeptEntries entries) {
    this.entries = entries;
  }

  /**
   * Returns the kept classes of a program.
   *
   * @param folder need not exist
   * @param name the file's name; programs of the same name replace each other's classes
   * @param program a description of everything that its guarded classes depend on besides
   *     themselves
   */
  public static KeptClasses of(Path folder, String name, String program, Log log) {
    return new KeptClasses(new KeptEntries(folder, "guards-", name, program, log));
  }

  /**
   * Returns the guarded class that an earlier start has made of a class file.
   *
   * @param form how the class is instrumented
   */
  public Optional<GuardedClass> find(byte[] classFile, int form) {
    return entries.find(ClassKey.of(classFile, form), KeptClass::read);
  }

  /** Keeps the guarded form of a class. */
  public void add(byte[] classFile, int form, GuardedClass guarded) {
    if (entries.add(ClassKey.of(classFile, form), KeptClass.write(guarded)) > MOST_PENDING) {
      write();
    }
  }

  /** Writes the classes that were added since the last call. */
  public void write() {
    entries.write(there -> true);
  }
}
