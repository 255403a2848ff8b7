package dev.slipstream.agent.coherence;

/**
 * Statements with marked loops; see {@link Templates} for the signs. Iterations depend on each
 * other only where this is known when the loop is reached, so that the host runs it.
 */
final class LoopTemplates {
  /** Loops of which exceptions can be excluded before they run. */
  static final String PLAIN =
      """
      for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] * #c + i);
      for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + #D[i]);
      for (@Parallel int i = 0; i < #D1.length; i++) #D1[i] = (#T) (#D1[i] + #c);
      for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (i * #c - #c);
      for (@Parallel int i = 1; i < N - 1; i++) #D[i] = (#T) (#D1[i - 1] + #D1[i + 1] - #D[i]);
      for (@Parallel int i = #lo1; i < #hi1; i++) #D[i] = (#T) (#D[i] - #c);
      for (@Parallel int i = #lo1; i < N; i += #step) #D[i] = (#T) (#D[i] + 1);
      for (@Parallel int i = 0; i < N; i++) if (#D1[i] > #c) #D[i] = (#T) (#D1[i] - 1);
      for (@Parallel int i = 0; i < N; i++) if (i % 3 != 1) #D1[i] = (#T) (#D2[i] + 2);
      for (@Parallel int i = 0; i < N; i++) #D[N - 1 - i] = #D[i];
      for (@Parallel int i = N - 1; i >= #lo1; i--) #D[i] = (#T) (#D[i] * 2);
      for (@Parallel int i = 0; i < N; i++) { #T s = 0; for (int j = 0; j < N; j++) s += #D1[j]; #E1[i] = s; }
      for (@Parallel int i = 0; i < N; i++) { #D1[i] = (#T) (#D2[i] + 1); #D3[i] = (#T) (#D2[i] - 1); }
      for (@Parallel int i = 0; i < N; i++) x[i] = (x[i] * 5 + #c) % N;
      for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (x[i] + #D[i]);
      for (@Parallel int i = 0; i < N; i++) x[i] = (x[i] + i) % N; say(#n, x[#i]);
      for (@Parallel int i = 0; i < N / 2; i++) #D[i] = (#T) #D[i + N / 2];
      """;

  /** Loops whose results are known only after they have run, or that continue on the host. */
  static final String IMMEDIATE =
      """
      long s = 0; for (@Parallel int i = 0; i < N; i++) s += (long) #D[i]; say(#n, s);
      int count = 0; for (@Parallel int i = #lo1; i < N; i++) if (#D[i] > #c) count++; say(#n, count);
      #T last = 0; for (@Parallel int i = 0; i < N; i++) { last = #D[i]; #D[i] = (#T) (last + 1); } say(#n, last);
      ildf| int at = -1; #T best = (#T) 0; for (@Parallel int i = #lo1; i < N; i++) if (#D1[i] > best) { best = #D1[i]; at = i; } say(#n, at); say(#n, best);
      long s = 1; for (@Parallel int i = 1; i < N - 1; i++) s ^= (long) #D1[i - 1] * #c - (long) #D1[i + 1]; say(#n, s);
      long s = 0; for (@Parallel int i = 0; i < N; i++) { #D1[i] = (#T) (#D1[i] + #c); s += (long) #D1[i]; } say(#n, s);
      long s = 0; for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = #lo1; j < N; j++) s += (long) #M[i][j] * (j - i); say(#n, s);
      for (@Parallel int i = 0; i < N; i++) #D1[i] = #E1[x[i]];
      for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#E1[x[i]] + #E1[x[N - 1 - i]]);
      il| for (@Parallel int i = 0; i < N; i++) #D[x[i] & 3] += #c;
      try { for (@Parallel int i = 0; i < N; i++) #D[i + #one] = #D[i]; } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); }
      try { for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (100 / ((int) #D[i] & 15)); } catch (ArithmeticException e) { say(#n, e.getMessage()); }
      try { for (@Parallel int i = 0; i < N; i++) #D1[i] = #E1[x[i] + 1]; } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); }
      #T[] q = #D[#i] > 0 ? null : a; try { for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + 1); } catch (NullPointerException e) { say(#n, "null"); }
      """;

