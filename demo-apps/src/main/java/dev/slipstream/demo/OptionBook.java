package dev.slipstream.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * European options, one per index.
 *
 * @param spot the prices of the shares today
 * @param strike the prices agreed
 * @param years the times left
 * @param rate the interest rates, 0.03 for 3 % a year
 * @param volatility the volatilities of the shares, 0.2 for 20 % a year
 */
record OptionBook(
    double[] spot, double[] strike, double[] years, double[] rate, double[] volatility) {

  static final String HEADER = "spot,strike,years,rate,volatility";

  int count() {
    return spot.length;
  }

  static OptionBook sample(int count, long seed) {
    OptionBook book = ofCount(count);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      book.spot[i] = 50 + 100 * random.nextDouble();
      book.strike[i] = 50 + 100 * random.nextDouble();
      book.years[i] = 0.1 + 3 * random.nextDouble();
      book.rate[i] = 0.05 * random.nextDouble();
      book.volatility[i] = 0.1 + 0.5 * random.nextDouble();
    }
    return book;
  }

  /**
   * Reads a file of comma-separated values that starts with the line {@link #HEADER}; empty lines
   * are skipped.
   *
   * @throws UserError if the file or a line of it is not of that form, or if a value makes no sense
   */
  static OptionBook read(Path file) throws UserError {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new UserError(
          "cannot read the options in " + file + " (" + e.getMessage() + "): give a text file", e);
    }
    if (lines.isEmpty() || !lines.get(0).replace(" ", "").equalsIgnoreCase(HEADER)) {
      throw new UserError(file + " does not start with the columns' names: begin with " + HEADER);
    }
    int count = (int) lines.stream().skip(1).filter(line -> !line.isBlank()).count();
    if (count == 0) {
      throw new UserError(file + " holds no options: add a line under " + HEADER);
    }
    OptionBook book = ofCount(count);
    int index = 0;
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        book.parse(lines.get(i), index++, file + ", line " + (i + 1));
      }
    }
    return book;
  }

  private static OptionBook ofCount(int count) {
    return new OptionBook(
        new double[count],
        new double[count],
        new double[count],
        new double[count],
        new double[count]);
  }

  private void parse(String line, int index, String where) throws UserError {
    String[] cells = line.split(",", -1);
    if (cells.length != 5) {
      throw new UserError(
          where + ": there are " + cells.length + " values where 5 should be: " + HEADER);
    }
    spot[index] = positive(cells[0], "spot", where);
    strike[index] = positive(cells[1], "strike", where);
    years[index] = positive(cells[2], "years", where);
    rate[index] = number(cells[3], "rate", where);
    volatility[index] = positive(cells[4], "volatility", where);
  }

  private static double positive(String text, String column, String where) throws UserError {
    double number = number(text, column, where);
    if (number <= 0) {
      throw new UserError(
          where + ": " + column + " is " + text.trim() + ": give a number above zero");
    }
    return number;
  }

  private static double number(String text, String column, String where) throws UserError {
    try {
      double number = Double.parseDouble(text);
      if (!Double.isFinite(number)) {
        throw new NumberFormatException("not finite");
      }
      return number;
    } catch (NumberFormatException e) {
      throw new UserError(
          where + ": " + column + " is '" + text.trim() + "': give a number such as 0.25", e);
    }
  }
}
