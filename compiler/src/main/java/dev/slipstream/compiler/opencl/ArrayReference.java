package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A reference to an array that is not null.
 *
 * @param shape its type
 * @param parts the C expressions for the variables of its shape, in their order
 * @param parameter the number of the method's array parameter, or -1; larger than all of these if
 *     the method creates it
 */
record ArrayReference(CArrayType shape, List<Part> parts, int parameter) implements Operand {

  ArrayReference {
    parts = List.copyOf(parts);
  }

  /**
   * A C expression without side effects for one of the variables. It reads no memory that changes.
   *
   * @param base the text without an offset
   * @param offset the offset that is added to a pointer; may be empty
   * @param reads the mutable C variables that it reads
   */
  record Part(String base, String offset, Set<String> reads) {
    Part {
      reads = Set.copyOf(reads);
    }

    /** A variable that is assigned once. */
    static Part name(String name) {
      return new Part(name, "", Set.of());
    }

    /** A mutable variable. */
    static Part variable(String name) {
      return new Part(name, "", Set.of(name));
    }

    /** The C text. */
    String text() {
      return offset.isEmpty() ? base : base + " + " + offset;
    }

    /** The pointer plus the result of a function of an index. */
    Part plus(String distance, Set<String> moreReads) {
      String sum = offset.isEmpty() ? distance : offset + " + " + distance;
      return new Part(base, sum, union(reads, moreReads));
    }
  }

  /** A parameter under its name in C. */
  static ArrayReference parameter(CArrayType shape, String name, int parameter) {
    List<Part> parts = new ArrayList<>();
    for (CArrayType.Field field : shape.fields()) {
      parts.add(Part.name(name + field.suffix()));
    }
    return new ArrayReference(shape, parts, parameter);
  }

  /** The array in mutable variables. */
  static ArrayReference variables(CArrayType shape, String name) {
    List<Part> parts = new ArrayList<>();
    for (CArrayType.Field field : shape.fields()) {
      parts.add(Part.variable(name + field.suffix()));
    }
    return new ArrayReference(shape, parts, -1);
  }

  /** Whether it is one of the method's array parameters, or of the arrays that it creates. */
  boolean isParameter() {
    return parameter >= 0;
  }

  /** Whether the method creates it. */
  boolean isMade() {
    return parameter >= ArrayInterpreter.ArrayValue.MADE;
  }

  /** Whether it changes when one of these variables does. */
  boolean readsAnyOf(Set<String> variables) {
    for (Part part : parts) {
      if (!Collections.disjoint(part.reads(), variables)) {
        return true;
      }
    }
    return false;
  }

  /** The number of elements. */
  Expression length() {
    Part length = parts.get(parts.size() - 1);
    return new Expression(
        length.text(), CType.INT, Expression.PRIMARY, false, length.reads(), false);
  }

  /** The C text of an element of an array of primitives, to be read or assigned. */
  String elementText(Expression index) {
    Part elements = parts.get(0);
    if (elements.offset().isEmpty()) {
      return elements.base() + "[" + index.text() + "]";
    }
    // The index has 32 bits and wraps; the offset has 64.
    String sum = elements.offset() + " + " + index.at(Expression.PRODUCT);
    return elements.base() + "[" + (index.text().equals("0") ? elements.offset() : sum) + "]";
  }

  /** An element of an array of primitives. */
  Expression element(Expression index, CType type) {
    return new Expression(
        elementText(index),
        type,
        Expression.PRIMARY,
        false,
        union(parts.get(0).reads(), index.reads()),
        true);
  }

  /**
   * An element of an array of arrays.
   *
   * @param index must not read memory that changes
   */
  ArrayReference row(Expression index) {
    return switch (shape.depth()) {
      case 2 -> rowOfPlane(index);
      case 3 -> planeOfBox(index);
      default -> boxOfBlock(index);
    };
  }

  private ArrayReference rowOfPlane(Expression index) {
    Part rows = parts.get(1);
    Part columns = parts.get(2);
    String where = "(" + rows.text() + ", " + columns.text() + ", " + index.text() + ")";
    Set<String> reads = union(union(rows.reads(), columns.reads()), index.reads());
    return new ArrayReference(
        shape.row(),
        List.of(
            parts.get(0).plus("slip_row" + where, reads),
            new Part("slip_row_length" + where, "", reads)),
        -1);
  }

  private ArrayReference planeOfBox(Expression index) {
    Part planes = parts.get(1);
    Part rows = parts.get(2);
    Part height = parts.get(3);
    Part columns = parts.get(4);
    String at = columns.text() + ", " + index.text() + ")";
    Set<String> sizes = union(union(height.reads(), columns.reads()), index.reads());
    Set<String> all = union(planes.reads(), sizes);
    return new ArrayReference(
        shape.row(),
        List.of(
            parts.get(0).plus("slip_plane(" + height.text() + ", " + at, sizes),
            rows.plus("slip_plane_rows(" + planes.text() + ", " + at, all),
            columns,
            new Part(
                "slip_plane_length(" + planes.text() + ", " + height.text() + ", " + at, "", all)),
        -1);
  }

  private ArrayReference boxOfBlock(Expression index) {
    Part boxes = parts.get(1);
    Part planes = parts.get(2);
    Part rows = parts.get(3);
    Part depth = parts.get(4);
    Part height = parts.get(5);
    Part columns = parts.get(6);
    String at = columns.text() + ", " + index.text() + ")";
    Set<String> sizes =
        union(union(union(depth.reads(), height.reads()), columns.reads()), index.reads());
    Set<String> all = union(boxes.reads(), sizes);
    return new ArrayReference(
        shape.row(),
        List.of(
            parts.get(0).plus("slip_box(" + depth.text() + ", " + height.text() + ", " + at, sizes),
            planes.plus("slip_plane_rows(" + boxes.text() + ", " + at, all),
            rows,
            height,
            columns,
            new Part(
                "slip_plane_length(" + boxes.text() + ", " + depth.text() + ", " + at, "", all)),
        -1);
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    if (b.isEmpty()) {
      return a;
    }
    Set<String> both = new HashSet<>(a);
    both.addAll(b);
    return both;
  }
}