  /** Loops that are deferred once it is known that no index or divisor makes them throw. */
  static final String INSPECTED =
      """
      for (@Parallel int i = 0; i < N; i++) #D1[i] = #E1[x[i]];
      for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#E1[x[i]] + #D1[i]);
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + 1); for (@Parallel int i = 0; i < N; i++) a[i] = (#T) (b[x[N - 1 - i]] - t); }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + t); x[#i] = (x[#i] + t) % N; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + t); for (@Parallel int i = 0; i < N; i++) x[i] = (x[i] + t) % N; }
      try { for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + t); if (t == 2) x[#i] = N + #c; } } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); } x[#i] = 1; for (int i = 0; i < N; i++) x[i] = ((x[i] % N) + N) % N;
      try { for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + t); if (t == 1) for (@Parallel int i = 0; i < N; i++) x[i] = x[i] - 1; } } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); } for (int i = 0; i < N; i++) x[i] = ((x[i] % N) + N) % N;
      try { for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (100 / (x[i] + 1 - t)); } } catch (ArithmeticException e) { say(#n, e.getMessage()); }
      try { for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (Math.addExact(x[i], t) + a[i]); if (t == 2) { int[] y = x.clone(); y[#i] = Integer.MAX_VALUE - 2; x = y; } } } catch (ArithmeticException e) { say(#n, e.getMessage()); } for (int i = 0; i < N; i++) x[i] = ((x[i] % N) + N) % N;
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) w[i][j] = (#T) (m[i][x[j]] + t); #T[][] q = m; m = w; w = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (m[x[i] % R][x[i]] + t); int[] y = new int[N]; System.arraycopy(x, 0, y, 1, N - 1); System.arraycopy(y, 0, x, 0, N); }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[x[i]] + t); final int[] y = x; Thread o = new Thread(() -> { y[3] = (y[3] + 1) % N; }); o.start(); o.join(); }
      for (@Parallel int i = 0; i < N; i++) b[x[i]] = (#T) 7;
      """;

  /** Loops over arrays of arrays. */
  static final String ROWS =
      """
      for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) #M[i][j] = (#T) (#M[i][j] * 3 + j - i);
      for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) #M1[i][j] = (#T) (#M1[i][j] + #c);
      for (@Parallel int i = 0; i < R; i++) for (int j = 0; j < N; j++) #M1[i][j] += #c;
      for (@Parallel int i = 1; i < R - 1; i++) for (@Parallel int j = 1; j < N - 1; j++) #M[i][j] = (#T) (#M1[i - 1][j] + #M1[i + 1][j] - #M1[i][j - 1]);
      for (@Parallel int j = 0; j < N; j++) #D[j] = (#T) (#M1[0][j] + #M1[R - 1][j]);
      for (@Parallel int j = 0; j < N; j++) #M[#r][j] = (#T) (#D[j] + #c);
      for (@Parallel int i = 0; i < R; i++) #M[i][#i] = #D[i];
      for (@Parallel int i = 1; i < R; i++) for (int j = 0; j < N; j += #step) #M[i][j] = #D[j];
      """;

  /** Loops inside others that step through time. */
  static final String STEPS =
      """
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 1; i < N - 1; i++) b[i] = (#T) (a[i - 1] + a[i + 1] - a[i]); #T[] q = a; a = b; b = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 1; i < N - 1; i++) b[i] = (#T) (a[i - 1] + a[i + 1] - a[i]); #T[] q = a; a = b; b = q; if (t == 2) say(#n, a[#i]); }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + t); a[t] = (#T) t; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) c[i] = (#T) (a[i] + b[i]); #T[] q = a; a = b; b = c; c = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) h.v[i] = (#T) (h.u[i] + #c); #T[] q = h.u; h.u = h.v; h.v = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 1; j < N; j++) w[i][j] = (#T) (m[i][j - 1] + 1); #T[][] q = m; m = w; w = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] * 2); if ((t & 1) == 0) #A[#i] = #v; else say(#n, #A[#i]); }
      for (int t = 0; t < R; t++) { #T[] q = m[t]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + t); m[t] = w[t]; w[t] = q; }
      """;

  /** Loops over arrays that come from elsewhere, or are collected. */
  static final String ELSEWHERE =
      """
      #T[] q = new #T[N]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + #c);
      #T[] q = new #T[N]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + #c); #L = q;
      #T[] q = new #T[N]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + i); say(#n, sum(q));
      #T[] q = #A, p = #A; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (p[i] + #c);
      #T[] q = #A.clone(); for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + q[i]); #L = q; q[#i] = #v;
      add(#A, #A, #c);
      add(#A1, #A1, #c); say(#n, #A1[#i]);
      say(#n, added(#A)[#i]);
      h.grow(#c);
      h.next.grow(#c); h.grow(#c);
      gc| #T[] q = new #T[N]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + #c); q = null; System.gc(); #D[#i] = #v;
      gc| #L = new #T[N]; System.gc(); for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + #c);
      """;

  private LoopTemplates() {}
}
