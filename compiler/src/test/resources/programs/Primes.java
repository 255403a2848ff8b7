import dev.slipstream.api.Parallel;

/** Which numbers are prime. */
class Primes {
  static Object run(int size) {
    boolean[] prime = new boolean[size];
    next:
    for (@Parallel int n = 2; n < size; n++) {
      for (int d = 2; d * d <= n; d++) {
        if (n % d == 0) {
          continue next;
        }
      }
      prime[n] = true;
    }
    return prime;
  }
}
