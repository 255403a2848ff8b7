package dev.slipstream.agent.coherence;

/**
 * Statements with host tasks, which mean the same on any number of ranks; see {@link Templates} for
 * the signs. A task's output goes into a list, a host object, in the order of the tasks. The list
 * is read after a barrier, and only the first rank's is printed, because other ranks get no part of
 * some tasks.
 */
final class TaskTemplates {
  /** Tasks of one rank. */
  static final String ONE_RANK =
      """
      final #T[] q = #A; Slipstream.onMaster(() -> { for (int i = 0; i < N; i++) q[i] = (#T) (i * #c); }, HostAccess.writes(q));
      final #T[] q = #A; Slipstream.once(() -> { for (int i = #lo1; i < #hi1; i++) q[i] += #c; }, HostAccess.updates(q, HostMapper.fixed(#lo1, #hi1)));
      final #T[] q = #A; Slipstream.onMaster(() -> { for (int i = #lo1; i < #hi1; i++) q[i] = (#T) (i + #c); }, HostAccess.writes(q, HostMapper.fixed(#lo1, #hi1))); say(#n, q[#i]);
      final #T[] q = #A; Slipstream.once(() -> { q[#i1] = #w; }, HostAccess.writes(q, HostMapper.fixed(#i1, #i1 + 1))); q[#i1] += 1; q[#i] = #v;
      final #T[] q = #A, p = #A; Slipstream.onMaster(() -> { for (int i = 0; i < N; i++) q[i] = (#T) (p[N - 1 - i] + #c); }, HostAccess.reads(p), HostAccess.updates(q, HostMapper.all()));
      final #T[] q = #A, p = #A; Slipstream.once(() -> { for (int i = #lo1; i < #hi1; i++) q[i] = p[i]; }, HostAccess.reads(p, HostMapper.fixed(#lo1, #hi1)), HostAccess.writes(q, HostMapper.fixed(#lo1, #hi1)));
      final #T[] q = #A; final int[] y = x; Slipstream.once(() -> { for (int i = 0; i < N; i++) q[i] = (#T) (y[i] - #c); }, HostAccess.reads(y), HostAccess.writes(q));
      final int[] y = x; Slipstream.onMaster(() -> { for (int i = #lo1; i < #hi1; i++) y[i] = (i * 7 + #c) % N; }, HostAccess.writes(y, HostMapper.fixed(#lo1, #hi1)));
      final int[] y = x; Slipstream.onMaster(() -> y[#i1] = #i, HostAccess.updates(y, HostMapper.all())); for (@Parallel int i = 0; i < N; i++) #D1[i] = #E1[x[i]];
      final #T[] q = #A; Slipstream.onMaster(() -> add(q, q, #c), HostAccess.updates(q, HostMapper.all()));
      final #T[] q = #A, p = #A; Slipstream.once(() -> { for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (p[i] * #c); bump(q, #i); }, HostAccess.reads(p), HostAccess.updates(q, HostMapper.all())); say(#n, q[#i]);
      final #T[] q = #A; Slipstream.onMaster(() -> Arrays.fill(q, #lo1, #hi1, #w), HostAccess.writes(q, HostMapper.fixed(#lo1, #hi1))); Arrays.fill(q, #lo, #hi, #v);
      final #T[] q = #A; Slipstream.onMaster(() -> Arrays.sort(q), HostAccess.updates(q, HostMapper.all())).join(); say(#n, q[#i]);
      final #T[] q = #A; final long[] r = {0}; Slipstream.onMaster(() -> r[0] = sum(q), HostAccess.reads(q)).join(); q[#i] = #v; say(#n, r[0]);
      Slipstream.onMaster(() -> log.get().add("#n"), HostAccess.effects(log));
      final #T[] q = #A; Slipstream.onMaster(() -> log.get().add("#n " + sum(q)), HostAccess.effects(log), HostAccess.reads(q));
      final #T[] q = #A; Slipstream.onMaster(() -> log.get().add("#n " + sum(q)), HostAccess.effects(log), HostAccess.reads(q)); for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + #c);
      final #T[] q = #A; Slipstream.onMaster(() -> log.get().add("#n " + q[#i1]), HostAccess.reads(q, HostMapper.fixed(#i1, #i1 + 1)), HostAccess.effects(log)); q[#i1] = #v;
      final #T[][] q = #M; if (apart(q)) Slipstream.onMaster(() -> log.get().add("#n " + sum(q[0]) + sum(q[R - 1])), HostAccess.reads(q), HostAccess.effects(log));
      final #T[][] q = #M; if (apart(q)) Slipstream.onMaster(() -> log.get().add("#n " + sum(q[#r1])), HostAccess.reads(q, HostMapper.fixed(#r1, #r1 + 1)), HostAccess.effects(log)); q[#r1][#i] = #v; q[#r] = #A;
      final #T[][] q = #M; if (apart(q)) Slipstream.once(() -> { for (int r = #r1; r < R; r++) for (int j = 0; j < N; j++) q[r][j] = (#T) (r * #c + j); }, HostAccess.writes(q, HostMapper.fixed(#r1, R)));
      final #T[][] q = #M; if (apart(q)) Slipstream.onMaster(() -> { for (#T[] row : q) row[#i] += #c; }, HostAccess.updates(q, HostMapper.all())); say(#n, q[#r][#i]);
      final #T[] q = new #T[N]; Slipstream.once(() -> { for (int i = 0; i < N; i++) q[i] = (#T) (i - #c); }, HostAccess.writes(q)); #L = q;
      logged(#n);
      Slipstream.barrier();
      slow();
      Slipstream.barrier(); #A[#i] = #v; logged(#n);
      """;

