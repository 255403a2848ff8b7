package dev.slipstream.agent.marks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Visits the files of a folder and its subfolders, also those behind links, which may lead in
 * circles. Leaves out what cannot be read. For {@link Files#walkFileTree} the JVM would load some
 * forty classes, which each program would wait for.
 */
final class FolderWalk {
  private static final int DEEPEST = 64;

  private final Visitor visitor;

  /** The keys of the folders around the current one. */
  private final List<Object> above = new ArrayList<>();

  private FolderWalk(Visitor visitor) {
    this.visitor = visitor;
  }

  /** Receives the files. */
  @FunctionalInterface
  interface Visitor {
    /** Returns whether to go on with other files. */
    boolean visit(Path file, BasicFileAttributes attributes);
  }

  /** Visits the files of a folder. */
  static void visit(Path folder, Visitor visitor) {
    new FolderWalk(visitor).goesOnAfter(folder);
  }

  private boolean goesOnAfter(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isDirectory()) {
        return visitor.visit(file, attributes);
      }
      Object key = attributes.fileKey() == null ? file.toRealPath() : attributes.fileKey();
      return above.size() >= DEEPEST || above.contains(key) || goesOnAfterAllOf(file, key);
    } catch (IOException unreadable) {
      return true;
    }
  }

  private boolean goesOnAfter(Path folder, String name) {
    try {
      return goesOnAfter(folder.resolve(name));
    } catch (InvalidPathException unnameable) {
      // The JVM cannot name it either.
      return true;
    }
  }

  private boolean goesOnAfterAllOf(Path folder, Object key) {
    String @Nullable [] names = folder.toFile().list();
    boolean goesOn = true;
    above.add(key);
    for (int i = 0; names != null && i < names.length && goesOn; i++) {
      goesOn = goesOnAfter(folder, names[i]);
    }
    above.remove(above.size() - 1);
    return goesOn;
  }
}
