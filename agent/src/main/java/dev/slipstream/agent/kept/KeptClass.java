package dev.slipstream.agent.kept;

import dev.slipstream.compiler.guard.emission.GuardedClass;
import dev.slipstream.compiler.guard.scan.UnguardedMethod;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Reads and writes a class with guards as bytes. */
final class KeptClass {
  private static final int UNCHANGED = -1;

  private KeptClass() {}

  static byte[] write(GuardedClass guarded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(out, guarded.guarded());
      write(out, guarded.ownMethods());
      write(out, guarded.nativeMethods());
      out.writeShort(guarded.unguarded().size());
      for (UnguardedMethod method : guarded.unguarded()) {
        out.writeUTF(method.method());
        out.writeUTF(method.reason());
      }
      Optional<byte[]> classFile = guarded.classFile();
      out.writeInt(classFile.isPresent() ? classFile.get().length : UNCHANGED);
      if (classFile.isPresent()) {
        out.write(classFile.get());
      }
    } catch (IOException inMemory) {
      throw new IllegalStateException("bytes cannot be written to memory", inMemory);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, Collection<String> names) throws IOException {
    out.writeShort(names.size());
    for (String name : names) {
      out.writeUTF(name);
    }
  }

  /**
   * Reads a class that was written here.
   *
   * @throws IOException if the bytes are anything else
   */
  static GuardedClass read(byte[] bytes, int offset, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length));
    List<String> guarded = names(in);
    List<String> own = names(in);
    List<String> natives = names(in);
    List<UnguardedMethod> unguarded = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      String method = in.readUTF();
      unguarded.add(new UnguardedMethod(method, in.readUTF()));
    }
    int size = in.readInt();
    Optional<byte[]> classFile =
        size == UNCHANGED ? Optional.empty() : Optional.of(in.readNBytes(size));
    return new GuardedClass(classFile, guarded, unguarded, new HashSet<>(own), natives);
  }

  private static List<String> names(DataInputStream in) throws IOException {
    List<String> names = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      names.add(in.readUTF());
    }
    return names;
  }
}
