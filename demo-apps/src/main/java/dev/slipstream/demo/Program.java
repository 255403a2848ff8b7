package dev.slipstream.demo;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One of the demo programs.
 *
 * @param type the class with the main method
 * @param main the main method; on a wrong argument it ends the process
 * @param size what {@code --size} is when it is not given
 * @param dimensions 1 where the size counts elements, 2 where it is the side of a square of them
 * @param files what it writes into its {@code --out} folder, with * for any characters; empty for
 *     programs that do not take {@code --out}
 */
public record Program(
    Class<?> type, Consumer<String[]> main, int size, int dimensions, List<String> files) {

  /** All programs, in the order in which they are shown. */
  public static List<Program> all() {
    return List.of(
        of(Mandelbrot.class, Mandelbrot::main, Mandelbrot.DEFAULT_SIZE, 2, "mandelbrot.png"),
        of(Blur.class, Blur::main, Blur.DEFAULT_SIZE, 2, "blur.png"),
        of(Heat.class, Heat::main, Heat.DEFAULT_SIZE, 2, "heat-*.png"),
        of(NBody.class, NBody::main, NBody.DEFAULT_SIZE, 1),
        of(MatMul.class, MatMul::main, MatMul.DEFAULT_SIZE, 2),
        of(
            BlackScholes.class,
            BlackScholes::main,
            BlackScholes.DEFAULT_SIZE,
            1,
            "blackscholes.csv"));
  }

  /** The program with the given {@link #title()}. */
  public static Optional<Program> named(String title) {
    return all().stream().filter(program -> program.title().equals(title)).findFirst();
  }

  /** The name on command lines and in tables. */
  public String title() {
    return type.getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static Program of(
      Class<?> type, Consumer<String[]> main, int size, int dimensions, String... files) {
    return new Program(type, main, size, dimensions, List.of(files));
  }
}