  /** Tasks whose iterations all ranks share. */
  static final String SHARED =
      """
      final #T[] q = #A; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (i * #c); }, HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (q[i] * 3 + i); }, HostAccess.updates(q, HostMapper.oneToOne())); say(#n, q[#i]);
      final #T[] q = #A; Slipstream.distributed(N, part -> { log.get().add("#n"); for (int i = (int) part.from(); i < part.to(); i++) q[i] -= #c; }, HostAccess.effects(log), HostAccess.updates(q, HostMapper.oneToOne()));
      final #T[] q = #A; Slipstream.distributed(#len, #lo, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] += i; }, HostAccess.updates(q, HostMapper.oneToOne()));
      final #T[] q = #A; Slipstream.distributed(N, -3, part -> { for (int i = (int) Math.max(0, part.from()); i < part.to(); i++) q[i] = (#T) (i + #c); }, HostAccess.writes(q, HostMapper.oneToOne())); q[N - 1] = #v;
      final #T[] q = #A, p = #A; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (p[i] + #c); }, HostAccess.reads(p, HostMapper.oneToOne()), HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A, p = #A; if (p != q) Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (p[Math.max(0, i - 1)] + p[Math.min(N - 1, i + 1)]); }, HostAccess.reads(p, HostMapper.neighborhood(1)), HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A, p = #A; if (p != q) Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) for (int j = Math.max(0, i - #step1); j <= Math.min(N - 1, i + #step1); j++) q[i] += p[j]; }, HostAccess.reads(p, HostMapper.neighborhood(#step1)), HostAccess.updates(q, HostMapper.oneToOne()));
      final #T[] q = #A, p = #A; if (p != q) Slipstream.distributed(N, part -> { #T s = 0; for (#T v : p) s += v; for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (s + i); }, HostAccess.reads(p), HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A, p = #A; if (p != q) Slipstream.distributed(N / 2, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = p[2 * i + 1]; }, HostAccess.reads(p, HostMapper.slice(2)), HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A; Slipstream.distributed(N / #step1, part -> { for (int i = (int) part.from() * #step1; i < part.to() * #step1; i++) q[i] = (#T) (q[i] * 2 + i); }, HostAccess.updates(q, HostMapper.slice(#step1)));
      final #T[] q = #A; Slipstream.distributed(#c, part -> { IndexRange own = part.allocationWindow(q); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (i + #c); }, HostAccess.writes(q, HostMapper.evenSplit(#step)));
      final #T[] q = #A; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[N - 1 - i] = (#T) (i * #c); }, HostAccess.writes(q, (part, all, length) -> new IndexRange(length - part.to(), length - part.from())));
      final #T[] q = #A; Slipstream.distributed(N, part -> raise(q, (int) part.from(), (int) part.to()), HostAccess.updates(q, HostMapper.oneToOne())); add(q, q, 1);
      final int[] y = x; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) y[i] = (y[i] * 5 + i) % N; }, HostAccess.updates(y, HostMapper.oneToOne())); for (@Parallel int i = 0; i < N; i++) #D1[i] = #E1[x[i]];
      final #T[] q = #A; final int[] y = x; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) y[N - 1 - i]; }, HostAccess.reads(y), HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[][] q = #M; if (apart(q)) Slipstream.distributed(R, part -> { for (int r = (int) part.from(); r < part.to(); r++) for (int j = 0; j < N; j++) q[r][j] = (#T) (q[r][j] * 3 + r - j); }, HostAccess.updates(q, HostMapper.oneToOne()));
      final #T[][] q = #M; final #T[] p = #A; if (apart(q, p)) Slipstream.distributed(R, part -> { for (int r = (int) part.from(); r < part.to(); r++) for (int j = 0; j < N; j++) q[r][j] = (#T) (p[j] + r); }, HostAccess.reads(p), HostAccess.writes(q, HostMapper.oneToOne())); say(#n, q[#r][#i]);
      final #T[][] q = #M; final #T[] p = #A; if (apart(q, p)) Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) p[i] = (#T) (q[0][i] + q[R - 1][i]); }, HostAccess.reads(q), HostAccess.writes(p, HostMapper.oneToOne()));
      final #T[] q = new #T[N]; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) (i - #c); }, HostAccess.writes(q, HostMapper.oneToOne())); for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + q[N - 1 - i]);
      for (int t = 0; t < #steps; t++) { final #T[] u = a, v = b; final int s = t; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) v[i] = (#T) (u[i] + s); }, HostAccess.reads(u, HostMapper.oneToOne()), HostAccess.writes(v, HostMapper.oneToOne())); for (@Parallel int i = 1; i < N - 1; i++) c[i] = (#T) (b[i - 1] + b[i + 1]); #T[] q = a; a = b; b = q; }
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 1; i < N - 1; i++) b[i] = (#T) (a[i - 1] + a[i + 1] - a[i]); final #T[] u = b; final int s = t; Slipstream.onMaster(() -> log.get().add(s + " " + u[#i1]), HostAccess.effects(log), HostAccess.reads(u)); #T[] q = a; a = b; b = q; }
      for (int t = 0; t < #steps; t++) { final #T[] u = a; final int s = t; Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) u[i] = (#T) (u[i] * 2 + s); }, HostAccess.updates(u, HostMapper.oneToOne())); Slipstream.once(() -> u[#i1] = (#T) s, HostAccess.writes(u, HostMapper.fixed(#i1, #i1 + 1))); for (@Parallel int i = 0; i < N; i++) a[i] = (#T) (a[i] + t); }
      """;

