package dev.slipstream.agent.kept;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.specialisation.ReachedCaptures;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes the loops of a class as bytes. */
final class LoopsFormat {
  private static final int NONE = -1;

  private LoopsFormat() {}

  static byte[] write(LoopsOfClass loops) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(loops.numbers().size());
      for (int number : loops.numbers()) {
        out.writeInt(number);
      }
      write(out, loops.classFile());
      out.writeInt(loops.taken().size());
      for (KeptLoop loop : loops.taken()) {
        write(out, loop);
      }
      out.writeInt(loops.open().size());
      for (KeptOpenLoop loop : loops.open()) {
        write(out, loop);
      }
      out.writeInt(loops.refused().size());
      for (RefusedLoop loop : loops.refused()) {
        write(out, loop.name());
        out.writeUTF(loop.kind().name());
        out.writeUTF(loop.reason());
        out.writeUTF(loop.advice());
      }
    } catch (IOException inMemory) {
      throw new IllegalStateException("bytes cannot be written to memory", inMemory);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, KeptLoop loop) throws IOException {
    out.writeInt(loop.site());
    write(out, loop.name());
    write(out, loop.inner());
    out.writeInt(loop.parameters().size());
    for (KernelParameter parameter : loop.parameters()) {
      out.writeUTF(parameter.name());
      out.writeUTF(parameter.descriptor());
      out.writeBoolean(parameter.scratch());
    }
    out.writeInt(loop.kernelBytes());
    out.writeUTF(loop.note());
    out.writeBoolean(loop.isInterpreted());
    out.writeLong(loop.identity());
    write(out, loop.workClass());
  }

  private static void write(DataOutputStream out, KeptOpenLoop loop) throws IOException {
    out.writeInt(loop.site());
    write(out, loop.name());
    write(out, loop.inner());
    out.writeLong(loop.identity());
    writeValues(out, loop.found());
    out.writeBoolean(loop.reduces());
    out.writeInt(loop.forms().size());
    for (KeptForm form : loop.forms()) {
      writeValues(out, form.classes().keySet());
      for (String name : form.classes().values()) {
        out.writeUTF(name);
      }
      writeValues(out, form.captures().values());
      writeValues(out, form.captures().notNull());
      writeValues(out, form.captures().guards());
      write(out, form.loop());
    }
  }

  private static void writeValues(DataOutputStream out, Collection<? extends Value> values)
      throws IOException {
    out.writeInt(values.size());
    for (Value value : values) {
      ValueFormat.write(out, value);
    }
  }

  private static void write(DataOutputStream out, List<LoopName> names) throws IOException {
    out.writeInt(names.size());
    for (LoopName name : names) {
      write(out, name);
    }
  }

  static void write(DataOutputStream out, LoopName name) throws IOException {
    out.writeUTF(name.className());
    out.writeUTF(name.method());
    out.writeInt(name.line());
    out.writeInt(name.index());
  }

  private static void write(DataOutputStream out, Optional<byte[]> content) throws IOException {
    out.writeInt(content.isPresent() ? content.get().length : NONE);
    if (content.isPresent()) {
      out.write(content.get());
    }
  }

  /**
   * Reads the loops of a class that were written here.
   *
   * @throws IOException if the bytes are anything else
   */
  static LoopsOfClass read(byte[] bytes, int offset, int length) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, offset, length));
    List<Integer> numbers = numbers(in);
    Optional<byte[]> classFile = content(in);
    List<KeptLoop> taken = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      taken.add(loop(in));
    }
    List<KeptOpenLoop> open = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      open.add(open(in));
    }
    List<RefusedLoop> refused = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      LoopName name = name(in);
      RefusalKind kind = RefusalKind.valueOf(in.readUTF());
      refused.add(new RefusedLoop(name, kind, in.readUTF(), in.readUTF()));
    }
    return new LoopsOfClass(classFile, numbers, taken, open, refused);
  }

  /** Reads only the numbers of the call sites. */
  static List<Integer> readNumbers(byte[] bytes, int offset, int length) throws IOException {
    return numbers(new DataInputStream(new ByteArrayInputStream(bytes, offset, length)));
  }

  private static List<Integer> numbers(DataInputStream in) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      numbers.add(in.readInt());
    }
    return numbers;
  }

  private static KeptLoop loop(DataInputStream in) throws IOException {
    int site = in.readInt();
    LoopName name = name(in);
    List<LoopName> inner = names(in);
    List<KernelParameter> parameters = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      String parameter = in.readUTF();
      String descriptor = in.readUTF();
      parameters.add(new KernelParameter(parameter, descriptor, in.readBoolean()));
    }
    int kernelBytes = in.readInt();
    String note = in.readUTF();
    boolean isInterpreted = in.readBoolean();
    long identity = in.readLong();
    return new KeptLoop(
        site, name, inner, parameters, kernelBytes, note, isInterpreted, identity, content(in));
  }

  private static KeptOpenLoop open(DataInputStream in) throws IOException {
    int site = in.readInt();
    LoopName name = name(in);
    List<LoopName> inner = names(in);
    long identity = in.readLong();
    List<Value.Entry> found = new ArrayList<>();
    for (Value value : values(in)) {
      found.add((Value.Entry) value);
    }
    boolean reduces = in.readBoolean();
    List<KeptForm> forms = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      Map<Value, String> classes = new LinkedHashMap<>();
      for (Value path : values(in)) {
        classes.put(path, "");
      }
      for (Map.Entry<Value, String> entry : classes.entrySet()) {
        entry.setValue(in.readUTF());
      }
      ReachedCaptures captures = new ReachedCaptures(values(in), values(in), values(in));
      forms.add(new KeptForm(classes, captures, loop(in)));
    }
    return new KeptOpenLoop(site, name, inner, identity, found, reduces, forms);
  }

  private static List<Value> values(DataInputStream in) throws IOException {
    List<Value> values = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.add(ValueFormat.read(in));
    }
    return values;
  }

  private static List<LoopName> names(DataInputStream in) throws IOException {
    List<LoopName> names = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      names.add(name(in));
    }
    return names;
  }

  static LoopName name(DataInputStream in) throws IOException {
    String className = in.readUTF();
    String method = in.readUTF();
    int line = in.readInt();
    return new LoopName(className, method, line, in.readInt());
  }

  private static Optional<byte[]> content(DataInputStream in) throws IOException {
    int size = in.readInt();
    return size == NONE ? Optional.empty() : Optional.of(in.readNBytes(size));
  }
}
