package dev.slipstream.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.demo.BlackScholes.Priced;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlackScholesTest {
  @TempDir Path folder;

  @Test
  void aKnownOptionHasItsKnownPrice() throws Exception {
    // Hull, Options, Futures, and Other Derivatives, example 15.6: 4.76 and 0.81.
    BlackScholes book = new BlackScholes(book("42,40,0.5,0.1,0.2"));
    book.price(1);

    assertThat(book.priced(0).call()).isCloseTo(4.76, within(0.005));
    assertThat(book.priced(0).put()).isCloseTo(0.81, within(0.005));
  }

  @Test
  void callsAndPutsAreInParity() {
    BlackScholes book = new BlackScholes(OptionBook.sample(500, 11));
    book.price(3);

    for (int i = 0; i < book.count(); i++) {
      Priced p = book.priced(i);
      double forward = p.spot() - p.strike() * p.discount();
      assertThat(p.call() - p.put()).isCloseTo(forward, within(1e-10));
    }
  }

  @Test
  void theErrorOfJavasOwnFunctionsIsMeasuredWithinTheirPromise() {
    BlackScholes book = new BlackScholes(OptionBook.sample(1000, 12));
    book.price(1);

    assertThat(new PriceCheck(book, 1).maxUlp()).isGreaterThan(0.3).isLessThanOrEqualTo(1);
  }

  @Test
  void aCallIsWorthLeastInTheDeepestFallAndAPutInTheMildest() {
    BlackScholes today = new BlackScholes(OptionBook.sample(100, 13));
    today.price(1);
    BlackScholes stressed = new BlackScholes(OptionBook.sample(100, 13));
    stressed.price(5);

    for (int i = 0; i < today.count(); i++) {
      Priced now = today.priced(i);
      Priced least = stressed.priced(i);
      assertThat(least.call()).isEqualTo(now.call());
      assertThat(least.leastCall()).isLessThanOrEqualTo(now.call());
      assertThat(least.leastPut()).isEqualTo(now.put());
    }
  }

  @Test
  void aPriceThatDoesNotFollowFromTheFunctionsIsAFault() {
    BlackScholes book = new BlackScholes(OptionBook.sample(1, 13));
    book.price(2);
    Priced p = book.priced(0);

    assertThat(PriceCheck.followsFromFunctions(p)).isTrue();
    assertThat(PriceCheck.followsFromFunctions(priced(p, Math.nextUp(p.call()), p.leastCall())))
        .isFalse();
  }

  @Test
  void aLeastPriceThatIsNotTheLeastIsAFault() {
    BlackScholes book = new BlackScholes(OptionBook.sample(1, 13));
    book.price(4);
    Priced p = book.priced(0);

    assertThat(new PriceCheck(book, 4).isLeast(p)).isTrue();
    assertThat(new PriceCheck(book, 4).isLeast(priced(p, p.call(), p.call()))).isFalse();
    assertThat(new PriceCheck(book, 1).maxUlp()).isInfinite();
  }

  @ParameterizedTest
  @CsvSource({"1.0", "-0.001", "-37.5", "3.25e-9", "700", "-740.25"})
  void theErrorOfAnExponentialOneStepAsideIsOneStepLarger(double x) {
    double right = StrictMath.exp(x);

    assertThat(ExactMath.expError(x, right)).isLessThanOrEqualTo(1);
    assertThat(ExactMath.expError(x, right + 3 * Math.ulp(right))).isBetween(2.0, 4.0);
  }

  @ParameterizedTest
  @CsvSource({"2.0", "0.7", "1.0000001", "0.99999999", "1e300", "4.9e-324"})
  void theErrorOfALogarithmOneStepAsideIsOneStepLarger(double x) {
    double right = StrictMath.log(x);

    assertThat(ExactMath.logError(x, right)).isLessThanOrEqualTo(1);
    assertThat(ExactMath.logError(x, right + 3 * Math.ulp(right))).isBetween(2.0, 4.0);
  }

  @Test
  void whatHasNoFiniteValueIsExactOnlyWhenItIsTheSame() {
    assertThat(ExactMath.expError(1000, Double.POSITIVE_INFINITY)).isZero();
    assertThat(ExactMath.expError(1000, 1)).isInfinite();
    assertThat(ExactMath.expError(-1000, 0.0)).isZero();
    assertThat(ExactMath.expError(-1000, 1)).isGreaterThan(1e100);
    assertThat(ExactMath.logError(-1, Double.NaN)).isZero();
    assertThat(ExactMath.logError(2, Double.NaN)).isInfinite();
    assertThat(ExactMath.logError(1, 0.0)).isZero();
  }

  @Test
  void theUsersOptionsArePricedAndWritten() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("mine.csv"),
            "spot, strike, years, rate, volatility\n42,40,0.5,0.1,0.2\n\n 100, 90, 1, 0, 0.3\n");
    BlackScholes.run(
        new String[] {"--input", file.toString(), "--markets", "3", "--out", folder.toString()});

    assertThat(Files.readAllLines(folder.resolve("blackscholes.csv")))
        .hasSize(3)
        .startsWith("spot,strike,years,rate,volatility,call,put,leastCall,leastPut")
        .element(1)
        .asString()
        .startsWith("42.0,40.0,0.5,0.1,0.2,4.759");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          42,40,0.5,0.1         | line 2: there are 4 values where 5 should be
          42,40,soon,0.1,0.2    | line 2: years is 'soon': give a number
          42,-40,0.5,0.1,0.2    | line 2: strike is -40: give a number above zero
          42,40,0.5,NaN,0.2     | line 2: rate is 'NaN': give a number
          """)
  void aLineThatMakesNoSenseIsNamed(String line, String message) {
    assertThatThrownBy(() -> book(line))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  @Test
  void aFileWithoutTheColumnsNamesIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("bare.csv"), "42,40,0.5,0.1,0.2\n");
    assertThatThrownBy(() -> OptionBook.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("begin with spot,strike,years,rate,volatility");

    Path header = Files.writeString(folder.resolve("header.csv"), OptionBook.HEADER + "\n");
    assertThatThrownBy(() -> OptionBook.read(header))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("holds no options");
  }

  private static Priced priced(Priced p, double call, double leastCall) {
    return new Priced(
        p.spot(),
        p.strike(),
        p.years(),
        p.rate(),
        p.volatility(),
        p.logMoneyness(),
        p.discount(),
        p.density1(),
        p.density2(),
        call,
        p.put(),
        leastCall,
        p.leastPut());
  }

  private OptionBook book(String line) throws Exception {
    return OptionBook.read(
        Files.writeString(folder.resolve("book.csv"), OptionBook.HEADER + "\n" + line + "\n"));
  }
}
