package dev.slipstream.build;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Prepares the agent's classes for a quick start, when the jar is made. Each program with the agent
 * waits for it to start, which is mostly the time to load classes.
 *
 * <ul>
 *   <li>Lambdas become classes, and the methods that the compiler gives records become code. The
 *       JVM makes both from method handles while the program runs, which takes longer than to load
 *       a class. Android's D8 calls this desugaring.
 *   <li>The agent's classes are not compressed, and do not name local variables.
 * </ul>
 */
public final class QuickStart {
  private static final String OWN = "dev/slipstream/";

  /** The extension of class files. */
  private static final String CLASS = ".class";

  /** The time of the first entry, which in a reproducible jar is that of all others. */
  private LocalDateTime time = LocalDateTime.now();

  /** The classes that lambdas have become, by their internal names. */
  private final Map<String, byte[]> added = new TreeMap<>();

  /** The additional classes in the nest of each class. */
  private final Map<String, List<String>> membersOf = new HashMap<>();

  private QuickStart() {}

  /**
   * @param arguments the jar that is read and the jar that is written
   */
  public static void main(String[] arguments) throws IOException {
    new QuickStart().copy(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  private void copy(Path from, Path to) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipFile jar = new ZipFile(from.toFile())) {
      for (ZipEntry entry : jar.stream().toArray(ZipEntry[]::new)) {
        time = entries.isEmpty() ? entry.getTimeLocal() : time;
        entries.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
      }
    }
    desugar(entries);
    try (OutputStream file = Files.newOutputStream(to);
        ZipOutputStream jar = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        write(entry.getKey(), entry.getValue(), jar);
      }
    }
  }

  private void desugar(Map<String, byte[]> entries) {
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      if (isOwn(entry.getKey())) {
        entry.setValue(desugared(entry.getValue()));
      }
    }
    membersOf.forEach(
        (host, members) -> entries.computeIfPresent(host + CLASS, (n, old) -> with(members, old)));
    added.forEach((name, classFile) -> entries.put(name + CLASS, classFile));
  }

  private static boolean isOwn(String name) {
    return name.startsWith(OWN) && name.endsWith(CLASS);
  }

  private byte[] desugared(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (reader.readShort(6) < Opcodes.V11) {
      // It could not share its private methods with other classes.
      return classFile;
    }
    ClassWriter writer = new ClassWriter(0);
    reader.accept(new DesugaredClass(writer, added, membersOf), 0);
    return writer.toByteArray();
  }

  private static byte[] with(List<String> members, byte[] host) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(host).accept(writer, 0);
    members.forEach(writer::visitNestMember);
    return writer.toByteArray();
  }

  private void write(String name, byte[] content, ZipOutputStream jar) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(time);
    if (isOwn(name)) {
      CRC32 sum = new CRC32();
      sum.update(content);
      entry.setCrc(sum.getValue());
      entry.setSize(content.length);
      entry.setMethod(ZipEntry.STORED);
    }
    jar.putNextEntry(entry);
    jar.write(content);
    jar.closeEntry();
  }
}
