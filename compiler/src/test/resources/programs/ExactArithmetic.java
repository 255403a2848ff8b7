import dev.slipstream.api.Parallel;

/** Amounts of money: an overflow must not go unnoticed. */
class ExactArithmetic {
  static void total(int[] prices, int[] counts, int[] totals, int shipping) {
    for (@Parallel int i = 0; i < totals.length; i++) {
      totals[i] = Math.addExact(Math.multiplyExact(prices[i], counts[i]), shipping);
    }
  }

  static Object run(int size) {
    int[] prices = new int[size], counts = new int[size], totals = new int[size];
    for (int i = 0; i < size; i++) {
      prices[i] = 100 + i;
      counts[i] = 1 + i % 10;
    }
    total(prices, counts, totals, 499);
    return totals;
  }
}
