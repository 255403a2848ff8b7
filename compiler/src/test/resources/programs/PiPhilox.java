import dev.slipstream.api.Parallel;

/** Pi by throwing darts; the random numbers are Philox 4x32-10 of the dart's number. */
class PiPhilox {
  static Object run(int size) {
    int darts = size;
    long seed = 0x243F6A8885A308D3L;
    long hits = 0;
    for (@Parallel int dart = 0; dart < darts; dart++) {
      int c0 = dart, c1 = 0, c2 = 0, c3 = 0;
      int k0 = (int) seed, k1 = (int) (seed >>> 32);
      for (int round = 0; round < 10; round++) {
        long p0 = (c0 & 0xFFFFFFFFL) * 0xD2511F53L;
        long p1 = (c2 & 0xFFFFFFFFL) * 0xCD9E8D57L;
        int n0 = (int) (p1 >>> 32) ^ c1 ^ k0;
        int n2 = (int) (p0 >>> 32) ^ c3 ^ k1;
        c1 = (int) p1;
        c3 = (int) p0;
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
      }
      double x = (c0 >>> 8) * 0x1p-24;
      double y = (c1 >>> 8) * 0x1p-24;
      if (x * x + y * y < 1.0) {
        hits++;
      }
    }
    return hits;
  }
}
