package dev.slipstream.demo;

import dev.slipstream.api.Parallel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Prices a book of options by the formula of Black and Scholes (1973), in today's market and in a
 * series of fallen ones, down to 20 % below it. Keeps the least value of each option in any of
 * these markets.
 */
public final class BlackScholes {
  /** Options in the sample book. */
  public static final int DEFAULT_SIZE = 200_000;

  private static final double DEEPEST_FALL = 0.2;

  private final int count;
  private final double[] spot;
  private final double[] strike;
  private final double[] years;
  private final double[] rate;
  private final double[] volatility;
  private final double[] call;
  private final double[] put;
  private final double[] leastCall;
  private final double[] leastPut;
  // The values of the inexact functions are kept, so that the error of each can be measured.
  private final double[] logMoneyness;
  private final double[] discount;
  private final double[] density1;
  private final double[] density2;

  BlackScholes(OptionBook book) {
    count = book.count();
    spot = book.spot();
    strike = book.strike();
    years = book.years();
    rate = book.rate();
    volatility = book.volatility();
    call = new double[count];
    put = new double[count];
    leastCall = new double[count];
    leastPut = new double[count];
    logMoneyness = new double[count];
    discount = new double[count];
    density1 = new double[count];
    density2 = new double[count];
  }

  public static void main(String[] args) {
    try {
      run(args).print(System.out);
    } catch (UserError e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  static Outcome run(String[] args) throws UserError {
    Arguments arguments =
        new Arguments("blackscholes", args, "--size N", "--markets N", "--input FILE", "--out DIR");
    int size = arguments.number("--size", DEFAULT_SIZE, 1, 100_000_000);
    int markets = arguments.number("--markets", 400, 1, 1_000_000);
    Optional<Path> input = arguments.file("--input", "for a sample");
    OptionBook book = input.isPresent() ? OptionBook.read(input.get()) : OptionBook.sample(size, 3);

    BlackScholes prices = new BlackScholes(book);
    long start = System.nanoTime();
    prices.price(markets);
    // The time counts until the results can be read.
    Checksum checksum =
        new Checksum().add(prices.call).add(prices.put).add(prices.leastCall).add(prices.leastPut);
    long nanos = System.nanoTime() - start;
    double maxUlp = new PriceCheck(prices, markets).maxUlp();
    Path file = arguments.out().resolve("blackscholes.csv");
    prices.write(file);
    System.out.println(
        "priced "
            + prices.count
            + (input.isPresent() ? " options of " + input.get() : " sample options")
            + " in "
            + markets
            + " markets; maxUlp is the error of exp and log");
    System.out.println("wrote " + file);
    return new Outcome(checksum.hex(), OptionalDouble.of(maxUlp), nanos, nanos);
  }

  /** Prices all options in {@code markets} markets; the last one is today's. */
  void price(int markets) {
    for (@Parallel int i = 0; i < count; i++) {
      double k = strike[i];
      double spread = volatility[i] * Math.sqrt(years[i]);
      double paid = Math.exp(-rate[i] * years[i]);
      double lowestCall = Double.MAX_VALUE;
      double lowestPut = Double.MAX_VALUE;
      for (int market = 0; market < markets; market++) {
        double s = spot[i] * level(market, markets);
        double log = Math.log(s / k);
        double d1 = d1(log, years[i], rate[i], volatility[i]);
        double d2 = d1 - spread;
        double bell1 = Math.exp(-0.5 * d1 * d1);
        double bell2 = Math.exp(-0.5 * d2 * d2);
        double n1 = cumulative(d1, bell1);
        double n2 = cumulative(d2, bell2);
        call[i] = s * n1 - k * paid * n2;
        put[i] = k * paid * (1 - n2) - s * (1 - n1);
        lowestCall = Math.min(lowestCall, call[i]);
        lowestPut = Math.min(lowestPut, put[i]);
        logMoneyness[i] = log;
        density1[i] = bell1;
        density2[i] = bell2;
      }
      discount[i] = paid;
      leastCall[i] = lowestCall;
      leastPut[i] = lowestPut;
    }
  }

  /** Returns the price of every share in a market, relative to today's price. */
  static double level(int market, int markets) {
    return 1 - DEEPEST_FALL * (markets - 1 - market) / Math.max(1, markets - 1);
  }

  static double d1(double log, double years, double rate, double volatility) {
    double drift = (rate + 0.5 * volatility * volatility) * years;
    return (log + drift) / (volatility * Math.sqrt(years));
  }

  /**
   * Returns the normal distribution at d, to about seven digits (Abramowitz and Stegun, Handbook of
   * Mathematical Functions, 26.2.17).
   *
   * @param bell exp(-d²/2)
   */
  static double cumulative(double d, double bell) {
    double t = 1 / (1 + 0.2316419 * Math.abs(d));
    double series =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = 0.3989422804014327 * bell * series;
    return d < 0 ? tail : 1 - tail;
  }

  int count() {
    return count;
  }

  /** Returns one option's inputs and all that the loop computed from them. */
  Priced priced(int i) {
    return new Priced(
        spot[i],
        strike[i],
        years[i],
        rate[i],
        volatility[i],
        logMoneyness[i],
        discount[i],
        density1[i],
        density2[i],
        call[i],
        put[i],
        leastCall[i],
        leastPut[i]);
  }

  private void write(Path file) throws UserError {
    try {
      Pictures.createFolderOf(file);
      try (PrintWriter out =
          new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII))) {
        out.println(OptionBook.HEADER + ",call,put,leastCall,leastPut");
        int shown = Math.min(count, 100);
        for (int i = 0; i < shown; i++) {
          out.println(
              spot[i]
                  + ","
                  + strike[i]
                  + ","
                  + years[i]
                  + ","
                  + rate[i]
                  + ","
                  + volatility[i]
                  + ","
                  + call[i]
                  + ","
                  + put[i]
                  + ","
                  + leastCall[i]
                  + ","
                  + leastPut[i]);
        }
      }
    } catch (IOException e) {
      throw Pictures.cannotWrite(file, e);
    }
  }

  /** See the fields of the same names. */
  record Priced(
      double spot,
      double strike,
      double years,
      double rate,
      double volatility,
      double logMoneyness,
      double discount,
      double density1,
      double density2,
      double call,
      double put,
      double leastCall,
      double leastPut) {}
}
