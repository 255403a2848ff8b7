package dev.slipstream.agent.marks;

import dev.slipstream.compiler.discovery.AnnotationNames;
import dev.slipstream.runtime.configuration.WholeFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Scans the class files of jars and folders, including jars within jars. Stops when a class file
 * may hold a marked loop, or when so much was read that the program should not wait any longer.
 */
final class PlaceScan {
  /** The cost of opening a file, in bytes read. */
  private static final int FILE = 4096;

  private static final String CLASS = ".class";
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private long left;

  /**
   * @param most how many bytes may be read
   */
  PlaceScan(long most) {
    this.left = most;
  }

  /** The result of a scan. */
  enum Found {
    /** No class file holds a marked loop. */
    NONE,
    /** Some class file may hold a marked loop. */
    SOME,
    /** Unknown: there is more than the scan may read. */
    TOO_MUCH
  }

  /**
   * What a jar holds.
   *
   * @param found whether it holds marked loops
   * @param classPath the other places that its manifest names, as written there
   */
  record Jar(Found found, String classPath) {
    /** Returns these places, resolved against the place of the jar. */
    List<Path> others(Path file) {
      List<Path> others = new ArrayList<>();
      for (String other : classPath.split(" ")) {
        if (!other.isEmpty()) {
          others.add(Path.of(file.toUri().resolve(URI.create(other))));
        }
      }
      return others;
    }
  }

  /**
   * Scans a jar.
   *
   * @throws IOException if it cannot be read, in which case the JVM will find no classes in it
   *     either
   */
  Jar jar(Path file) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      String classPath = classPath(jar);
      Enumeration<? extends ZipEntry> entries = jar.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        boolean isClass = entry.getName().endsWith(CLASS);
        if (isClass || isJar(entry.getName())) {
          if (!mayRead(isClass ? entry.getSize() : 0)) {
            return new Jar(Found.TOO_MUCH, classPath);
          }
          Found found;
          try (InputStream stream = jar.getInputStream(entry)) {
            found = isClass ? ofClass(stream.readAllBytes()) : jarInside(stream);
          }
          if (found != Found.NONE) {
            return new Jar(found, classPath);
          }
        }
      }
      return new Jar(Found.NONE, classPath);
    }
  }

  /** Returns what is known about a jar without a scan of its classes. */
  static Jar manifest(Path file) throws IOException {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return new Jar(Found.TOO_MUCH, classPath(jar));
    }
  }

  /** Scans a folder and its subfolders. Files that cannot be read cannot be loaded either. */
  Found folder(Path folder) {
    InFolder files = new InFolder();
    FolderWalk.visit(folder, files);
    return files.found;
  }

  private final class InFolder implements FolderWalk.Visitor {
    private Found found = Found.NONE;

    @Override
    public boolean visit(Path file, BasicFileAttributes attributes) {
      String name = file.toString();
      boolean isClass = name.endsWith(CLASS);
      if (!mayRead(isClass ? attributes.size() : 0)) {
        found = Found.TOO_MUCH;
      } else if (attributes.isRegularFile() && (isClass || isJar(name))) {
        try {
          found = isClass ? ofClass(WholeFile.read(file)) : jar(file).found();
        } catch (IOException unreadable) {
          return true;
        }
      }
      return found == Found.NONE;
    }
  }

  private Found jarInside(InputStream stream) throws IOException {
    // Not closed here: the stream belongs to the caller.
    ZipInputStream jar = new ZipInputStream(new BufferedInputStream(stream));
    for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
      if (entry.getName().endsWith(CLASS)) {
        byte[] classFile = jar.readAllBytes();
        if (!mayRead(classFile.length)) {
          return Found.TOO_MUCH;
        }
        if (AnnotationNames.mayBeIn(classFile)) {
          return Found.SOME;
        }
      }
    }
    return Found.NONE;
  }

  private Found ofClass(byte[] classFile) {
    return AnnotationNames.mayBeIn(classFile) ? Found.SOME : Found.NONE;
  }

  private boolean mayRead(long bytes) {
    left -= FILE + Math.max(0, bytes);
    return left >= 0;
  }

  private static boolean isJar(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".jar");
  }

  private static String classPath(ZipFile jar) throws IOException {
    ZipEntry entry = jar.getEntry(MANIFEST);
    if (entry == null) {
      return "";
    }
    try (InputStream stream = jar.getInputStream(entry)) {
      String classPath =
          new Manifest(stream).getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return classPath == null ? "" : classPath.trim();
    }
  }
}
