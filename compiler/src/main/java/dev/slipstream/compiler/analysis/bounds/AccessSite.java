package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.analysis.reduction.Family;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An instruction that reads or writes an array element, or looks up a row of an array of arrays.
 *
 * @param parameter the index among the kernel's parameters of the captured array, or -1
 * @param array the array: captured, or a row of a captured array of arrays, or one that an
 *     iteration makes for itself
 * @param index the element
 * @param kind how it accesses the element
 * @param conditions the conditions that hold wherever it runs
 * @param always whether it runs in every iteration, or in every iteration of the inner loops below
 * @param decided whether it runs in exactly those iterations, including those of the inner loops
 *     below, for which the conditions hold
 * @param within the inner counted loops around it, if it runs in each of their iterations, or in
 *     those for which the conditions hold
 * @param line the source line, or -1
 * @param checked whether the kernel itself checks that the index lies inside
 * @param family the operator with which it atomically updates the element, if it accumulates
 * @param first its behaviour when an iteration first reaches it
 */
public record AccessSite(
    int parameter,
    Value array,
    Value index,
    Kind kind,
    List<Condition> conditions,
    boolean always,
    boolean decided,
    List<CountedLoop> within,
    int line,
    boolean checked,
    Optional<Family> family,
    FirstTurn first) {

  /** The kind of access to an element. */
  public enum Kind {
    /** Reads it. */
    READ,
    /** Writes it. */
    WRITE,
    /** Updates it atomically; the loop does not read the result. */
    ACCUMULATE,
    /** Looks up a row without accessing its elements. */
    ROW,
    /** Reads the length of a row. */
    LENGTH
  }

  /** Creates an access that accumulates nothing. */
  public AccessSite(
      int parameter,
      Value array,
      Value index,
      Kind kind,
      List<Condition> conditions,
      boolean always,
      List<CountedLoop> within,
      int line,
      boolean checked) {
    this(
        parameter,
        array,
        index,
        kind,
        conditions,
        always,
        always,
        within,
        line,
        checked,
        Optional.empty(),
        FirstTurn.UNKNOWN);
  }

  /**
   * Whether another access reaches the same elements: it has the same indices, as identical values,
   * conditions and inner loops. Its kind, and whether the kernel checks it, may differ.
   */
  boolean isBeside(AccessSite other) {
    return index == other.index
        && array == other.array
        && conditions.equals(other.conditions)
        && within.equals(other.within);
  }

  /** Whether two accesses of one element may run in any order. */
  public boolean commutesWith(AccessSite other) {
    return family.isPresent() && family.equals(other.family);
  }

  /** Copies the lists. */
  public AccessSite {
    conditions = List.copyOf(conditions);
    within = List.copyOf(within);
  }

  /** This access as an atomic update of the element, together with another instruction. */
  public AccessSite accumulating(Family by) {
    return with(Kind.ACCUMULATE, checked, Optional.of(by), first);
  }

  /** This access in a kernel that checks it. */
  public AccessSite withCheck() {
    return with(kind, /* isChecked= */ true, family, first);
  }

  /** This access with known behaviour in its first turn. */
  public AccessSite beginning(FirstTurn does) {
    return with(kind, checked, family, does);
  }

  private AccessSite with(Kind its, boolean isChecked, Optional<Family> by, FirstTurn does) {
    return new AccessSite(
        parameter,
        array,
        index,
        its,
        conditions,
        always,
        decided,
        within,
        line,
        isChecked,
        by,
        does);
  }

  /** Whether both are writes of the same value, so that iterations may run them in any order. */
  boolean storesTheSameAs(AccessSite other) {
    return kind == Kind.WRITE && equals(other) && first.stored().isPresent();
  }

  /** Whether the array is one that an iteration creates for itself. */
  public boolean isPrivate() {
    return parameter < 0;
  }

  /** The indices that lead to the element, outermost first. */
  public List<Value> indices() {
    return Value.indices(array, index);
  }

  /** Whether it reads the element, including in order to change it. */
  public boolean reads() {
    return kind == Kind.READ || kind == Kind.ACCUMULATE;
  }

  /** Whether it writes. */
  public boolean writes() {
    return kind == Kind.WRITE || kind == Kind.ACCUMULATE;
  }

  /** A description of the access, as a line of text for people. */
  String description() {
    StringBuilder text = new StringBuilder(line < 0 ? "" : "line " + line + " ");
    text.append(kind.name().toLowerCase(Locale.ROOT)).append(' ').append(text());
    text.append(always ? " always" : "").append(checked ? " checked" : "");
    for (int c = 0; c < conditions.size(); c++) {
      text.append(c == 0 ? " where " : ", ").append(conditions.get(c).text());
    }
    return text.toString();
  }

  /** The access in the program's notation, {@code a[i + 1]}. */
  public String text() {
    return array + "[" + index + "]";
  }
}
