package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.classfile.Accessors;
import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.compiler.normalisation.inlining.Boxes;
import dev.slipstream.compiler.normalisation.inlining.UnknownObject;
import dev.slipstream.model.loop.RefusalKind;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;

/** The objects and fields through which a loop reaches its captures. */
final class ReachedObjects {
  private final ClassFiles files;
  private final Captures captures;
  private final Set<AbstractInsnNode> receiverStores;
  private final Map<AbstractInsnNode, String> guesses;

  /**
   * @param receiverStores the instructions that store the receivers of inlined calls
   * @param guesses the classes that are assumed for some of these objects
   */
  ReachedObjects(
      ClassFiles files,
      Captures captures,
      Set<AbstractInsnNode> receiverStores,
      Map<AbstractInsnNode, String> guesses) {
    this.files = files;
    this.captures = captures;
    this.receiverStores = receiverStores;
    this.guesses = guesses;
  }

  /** Adds a field of an object. */
  void readField(FieldInsnNode field, Value object, int line) throws RefusalException {
    requireReceiver(object, line);
    Optional<Accessors.Accessor> number = Boxes.accessor(field);
    if (number.isPresent()) {
      captures.readThrough(valueOf(field, object), number.get());
      return;
    }
    ClassFiles.Declared<FieldNode> found = requireSteady(field, line);
    if (files.mayRead(found, field.owner)) {
      return;
    }
    Accessors.Accessor accessor =
        Accessors.of(files, found)
            .orElseThrow(() -> new UnknownObject(unreadable(field, line), Optional.empty()));
    captures.readThrough(valueOf(field, object), accessor);
    if (!accessor.isFinal()) {
      guard(object, accessor.owner(), line);
    }
  }

  private static Value.Field valueOf(FieldInsnNode field, Value object) {
    return new Value.Field(Optional.of(object), field.owner, field.name, field.desc);
  }

  private static RefusalException unreadable(FieldInsnNode field, int line) {
    return new RefusalException(
        line,
        RefusalKind.FIELDS,
        "reads the field "
            + field.name
            + " in a method that it calls, and the loop's class has no access to it",
        "Put the value into a local variable before the loop, or add a method that returns it.");
  }

  private ClassFiles.Declared<FieldNode> requireSteady(FieldInsnNode field, int line)
      throws RefusalException {
    ClassFiles.Declared<FieldNode> found =
        files
            .field(field.owner, field.name, field.desc)
            .orElseThrow(
                () ->
                    new RefusalException(
                        line,
                        RefusalKind.FIELDS,
                        "reads the field " + field.name + " of a class that could not be read",
                        "Put the value into a local variable before the loop."));
    if (ClassFiles.has(found.member().access, Opcodes.ACC_VOLATILE)) {
      throw new RefusalException(
          line,
          RefusalKind.FIELDS,
          "reads the volatile field " + field.name,
          "Put its value into a local variable before the loop.");
    }
    return found;
  }

  /** Adds a static field. */
  void readStatic(FieldInsnNode field, int line) throws RefusalException {
    ClassFiles.Declared<FieldNode> found = requireSteady(field, line);
    if (!files.mayRead(found, field.owner)) {
      throw new UnknownObject(unreadable(field, line), Optional.empty());
    }
    if (!files.isInitialised(found.owner().name)) {
      throw new RefusalException(
          line,
          RefusalKind.STATIC_INITIALISERS,
          "reads " + field.name + " of a class whose static initialiser may not have run",
          "Put the value into a local variable before the loop.");
    }
  }

  /**
   * Adds the receiver of an inlined method. The inlined code is correct only for objects of the
   * assumed class.
   */
  void receive(AbstractInsnNode store, Value object, int line) throws RefusalException {
    if (!receiverStores.contains(store)) {
      return;
    }
    requireReceiver(object, line);
    String guess = guesses.get(store);
    if (guess != null) {
      guard(object, guess, line);
    }
  }

  private void guard(Value object, String className, int line) {
    captures.guard(
        new Value.Property(Value.Property.Question.IS_OF, object, className),
        (line < 0 ? "" : "line " + line + ": ")
            + object
            + " is not of the class "
            + className.substring(className.lastIndexOf('/') + 1)
            + ", for which the loop was compiled");
  }

  /** Adds an object through which a capture is reached. */
  void requireReceiver(Value object, int line) throws RefusalException {
    if (!object.isCapture()) {
      throw new RefusalException(
          line,
          RefusalKind.OBJECTS,
          "uses an object that differs from iteration to iteration",
          "Keep the numbers in arrays, one for each field.");
    }
    captures.requireNotNull(object);
  }
}
