package dev.slipstream.tornado.kernel;

import dev.slipstream.model.kernel.KernelParameter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a generated kernel, in this order: its context; one array for each type of its
 * scalars; the arrays whose elements it uses; and, if it finds rows by tables, the tables of arrays
 * of arrays. Scalars are passed in arrays because TornadoVM (5.2) compiles the values of scalar
 * arguments into the kernel.
 *
 * <p>The first array is of ints. It holds the start, step and count of each dimension, outermost
 * first; a zero; the length of each array parameter, with the length of its rows and the height of
 * its planes if it is an array of arrays; and the int scalars.
 */
public final class ArgumentLayout {
  /** The number of ints for each dimension. */
  public static final int PER_DIMENSION = 3;

  private final int dimensions;
  private final List<KernelParameter> parameters;
  private final List<Integer> arrays = new ArrayList<>();
  private final List<Integer> tables = new ArrayList<>();
  private final Map<ElementKind, Integer> sizes = new EnumMap<>(ElementKind.class);
  private final int[] places;

  /**
   * @param used the indices of the array parameters whose elements the kernel reads or writes
   */
  ArgumentLayout(
      int dimensions, List<KernelParameter> parameters, Set<Integer> used, RowForm form) {
    this.dimensions = dimensions;
    this.parameters = List.copyOf(parameters);
    this.places = new int[parameters.size()];
    sizes.put(ElementKind.INT, PER_DIMENSION * dimensions + 1);
    for (int p = 0; p < places.length; p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.isArray()) {
        places[p] = next(ElementKind.INT);
        if (parameter.depth() > 1) {
          next(ElementKind.INT);
          next(ElementKind.INT);
        }
        if (used.contains(p)) {
          arrays.add(p);
          if (parameter.depth() > 1 && form == RowForm.TABLES) {
            tables.add(p);
          }
        }
      } else {
        places[p] = next(ElementKind.ofScalar(parameter.descriptor()));
      }
    }
  }

  private int next(ElementKind kind) {
    int place = sizes.getOrDefault(kind, 0);
    sizes.put(kind, place + 1);
    return place;
  }

  /** Returns the place of a zero among the ints, whose value the compiler does not know. */
  int zeroPlace() {
    return PER_DIMENSION * dimensions;
  }

  /** Returns the number of dimensions of the iterations. */
  public int dimensions() {
    return dimensions;
  }

  /** Returns the parameters of the loop's kernel. */
  public List<KernelParameter> parameters() {
    return parameters;
  }

  /** Returns the indices of the array parameters that are arguments, in their order. */
  public List<Integer> arrays() {
    return List.copyOf(arrays);
  }

  /** Returns the indices of those of them that have tables as arguments, in their order. */
  public List<Integer> tables() {
    return List.copyOf(tables);
  }

  /** Returns the kinds of scalars that are arguments, in their order; ints always come first. */
  public List<ElementKind> packs() {
    return List.copyOf(sizes.keySet());
  }

  /** Returns the number of scalars of a kind. */
  public int size(ElementKind kind) {
    return sizes.getOrDefault(kind, 0);
  }

  /** Returns the place of a scalar, or of an array's length, among the scalars of its kind. */
  public int place(int parameter) {
    return places[parameter];
  }

  /** Returns the place of the length of an array's rows among the ints. */
  public int rowLengthPlace(int parameter) {
    return places[parameter] + 1;
  }

  /** Returns the place of the height of an array's planes among the ints. */
  public int planeHeightPlace(int parameter) {
    return places[parameter] + 2;
  }

  /** Returns the index of the argument that holds the scalars of a kind. */
  public int packArgument(ElementKind kind) {
    return 1 + packs().indexOf(kind);
  }

  /** Returns the index of the argument for an array parameter. */
  public int arrayArgument(int parameter) {
    return 1 + sizes.size() + arrays.indexOf(parameter);
  }

  /** Returns the index of the argument for the table of an array of arrays. */
  public int tableArgument(int parameter) {
    return 1 + sizes.size() + arrays.size() + tables.indexOf(parameter);
  }

  /** Returns the number of arguments. */
  public int arguments() {
    return 1 + sizes.size() + arrays.size() + tables.size();
  }

  /** Returns the element kinds of the arguments after the context. */
  public List<ElementKind> kinds() {
    List<ElementKind> kinds = new ArrayList<>(sizes.keySet());
    for (int p : arrays) {
      kinds.add(ElementKind.ofArray(parameters.get(p).descriptor()));
    }
    tables.forEach(p -> kinds.add(ElementKind.INT));
    return kinds;
  }
}