  /** Tasks in which all ranks exchange something. */
  static final String COLLECTIVE =
      """
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (q[i] * 3 + i); }, HostAccess.updates(q, HostMapper.evenSplit()));
      final #T[] q = #A; final long[] r = {0}; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); long s = 0; for (int i = (int) own.from(); i < own.to(); i++) s += (long) q[i] * (i + 1); r[0] = ranks.allReduceLong(s, Long::sum); }, HostAccess.reads(q, HostMapper.evenSplit())).join(); say(#n, r[0]); final int k = (int) (r[0] & 7); for (@Parallel int i = 0; i < N; i++) #D[i] = (#T) (#D[i] + k);
      final #T[] q = #A; final double[] r = {0}; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); double s = q[(int) own.from()]; for (int i = (int) own.from(); i < own.to(); i++) s = Math.max(s, q[i]); r[0] = ranks.allReduceDouble(s, Math::max); }, HostAccess.reads(q, HostMapper.evenSplit())).join(); q[#i] = (#T) (r[0] > #c ? 1 : 2);
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); long[] s = new long[2]; for (int i = (int) own.from(); i < own.to(); i++) { s[0] += (long) q[i]; s[1] += q[i] > #c ? 1 : 0; } long[] all = ranks.allReduce(s, Long::sum); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (q[i] + (all[0] & 15) + all[1]); }, HostAccess.updates(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(others, ranks -> { IndexRange own = ranks.allocationWindow(q); int from = (int) own.from(); long[] s = new long[(int) own.size()]; for (int i = 0; i < s.length; i++) s[i] = (long) q[from + i]; long[] all = ranks.allGather(s); for (int i = 0; i < s.length; i++) q[from + i] = (#T) (all[N - 1 - from - i] + #c); }, HostAccess.updates(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); int from = (int) own.from(); int[] s = new int[(int) own.size()]; for (int i = 0; i < s.length; i++) s[i] = (int) q[from + i] & 31; int[] all = ranks.gather(s, 0); if (ranks.rank() == 0) log.get().add("#n " + Arrays.hashCode(all)); }, HostAccess.effects(log), HostAccess.reads(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); int[] s = ranks.broadcast(ranks.rank() == 0 ? new int[] {(int) q[0] & 31, #c} : null, 0); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (q[i] + s[0] - s[1]); }, HostAccess.updates(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(others, ranks -> { int last = ranks.size() - 1; double[] s = ranks.broadcast(ranks.rank() == last ? new double[] {q[N - 1]} : null, last); log.get().add("#n " + s[0]); }, HostAccess.effects(log), HostAccess.reads(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); long[] s = new long[N]; Arrays.setAll(s, i -> i * #c1 - #c); long[] part = ranks.scatter(ranks.rank() == 0 ? s : null, 0); for (int i = 0; i < part.length; i++) q[(int) own.from() + i] = (#T) part[i]; }, HostAccess.writes(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); byte[] s = new byte[(int) own.size()]; for (int i = 0; i < s.length; i++) s[i] = (byte) q[(int) own.from() + i]; byte[] all = ranks.allGather(s); ranks.barrier(); float[] f = ranks.allGather(new float[] {ranks.rank()}); log.get().add("#n " + Arrays.hashCode(all) + " " + (f.length == ranks.size())); }, HostAccess.effects(log), HostAccess.reads(q, HostMapper.evenSplit(#step)));
      final #T[] q = #A, p = #A; if (p != q) { Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); long s = ranks.allReduceLong(own.size(), Long::sum); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (q[i] + s); }, HostAccess.updates(q, HostMapper.evenSplit())); Slipstream.collective(others, ranks -> { IndexRange own = ranks.allocationWindow(p); long s = ranks.allReduceLong(own.to(), Math::max); for (int i = (int) own.from(); i < own.to(); i++) p[i] = (#T) (p[i] - s); }, HostAccess.updates(p, HostMapper.evenSplit())); say(#n, q[#i] - p[#i]); }
      final #T[] q = #A, p = #A; if (p != q) Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(q); for (int i = (int) own.from(); i < own.to(); i++) q[i] = (#T) (p[N - 1 - i] + i); }, HostAccess.reads(p), HostAccess.writes(q, HostMapper.evenSplit()));
      final #T[] q = #A; Slipstream.collective(ranks -> { if (ranks.rank() == 0) log.get().add("#n " + sum(q)); ranks.barrier(); }, HostAccess.effects(log), HostAccess.reads(q)); bump(q, #i);
      for (int t = 0; t < #steps; t++) { for (@Parallel int i = 0; i < N; i++) b[i] = (#T) (a[i] + t); final #T[] u = b; final long[] r = {0}; Slipstream.collective(ranks -> { IndexRange own = ranks.allocationWindow(u); long s = 0; for (int i = (int) own.from(); i < own.to(); i++) s += (long) u[i]; r[0] = ranks.allReduceLong(s, Long::sum); }, HostAccess.reads(u, HostMapper.evenSplit())).join(); if ((r[0] & 3) == 3) break; #T[] q = a; a = b; b = q; }
      """;

