package dev.slipstream.agent.coherence;

/** Statements of the program's own code; see {@link Templates} for the signs. */
final class HostTemplates {
  /** Single elements, and loops that are not marked. */
  static final String ELEMENTS =
      """
      say(#n, #A[#i]);
      say(#n, #A[#i] + #A[#i]);
      say(#n, #A[x[#i]]);
      #A[#i] = #v;
      #A[#i] = #v;
      #A[#i]++;
      #A[x[#i]] = #v;
      #A[x[#i]] += #v;
      #A[#i] -= #v; say(#n, #A[#i]--);
      #A1[#i1] = (#T) (#A1[#i1] * 2 + #c);
      if (#A1[#i1] > #c) #A1[#i1] -= 1; else #A1[#i2] += #A2[#i2];
      #A[#i] += #A[#i];
      #A[#i] = (#T) (#A[#i] - #A[#i]);
      #A1[#i] = #v; #A1[#i] = #v; say(#n, #A1[#i]);
      long s = 0; for (int i = #lo1; i < #hi1; i++) s += (long) #A1[i]; say(#n, s);
      for (int i = #lo1; i < #hi1; i++) #D1[i] = (#T) (i * #c);
      #T[] q = #A; for (int i = #lo1; i < #hi1; i++) q[i] = (#T) (i * #c);
      for (int i = 0; i < N; i++) { #D1[i] = (#T) (#D2[i] + #D1[N - 1 - i]); }
      #T[] q = #A, p = #A; for (int i = 0; i < N; i++) { q[i] = (#T) (p[i] + q[N - 1 - i]); }
      int hits = 0; for (#T v : #A) if (v > #c) hits++; say(#n, hits);
      int i = 0; while (i < N && #D1[i] < #c) { #D1[i] += 2; i++; } say(#n, i);
      #T[] q = #A; int i = N; do { q[--i] = #v; } while (i > #lo1);
      if (#A[#i] > #A[#i]) #A[#i] = #v; else #A[#i]--;
      (#A[#i] > #c ? #A : #A)[#i] = #v;
      say(#n, (#A[#i] > #c ? #A : #A)[#i]);
      say(#n, sum(#A));
      all(#n, a, b, c);
      say(#n, "" + #A[#i] + '/' + #A[#i]);
      for (int i = 0; i < R; i++) for (int j = 0; j < N; j++) #M1[i][j] = (#T) (i + j * #c);
      long s = 0; for (int i = 0; i < R; i++) for (int j = 0; j < N; j++) s = s * 3 + (long) #M1[i][j]; say(#n, s);
      for (int k = 0; k < 2; k++) for (int i = 0; i < R; i++) for (int j = k; j < N; j++) #M1[i][j] = (#T) (#M1[i][j] + i - j * k);
      long s = 0; for (int j = 0; j < N; j++) for (int i = 0; i < R; i++) s = s * 3 + (long) #M1[i][j]; say(#n, s);
      for (int j = #lo1; j < #hi1; j++) { for (int i = 0; i < R; i++) #D[i] = (#T) (#M1[i][j] + 1); #M1[#r][j] = #v; }
      #T[][] q = #M; #T[] p = #A; for (int j = #lo1; j < #hi1; j++) { for (int i = 0; i < R; i++) q[i][j]++; if (j == #i) { q[#r] = p; } }
      #T[][] q = #M; for (int k = 0; k < 3; k++) { for (int i = 1; i < R; i++) q[i][#i1] += q[i - 1][k]; #T[] p = q[#r1]; q[#r1] = q[#r2]; q[#r2] = p; }
      #T[][] q = #M; try { for (int k = 0; k <= N; k++) for (int i = 0; i < R; i++) q[i][k] += 1; } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); }
      for (#T[] row : #M) row[#i] = #v;
      long s = 0; for (#T[] row : #M) s += (long) row[#i]; say(#n, s);
      say(#n, x[#i]); x[#i] = #i;
      for (int i = 0; i < N; i++) x[i] = (i * 7 + #c) % N;
      """;

  /** Snapshots of arrays at a point of the program, which are read later. */
  static final String SNAPSHOTS =
      """
      take(#A);
      take(#A);
      take(#A); got(#n);
      take(#M);
      take(#M[#r]); take(#A);
      got(#n);
      take(#A1); #A1[#i1] = #v;
      #A1[#i1] = #v; take(#A1); #A1[#i1] += 1; #A1[#i2] = #v;
      take(#D1); for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#D1[i] + #c);
      for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#D1[i] + #c); take(#D1); for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#D1[i] - #D[i]);
      for (@Parallel int i = 1; i < N - 1; i++) #D1[i] = (#T) (#D[i] + #c); #D1[0] = #v; take(#D1); #D1[0] = #v; #D1[N - 1]++;
      for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#D[i] + #c); take(#D1); for (int i = 0; i < N; i++) #D1[i] = (#T) i;
      for (@Parallel int i = 0; i < N; i++) #D1[i] = (#T) (#D[i] + #c); take(#D1); Arrays.fill(#D1, #v);
      for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) #M1[i][j] = (#T) (#M[i][j] + #c); take(#M1); take(#M1[#r1]); #M1[#r1][#i] = #v; #T[] q = #M1[0]; #M1[0] = #M1[1]; #M1[1] = q;
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 1; i < N - 1; i++) b[i] = (#T) (a[i - 1] + a[i + 1] - a[i]); take(b); #T[] q = a; a = b; b = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) a[i] = (#T) (a[i] + t); take(a); if (t == 2) got(#n); }
      #T[] q = new #T[N]; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + #c); take(q); q = null;
      #T[] q = #A; #T[] s = Snapshots.of(q).join(); say(#n, sum(s)); q[#i] = #v; for (@Parallel int i = 0; i < N; i++) s[i] = (#T) (s[i] + 1); say(#n, sum(s));
      foreignPoke(#A1, #i); take(#A1); foreignPoke(#A1, #i);
      """;

