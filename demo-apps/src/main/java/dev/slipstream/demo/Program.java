package dev.slipstream.demo;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One of the demo programs. The agent sees its class, and takes its loops, when it runs; it is not
 * loaded before.
 *
 * @param title the name on command lines and in tables
 * @param type the name of the class with the main method
 * @param main the main method; on a wrong argument it ends the process
 * @param size the default of {@code --size}
 * @param dimensions 1 if the size is a number of elements, 2 if it is the side of a square of
 *     elements
 * @param files the files that it writes to its {@code --out} folder, with * for any characters;
 *     empty for programs that write none
 */
public record Program(
    String title,
    String type,
    Consumer<String[]> main,
    int size,
    int dimensions,
    List<String> files) {

  /** Returns the programs with nothing but loops, in the order in which they are compared. */
  public static List<Program> all() {
    return List.of(
        of(
            "mandelbrot",
            "Mandelbrot",
            args -> Mandelbrot.main(args),
            Mandelbrot.DEFAULT_SIZE,
            2,
            "mandelbrot.png"),
        of("blur", "Blur", args -> Blur.main(args), Blur.DEFAULT_SIZE, 2, "blur.png"),
        of("heat", "Heat", args -> Heat.main(args), Heat.DEFAULT_SIZE, 2, "heat-*.png"),
        of("nbody", "NBody", args -> NBody.main(args), NBody.DEFAULT_SIZE, 1),
        of("matmul", "MatMul", args -> MatMul.main(args), MatMul.DEFAULT_SIZE, 2),
        of(
            "blackscholes",
            "BlackScholes",
            args -> BlackScholes.main(args),
            BlackScholes.DEFAULT_SIZE,
            1,
            "blackscholes.csv"));
  }

  /** Returns the programs with host tasks between their loops. */
  public static List<Program> withHostTasks() {
    return List.of(
        of("parallel-io", "ParallelIo", args -> ParallelIo.main(args), ParallelIo.DEFAULT_SIZE, 1),
        of("waves", "Waves", args -> Waves.main(args), Waves.DEFAULT_SIZE, 2, "waves-*.bin"));
  }

  /** Returns the names of all programs of both kinds. */
  public static List<String> titles() {
    return everyOne().map(Program::title).toList();
  }

  /** Returns the program of either kind with the given title. */
  public static Optional<Program> named(String title) {
    return everyOne().filter(program -> program.title().equals(title)).findFirst();
  }

  private static Stream<Program> everyOne() {
    return Stream.concat(all().stream(), withHostTasks().stream());
  }

  private static Program of(
      String title,
      String simpleName,
      Consumer<String[]> main,
      int size,
      int dimensions,
      String... files) {
    String type = Program.class.getPackageName() + "." + simpleName;
    return new Program(title, type, main, size, dimensions, List.of(files));
  }
}
