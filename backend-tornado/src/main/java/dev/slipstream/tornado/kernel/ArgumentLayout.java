package dev.slipstream.tornado.kernel;

import dev.slipstream.model.kernel.KernelParameter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a generated kernel: its context, then one array for each type of scalars that it
 * takes, then the arrays whose elements it uses, then the tables of those that are arrays of
 * arrays, if it finds rows by tables. Scalars are passed in arrays because TornadoVM compiles the
 * values of scalars in.
 *
 * <p>The first array is of ints: for each dimension from the outermost on its start, step and
 * count, then a zero, then the lengths of the array parameters, each with the lengths of its rows
 * and the heights of its planes if it is an array of arrays, and the scalars.
 */
public final class ArgumentLayout {
  /** How many ints each dimension takes. */
  public static final int PER_DIMENSION = 3;

  private final int dimensions;
  private final List<KernelParameter> parameters;
  private final List<Integer> arrays = new ArrayList<>();
  private final List<Integer> tables = new ArrayList<>();
  private final Map<ElementKind, Integer> sizes = new EnumMap<>(ElementKind.class);
  private final int[] places;

  /**
   * @param used the array parameters, as indices, whose elements the kernel reads or writes
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

  /** Where among the ints there is a zero, which the compiler does not know. */
  int zeroPlace() {
    return PER_DIMENSION * dimensions;
  }

  /** How many dimensions the iterations have. */
  public int dimensions() {
    return dimensions;
  }

  /** The parameters of the kernel that this one was made from. */
  public List<KernelParameter> parameters() {
    return parameters;
  }

  /** The array parameters, as indices, that are arguments, in their order. */
  public List<Integer> arrays() {
    return List.copyOf(arrays);
  }

  /** Those of them, in their order, that tables are arguments for. */
  public List<Integer> tables() {
    return List.copyOf(tables);
  }

  /** The kinds of scalars that are arguments, in their order; ints come first and always. */
  public List<ElementKind> packs() {
    return List.copyOf(sizes.keySet());
  }

  /** How many scalars of a kind there are. */
  public int size(ElementKind kind) {
    return sizes.getOrDefault(kind, 0);
  }

  /** Where a scalar, or the length of an array parameter, is among those of its kind. */
  public int place(int parameter) {
    return places[parameter];
  }

  /** Where the length of the rows of an array of arrays is among the ints. */
  public int rowLengthPlace(int parameter) {
    return places[parameter] + 1;
  }

  /** Where the height of the planes of an array of arrays is among the ints. */
  public int planeHeightPlace(int parameter) {
    return places[parameter] + 2;
  }

  /** The index of the argument that holds the scalars of a kind. */
  public int packArgument(ElementKind kind) {
    return 1 + packs().indexOf(kind);
  }

  /** The index of the argument that is an array parameter. */
  public int arrayArgument(int parameter) {
    return 1 + sizes.size() + arrays.indexOf(parameter);
  }

  /** The index of the argument that is the table of an array of arrays. */
  public int tableArgument(int parameter) {
    return 1 + sizes.size() + arrays.size() + tables.indexOf(parameter);
  }

  /** How many arguments there are. */
  public int arguments() {
    return 1 + sizes.size() + arrays.size() + tables.size();
  }

  /** The kinds of the arguments after the context. */
  public List<ElementKind> kinds() {
    List<ElementKind> kinds = new ArrayList<>(sizes.keySet());
    for (int p : arrays) {
      kinds.add(ElementKind.ofArray(parameters.get(p).descriptor()));
    }
    tables.forEach(p -> kinds.add(ElementKind.INT));
    return kinds;
  }
}
