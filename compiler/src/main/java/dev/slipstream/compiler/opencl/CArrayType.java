package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * An array type and the C variables that represent a reference to such an array.
 *
 * @param element the JVM descriptor of the innermost elements
 * @param depth the number of indices of an element: 1 to 4
 */
record CArrayType(char element, int depth) {
  private static final String TABLE = "__global const long* restrict";
  private static final int DEEPEST = 4;
  private static final List<String> KINDS = List.of("_row", "_plane", "_box", "_block");

  /** The tables of the starts of arrays inside, and their sizes, innermost first. */
  private static final List<String> TABLES = List.of("_rows", "_planes", "_boxes");

  private static final List<String> SIZES = List.of("_columns", "_height", "_depth");

  /**
   * A C variable that describes an array.
   *
   * @param type its C type as a parameter
   * @param suffix the suffix that is appended to the array's name
   */
  record Field(String type, String suffix) {
    /** The C type of a local variable. */
    String localType() {
      return type.replace(" restrict", "");
    }
  }

  /** The shape of a type, if it is an array of primitives with at most four indices. */
  static Optional<CArrayType> of(Type type) {
    boolean known =
        type.getSort() == Type.ARRAY
            && type.getDimensions() <= DEEPEST
            && type.getElementType().getSort() < Type.ARRAY;
    return known
        ? Optional.of(
            new CArrayType(type.getElementType().getDescriptor().charAt(0), type.getDimensions()))
        : Optional.empty();
  }

  /** The array type. */
  Type type() {
    return Type.getType("[".repeat(depth) + element);
  }

  /** The shape of its elements, which are arrays. */
  CArrayType row() {
    return new CArrayType(element, depth - 1);
  }

  /** The C type of the innermost elements. */
  String elementType() {
    return switch (element) {
      case 'Z', 'B' -> "char";
      case 'S' -> "short";
      case 'C' -> "ushort";
      default -> CType.of(Type.getType(String.valueOf(element))).text();
    };
  }

  /** The variables, in the order in which kernels take them. */
  List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("__global " + elementType() + "*", ""));
    for (int level = depth - 2; level >= 0; level--) {
      fields.add(new Field(TABLE, TABLES.get(level)));
    }
    for (int level = depth - 2; level >= 0; level--) {
      fields.add(new Field("int", SIZES.get(level)));
    }
    fields.add(new Field("int", "_length"));
    return fields;
  }

  /** The declarations of parameters for an array with a name. */
  String declared(String name) {
    List<String> declared = new ArrayList<>();
    for (Field field : fields()) {
      declared.add(field.type() + " " + name + field.suffix());
    }
    return String.join(", ", declared);
  }

  /** The arguments for such parameters. */
  String passed(String name) {
    List<String> passed = new ArrayList<>();
    for (Field field : fields()) {
      passed.add(name + field.suffix());
    }
    return String.join(", ", passed);
  }

  /**
   * The arguments for such parameters, if the memory does not begin with the first element.
   *
   * @param before the number of bytes that are missing in front
   */
  String passedFrom(String name, String before) {
    String first =
        String.format(
            Locale.ROOT, "(__global %s*)((size_t)%s - (size_t)%s)", elementType(), name, before);
    return first + passed(name).substring(name.length());
  }

  /** The name for variables of this shape in a place that may hold other values as well. */
  String nameIn(String place) {
    return place + Character.toLowerCase(element == 'J' ? 'L' : element) + KINDS.get(depth - 1);
  }
}