  /** Control flow, calls, and exceptions. */
  static final String CONTROL =
      """
      switch ((int) #A[#i] & 3) { case 0: #A[#i] = #v; break; case 1: #A[#i]++; case 2: say(#n, #A[#i]); break; default: #A[#i] = #v; }
      say(#n, switch ((int) #A[#i] & 3) { case 0 -> "z" + #A[#i]; case 1 -> { #A[#i] = #v; yield "o"; } default -> "d" + #A[#i]; });
      switch (String.valueOf(#A[#i])) { case "1" -> #A[#i] = #v; case "0" -> say(#n, #A[#i]); default -> #A[#i]++; }
      Object o = #A; if (o instanceof #T[] q) { q[#i] = #v; }
      Object o = objs[#r]; say(#n, o instanceof #T[] q && q[#i] > #c);
      outer: for (int i = 0; i < N; i++) { for (int j = 0; j < 3; j++) { if (#D1[i] > #c) continue outer; if (#D2[j] < 0) break outer; #D1[i]++; } }
      #T[] q = #A; for (int i = 0; i < N; i++) { if (i % 7 == 3) { bump(#A, #i); } q[i] += 1; }
      #T[] q = #A; for (int i = 0; i < #steps; i++) { for (@Parallel int j = 0; j < N; j++) #D[j] = (#T) (#D[j] + i); q[i] = (#T) (q[i + 1] + 1); }
      bump(#A, #i); say(#n, peek(#A, #i));
      say(#n, deep(#A, #i, #one1));
      say(#n, total(#A)); say(#n, total(#A[#i], #A[#i]));
      each(#A, #A); each(#M);
      h.poke(#i, #v); say(#n, h.peek(#i));
      h.next.poke(#i, #v); say(#n, h.next.peek(#i));
      say(#n, new Keeper(#A).touched(#i));
      int i = #lo1; try { for (;; i++) #D1[i] = (#T) i; } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); } finally { #A[#i]++; }
      #T[] q = #A; try { for (int i = 0; i <= N; i++) q[i] = (#T) (q[i] + #A[#i]); } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); }
      try { #A[#i] = #v; fail(#n); #A[#i] = #v; } catch (IllegalStateException e) { say(#n, #A[#i]); } finally { #A[#i] = #v; }
      try { try { #A[#i] = #v; #A[N] = #v; } finally { #A[#i] += 3; } } catch (ArrayIndexOutOfBoundsException e) { say(#n, e.getMessage()); }
      try { #A[#i] = #v; for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + 1); fail(#n); } catch (IllegalStateException e) { say(#n, #A[#i]); }
      #T[] q = #A; try { for (int i = 0; i < N; i++) { q[i] = (#T) (q[i] + i); if (i == #i1) fail(i); } } catch (IllegalStateException e) { say(#n, e.getMessage()); }
      synchronized (lock) { #A[#i] = #v; } say(#n, #A[#i]);
      shared = #A; shared[#i] = #v; say(#n, shared[#i]);
      #T[] q = #A; q[#i] = #v; shared = q; for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + 1); q[#i]++;
      """;

  /** Statements that change which array is where. */
  static final String STRUCTURE =
      """
      #L = #A;
      #L = #A.clone();
      #L = new #T[N];
      #T[] q = new #T[N]; q[#i] = #v; #L = q;
      #T[] q = #L1; #L1 = #L2; #L2 = q;
      #T[] q = m[#r1]; m[#r1] = w[#r2]; w[#r2] = q;
      #T[] q = #M[#r1]; #M1[#r1] = #M1[#r2]; #M1[#r2] = q;
      #M[#r] = #M[#r];
      #M[#r] = #A;
      m = m.clone();
      w = new #T[R][N];
      m = new #T[][] {a, b, c, m[0]};
      w = new #T[][] {h.u, h.v, m[1], a};
      #T[][] q = m; m = w; w = q;
      objs[#r] = #A;
      list.add(#A); say(#n, list.size());
      list.set(#r % 2, #A);
      map.put("p", #A); say(#n, map.get("q")[#i]);
      map.put("q", #A); for (#T[] q : map.values()) q[#i] += 1;
      for (#T[] q : list) q[#i] = #v;
      long s = 0; for (#T[] q : list) s += (long) q[#i]; say(#n, s);
      h = new Holder(#A, #A, h);
      h = h.next;
      Pair p = new Pair(#A, #A); p.left()[#i] = #v; say(#n, p.right()[#i]);
      Map<#T[], Integer> ids = new IdentityHashMap<>(); ids.put(#A, 1); ids.put(#A, 2); ids.put(#A, 3); say(#n, ids.size());
      """;

  private HostTemplates() {}
}
