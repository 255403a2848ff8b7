package dev.slipstream.agent.kept;

import dev.slipstream.compiler.dataflow.Value;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads and writes values that are reached from local variables, as bytes: fields of objects, their
 * properties, and elements of arrays.
 */
final class ValueFormat {
  private static final char ENTRY = 'e';
  private static final char FIELD = 'f';
  private static final char STATIC = 's';
  private static final char PROPERTY = 'p';
  private static final char ELEMENT = 'i';
  private static final char CONSTANT = 'c';

  private ValueFormat() {}

  /** Whether a value can be written. */
  static boolean isKnown(Value value) {
    boolean known =
        value instanceof Value.Entry
            || value instanceof Value.Field
            || value instanceof Value.Property
            || value instanceof Value.Element
            || value instanceof Value.Constant;
    return known && value.parts().stream().allMatch(ValueFormat::isKnown);
  }

  static void write(DataOutputStream out, Value value) throws IOException {
    if (value instanceof Value.Entry entry) {
      out.writeByte(ENTRY);
      out.writeInt(entry.slot());
      out.writeUTF(entry.name());
      out.writeUTF(entry.descriptor());
    } else if (value instanceof Value.Field field) {
      out.writeByte(field.base().isPresent() ? FIELD : STATIC);
      if (field.base().isPresent()) {
        write(out, field.base().get());
      }
      out.writeUTF(field.owner());
      out.writeUTF(field.name());
      out.writeUTF(field.descriptor());
    } else if (value instanceof Value.Property property) {
      out.writeByte(PROPERTY);
      out.writeUTF(property.question().name());
      write(out, property.object());
      out.writeUTF(property.detail());
    } else if (value instanceof Value.Element element) {
      out.writeByte(ELEMENT);
      write(out, element.array());
      write(out, element.index());
      out.writeChar(element.kind());
    } else if (value instanceof Value.Constant constant) {
      out.writeByte(CONSTANT);
      out.writeChar(constant.kind());
      out.writeLong(constant.number());
    } else {
      throw new IllegalArgumentException(value + " cannot be written");
    }
  }

  /**
   * Reads a value that was written here.
   *
   * @throws IOException if the bytes are anything else
   */
  static Value read(DataInputStream in) throws IOException {
    char type = (char) in.readByte();
    return switch (type) {
      case ENTRY -> new Value.Entry(in.readInt(), in.readUTF(), in.readUTF());
      case FIELD -> field(in, Optional.of(read(in)));
      case STATIC -> field(in, Optional.empty());
      case PROPERTY -> {
        Value.Property.Question question = Value.Property.Question.valueOf(in.readUTF());
        yield new Value.Property(question, read(in), in.readUTF());
      }
      case ELEMENT -> new Value.Element(read(in), read(in), in.readChar());
      case CONSTANT -> new Value.Constant(in.readChar(), in.readLong());
      default -> throw new IOException("no value begins with " + type);
    };
  }

  private static Value field(DataInputStream in, Optional<Value> base) throws IOException {
    return new Value.Field(base, in.readUTF(), in.readUTF(), in.readUTF());
  }
}