  /** Snapshots of arrays, which are read later. */
  static final String FENCES =
      """
      taken.add(Slipstream.fence(#A).thenApply(v -> "" + sum(v)));
      final #T[] q = #A; taken.add(Slipstream.fence(q, new IndexRange(#lo1, #hi1)).thenApply(v -> "" + sum(v))); q[#i] = #v; q[#lo1]++;
      final #T[] q = #A; Slipstream.onMaster(() -> { for (int i = 0; i < N; i++) q[i] += #c; }, HostAccess.updates(q, HostMapper.all())); taken.add(Slipstream.fence(q).thenApply(v -> "" + sum(v))); Slipstream.distributed(N, part -> { for (int i = (int) part.from(); i < part.to(); i++) q[i] = (#T) i; }, HostAccess.writes(q, HostMapper.oneToOne()));
      final #T[] q = #A; for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (q[i] + #c); taken.add(Slipstream.fence(q, new IndexRange(#lo1, N)).thenApply(v -> "" + sum(v))); Slipstream.once(() -> { for (int i = 0; i < N; i++) q[i] = (#T) i; }, HostAccess.writes(q));
      say(#n, sum(Slipstream.fence(#A, new IndexRange(#lo1, #hi1)).join()));
      taken.add(Slipstream.fence(#M).thenApply(v -> "" + (sum(v[0]) * 7 + sum(v[R - 1]))));
      final #T[][] q = #M; taken.add(Slipstream.fence(q, new IndexRange(1, R)).thenApply(v -> "" + (v.length * 7 + sum(v[0])))); q[#r][#i] = #v;
      taken.add(Slipstream.fence(x, new IndexRange(0, N / 2)).thenApply(v -> Arrays.toString(v))); x[#i] = 1;
      got(#n);
      """;

  private TaskTemplates() {}
}
