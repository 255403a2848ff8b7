package dev.slipstream.agent.coherence;

/** Statements that hand arrays to the JDK, or to other threads; see {@link Templates}. */
final class LibraryTemplates {
  /** Methods of the JDK that read, write or copy arrays. */
  static final String ARRAYS =
      """
      System.arraycopy(#A, #lo1, #A, #lo2, #len);
      System.arraycopy(#A1, 0, #A1, 2, N / 2);
      try { System.arraycopy(#A, 0, #A, #lo1, N); } catch (ArrayIndexOutOfBoundsException e) { say(#n, "copy"); }
      System.arraycopy(#M, 0, #M, 1, 2);
      Arrays.fill(#A, #v);
      Arrays.fill(#A, #lo1, #hi1, #v);
      Arrays.sort(#A);
      Arrays.sort(#A, #lo1, #hi1);
      Arrays.parallelSort(#A);
      say(#n, Arrays.hashCode(#A));
      say(#n, Arrays.equals(#A, #A));
      say(#n, Arrays.mismatch(#A, #A));
      say(#n, Arrays.compare(#A, #A));
      say(#n, Arrays.toString(#A).hashCode());
      say(#n, Arrays.deepHashCode(#M));
      say(#n, Arrays.deepToString(#M).hashCode());
      say(#n, Arrays.deepEquals(m, w));
      say(#n, Objects.deepEquals(#A, #A));
      say(#n, Arrays.binarySearch(#A, #v) >= 0);
      #L = Arrays.copyOf(#A, N);
      #L = Arrays.copyOfRange(#A, 0, N);
      say(#n, sum(Arrays.copyOfRange(#A, #lo1, #hi1)));
      ild| Arrays.setAll(#A, i -> (#T) (i * #c));
      ild| try { Arrays.setAll(#A, i -> { if (i > #c) fail(i); return (#T) i; }); } catch (IllegalStateException e) { say(#n, e.getMessage()); }
      il| Arrays.parallelPrefix(#A, (p, q) -> (#T) (p + q));
      ild| say(#n, Arrays.stream(#A).sum());
      ild| say(#n, Arrays.stream(#A, #lo1, #hi1).filter(v -> v > #c).count());
      ild| #L = Arrays.stream(#A).map(v -> v + 1).toArray();
      b| CRC32 crc = new CRC32(); crc.update(#A, #lo1, #len); say(#n, crc.getValue());
      b| ByteArrayOutputStream to = new ByteArrayOutputStream(); to.write(#A, 0, N); say(#n, Arrays.hashCode(to.toByteArray()));
      b| say(#n, new ByteArrayInputStream(#A.clone()).read(#A, #lo1, #len));
      b| say(#n, new String(#A, StandardCharsets.ISO_8859_1).hashCode());
      b| say(#n, new BigInteger(#A).hashCode());
      b| new Random(#c).nextBytes(#A);
      c| say(#n, new String(#A).hashCode());
      c| say(#n, String.valueOf(#A, #lo1, #len).hashCode());
      c| "0123456789".getChars(0, 7, #A, 0);
      c| say(#n, new StringBuilder().append(#A).reverse().toString().hashCode());
      """;

  /** Reflection, handles, buffers, streams, serialisation. */
  static final String HANDLES =
      """
      say(#n, String.valueOf(Array.get(#A, #i)));
      Array.set(#A, #i, #v);
      Array.set#N(#A, #i, #v); say(#n, Array.get#N(#A, #i));
      Array.set(#M, #r, #A);
      say(#n, (#T) ELEMENT.get(#A, #i));
      ELEMENT.set(#A, #i, #v);
      ELEMENT.setVolatile(#A, #i, #v); say(#n, (#T) ELEMENT.getVolatile(#A, #i));
      say(#n, ELEMENT.compareAndSet(#A, #i, #v, #v));
      say(#n, (#T) ELEMENT.getAndAdd(#A, #i, #v));
      buffer = #B.wrap(#A); buffer.put(#i, #v);
      buffer.put(#i, #v); say(#n, buffer.get(#i));
      say(#n, buffer.array()[#i]); buffer.array()[#i] = #v;
      buffer.duplicate().put(#i, #v); say(#n, #A[#i]);
      #B local = #B.allocate(N); local.put(#A); say(#n, local.get(#i));
      #B local = #B.allocate(N); local.put(#i, #v); local.get(#A);
      #L = (#T[]) copied(#A);
      #M0 = (#T[][]) copied(#M);
      say(#n, ((#T[]) copied(#A))[#i]);
      final #T[] q = #A; say(#n, IntStream.range(0, N).mapToLong(i -> (long) q[i]).sum());
      final #T[] q = #A; IntStream.range(#lo1, #hi1).forEach(i -> q[i] = (#T) (q[i] + i));
      final #T[] q = #A; IntStream.range(0, N).parallel().forEach(i -> q[i] = (#T) (q[i] + i));
      say(#n, Stream.of(#A, #A, #A).mapToLong(#P::sum).sum());
      Arrays.asList(#A, #A).forEach(q -> q[#i] = #w);
      list.forEach(q -> q[#i]++);
      list.replaceAll(q -> q.clone());
      say(#n, Arrays.stream(#M).mapToLong(q -> (long) q[#i]).sum());
      final #T[] q = #A; Supplier<#T[]> give = () -> q; give.get()[#i] = #v; say(#n, give.get()[#i]);
      final #T[] q = #A; Runnable set = () -> { for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (q[i] + 1); q[#i] = #w; }; set.run();
      Optional<#T[]> some = Optional.of(#A); some.get()[#i] = #v; say(#n, some.map(q -> (long) q[#i]).orElse(0L));
      """;

  /** Code that runs while an array is being written. */
  static final String MEANWHILE =
      """
      final #T[] q = #A, p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); q[1] = #w; t.join(); add(q, q, 1); say(#n, sum(p));
      final #T[] q = #A, p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); q[3] += #c; t.join(); add(q, q, 1); say(#n, sum(p));
      final #T[] q = #A, p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); q[5]--; q[7] = #w; t.join(); add(q, q, 1); say(#n, sum(p));
      final #T[] q = #A, p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); for (int i = 1; i < N; i += 2) q[i] = (#T) (i + #c); t.join(); add(q, q, 1); say(#n, sum(p));
      final #T[] q = #A, p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); Arrays.fill(q, 3, 4, #w); t.join(); add(q, q, 1); say(#n, sum(p));
      final #T[][] q = #M; final #T[] p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { left(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); q[#r][N - 1] = #w; t.join(); left(p, q); add(q[0], q[#r], 1); say(#n, sum(p));
      final #T[][] q = #M; final #T[] p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { left(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); for (int k = 1; k < 3; k++) for (int i = 0; i < R; i++) q[i][N - k] = #w; t.join(); left(p, q); add(q[0], q[#r], 1); say(#n, sum(p));
      final #T[][] q = #M; final #T[] p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); for (int k = 1; k < N; k += 2) for (int i = 0; i < R; i++) q[i][k] = (#T) (k + #c); t.join(); for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) q[i][j] = (#T) (q[i][j] + #c); say(#n, sum(q[0]) + sum(q[R - 1]));
      final #T[][] q = #M; final #T[] p = new #T[N]; flag = 0; Thread t = new Thread(() -> { for (int k = 0; k < 30; k++) { evens(p, q); flag = 1; } }); t.start(); while (flag == 0) Thread.onSpinWait(); for (int k = 1; k < N; k += 2) for (int i = 0; i < R; i++) q[i][k] = (#T) (k + #c); for (int k = 1; k < N; k += 2) for (int i = 0; i < R; i++) q[i][k] += (#T) i; t.join(); for (@Parallel int i = 0; i < R; i++) for (@Parallel int j = 0; j < N; j++) q[i][j] = (#T) (q[i][j] + #c); say(#n, sum(q[0]) + sum(q[R - 1]));
      final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) raise(q, N / 2, N); }); t.start(); q[#one1] = #w; t.join(); add(q, q, 1); say(#n, q[#one1]);
      final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) raise(q, N / 2, N); }); t.start(); for (int i = 0; i < N / 2; i++) q[i] = (#T) (i + #c); t.join(); add(q, q, 1);
      final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) raise(q, N / 2, N); }); t.start(); Arrays.fill(q, 0, N / 2, #w); t.join(); add(q, q, 1);
      final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) raise(q, N / 2, N); }); t.start(); System.arraycopy(#A, 0, q, 0, N / 3); t.join(); add(q, q, 1);
      final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 9; k++) { q[k] += 1; q[k + 1] += 2; } }); t.start(); raise(q, N / 2 + 5, N); t.join(); add(q, q, 1);
      ild| final #T[] q = #A, p = #A; Arrays.setAll(q, i -> { if (i % 5 == 2) raise(p, 1, 7); return (#T) (i + #c); });
      ild| final #T[] q = #A, p = #A; if (p != q) Arrays.setAll(q, i -> { if (i % 5 == 2) add(p, q, 1); return (#T) (i + #c); }); add(q, q, 1);
      final #T[] q = #A, p = #A; list.replaceAll(r -> { add(p, r, 1); return r.clone(); });
      #B local = #B.allocate(N); #T[] q = local.array(); add(q, #D, #c); say(#n, local.get(#i)); local.put(#i, #v); add(q, q, 1); say(#n, q[#i]);
      #B local = #B.allocate(N).put(#A).duplicate(); #T[] q = local.array(); for (@Parallel int i = 0; i < N; i++) q[i] = (#T) (#D[i] + q[i]); say(#n, local.get(#i));
      foreignPoke(#A, #i);
      say(#n, foreignLook(#A, #i));
      add(st, st, 1); foreignPokeStatic(#i1); add(st, st, 1); say(#n, foreignReadStatic(#i1));
      """;

  /** Code that has arrays while the program, or another of its threads, runs loops over them. */
  static final String HELD =
      """
      final #T[] q = #A, p = #A; say(#n, foreignCall(q, #i, () -> add(p, q, #c)));
      final #T[] q = #A; say(#n, foreignCall(q, #i, () -> { add(q, q, #c); q[#i]++; raise(q, 0, N); }));
      final #T[] q = #A; final long[] r = {0}; add(st, st, 1); r[0] = foreignCall(st, #i, () -> { add(st, q, #c); r[0] = foreignCall(q, #i, () -> add(q, st, 1)); }); say(#n, r[0]);
      final #T[] q = #A; flag = 0; Thread t = new Thread(() -> { while (flag == 0) Thread.onSpinWait(); for (int k = 0; k < 5; k++) add(q, q, #c); flag = 2; }); t.start(); say(#n, foreignCall(q, #i, () -> { flag = 1; while (flag == 1) Thread.onSpinWait(); })); t.join();
      final #T[] q = #A, p = #A; say(#n, Arrays.deepToString(new Object[] {p, seen(() -> add(p, q, #c)), p, q}).hashCode());
      final #T[] q = #A, p = #A; say(#n, Arrays.deepHashCode(new Object[] {p, seen(() -> { add(p, q, #c); p[#i]++; }), new Object[] {p, q}}));
      final #T[] q = #A, p = #A; say(#n, Arrays.deepEquals(new Object[] {seen(() -> add(p, q, #c)), p}, new Object[] {this, q}));
      final #T[] q = #A, p = #A; say(#n, Objects.deepEquals(new Object[] {seen(() -> add(p, q, 0)), p}, new Object[] {this, q.clone()}));
      final #T[] q = #A; flag = 0; Thread t = new Thread(() -> { while (flag == 0) Thread.onSpinWait(); for (int k = 0; k < 5; k++) add(q, q, #c); flag = 2; }); t.start(); say(#n, Arrays.deepToString(new Object[] {seen(() -> { flag = 1; while (flag == 1) Thread.onSpinWait(); }), q}).hashCode()); t.join();
      ild| final #T[] q = #A, p = #A; Arrays.setAll(q, i -> { if (i % 7 == 2) { add(p, q, 1); p[i]++; } return (#T) (q[i] + i); }); say(#n, sum(p));
      ild| final #T[] q = #A; flag = 0; Thread t = new Thread(() -> { while (flag == 0) Thread.onSpinWait(); for (int k = 0; k < 5; k++) raise(q, 9, N); flag = 2; }); t.start(); Arrays.setAll(q, i -> { if (i == 8) { flag = 1; while (flag == 1) Thread.onSpinWait(); } return (#T) (q[i] + i); }); t.join();
      ild| say(#n, Arrays.stream(#A).map(v -> { add(st, st, 1); return v; }).limit(5).sum());
      b| final #T[] q = #A; OutputStream to = new OutputStream() { int k; public void write(int b) { if (k++ % 9 == 3) add(q, q, b); say(#n, b); } }; to.write(q, #lo1, #len); new FilterOutputStream(to).write(q, #lo1, #len);
      b| final #T[] q = #A; InputStream from = new InputStream() { int k; public int read() { if (k++ % 9 == 3) { add(q, q, k); q[#i]++; } return k; } }; say(#n, from.read(q, #lo1, #len)); new DataInputStream(from).readFully(q, #lo1, #len);
      b| final #T[] q = #A; new Random() { protected int next(int bits) { raise(q, 0, N); return q[#i] * 77777; } }.nextBytes(q);
      c| final #T[] q = #A; CharBuffer.wrap(new CharSequence() { public int length() { return N; } public char charAt(int k) { if (k % 9 == 3) add(q, q, k); return (char) k; } public CharSequence subSequence(int k, int l) { return this; } }).get(q);
      c| final #T[] q = #A; new Reader() { int k; public int read(char[] to, int from, int length) { if (k++ % 3 == 1) add(q, q, k); to[from] = (char) k; return 1; } public void close() {} }.read(q);
      """;

  /** Code inside the JDK that reaches arrays, seen only through changed classes of the JDK. */
  static final String INSIDE =
      """
      h = (Holder) copied(h);
      list = (ArrayList<#T[]>) copied(list);
      say(#n, String.valueOf(Array.class.getMethod("get", Object.class, int.class).invoke(null, #A, #i)));
      Array.class.getMethod("set", Object.class, int.class, Object.class).invoke(null, #A, #i, #v);
      """;

  /** After these each loop ends before the program goes on, until the process ends. */
  static final String ENDING =
      """
      say(#n, String.valueOf(MethodHandles.arrayElementGetter(#T[].class).invoke(#A, #i)));
      MethodHandles.arrayElementSetter(#T[].class).invoke(#A, #i, #v);
      """;

  /** Other threads, ordered with this one. */
  static final String THREADS =
      """
      final #T[] q = #A, p = #A; Thread t = new Thread(() -> add(q, p, #c)); t.start(); t.join(); say(#n, #A[#i]);
      final #T[] q = #A; Thread t = new Thread(() -> { q[#i] = #w; bump(q, #i); }); t.start(); t.join();
      final #T[] q = a, p = #A; if (p != a && p != b) { Thread t = new Thread(() -> add(p, p, #c)); t.start(); b[#i] += 1; for (int i = 0; i < N; i++) a[i] += b[i]; t.join(); } say(#n, p[#i]);
      final #T[] q = #A; Thread t = new Thread(() -> raise(q, N / 2, N)); t.start(); for (int i = 0; i < N / 2; i++) q[i] = (#T) (i + #c); t.join(); say(#n, q[#i]);
      final #T[] q = #A; Thread t = new Thread(() -> { for (int i = 0; i < N / 2; i++) q[i] = (#T) (i + #c); }); t.start(); raise(q, N / 2, N); t.join(); say(#n, q[#i]);
      final #T[] q = #A, p = #A; if (q != p) { Thread t = new Thread(() -> { add(q, q, #c); bump(q, #i); }); t.start(); add(p, p, 2); bump(p, #i); t.join(); }
      final #T[] q = #A; flag = 0; Thread t = new Thread(() -> { add(q, q, #c); flag = 1; }); t.start(); while (flag == 0) Thread.onSpinWait(); say(#n, q[#i]); t.join();
      final #T[] q = #A; flag = 0; Thread t = new Thread(() -> { while (flag == 0) Thread.onSpinWait(); bump(q, #i); add(q, q, #c); }); t.start(); add(q, q, 3); q[#i]++; flag = 1; t.join(); q[#i]++;
      ConcurrentLinkedQueue<#T[]> queue = new ConcurrentLinkedQueue<>(); final #T[] q = #A; Thread t = new Thread(() -> { add(q, q, #c); queue.add(q); }); t.start(); #T[] got; while ((got = queue.poll()) == null) Thread.onSpinWait(); say(#n, got[#i]); got[#i] = #v; t.join();
      ExecutorService pool = Executors.newSingleThreadExecutor(); try { final #T[] q = #A; say(#n, (long) pool.submit(() -> { add(q, q, #c); return q; }).get()[#i]); Future<Long> later = pool.submit(() -> sum(q)); say(#n, later.get()); } finally { pool.shutdown(); }
      final #T[] q = #A; say(#n, (long) CompletableFuture.supplyAsync(() -> { bump(q, #i); return added(q); }).get()[#i]);
      final #T[] q = #A; Thread t = new Thread(() -> { synchronized (lock) { add(q, q, #c); } }); t.start(); synchronized (lock) { flag = 2; } t.join(); synchronized (lock) { say(#n, q[#i]); }
      final #T[] q = #A; Thread t = new Thread(() -> { for (int i = 0; i < 9; i++) synchronized (lock) { q[i] += 1; add(q, q, 1); } }); t.start(); for (int i = 0; i < 9; i++) synchronized (lock) { q[i] += 2; add(q, q, 3); } t.join(); say(#n, sum(q));
      BlockingQueue<#T[]> queue = new ArrayBlockingQueue<>(1); final #T[] q = #A; Thread t = new Thread(() -> { for (int k = 0; k < 3; k++) { add(q, q, k); q[k]++; put(queue, q); } }); t.start(); for (int k = 0; k < 3; k++) { queue.take(); } t.join(); say(#n, sum(q));
      ThreadLocal<#T[]> own = new ThreadLocal<>(); own.set(#A); own.get()[#i] = #v; say(#n, own.get()[#i]);
      AtomicReference<#T[]> slot = new AtomicReference<>(#A); final #T[] p = #A; Thread t = new Thread(() -> slot.set(added(p))); t.start(); t.join(); slot.get()[#i]++; say(#n, slot.get()[#i]);
      """;

  /** Classes that are initialised in the middle; members follow the sign. */
  static final String CLASSES =
      """
      say(#n, Late#n.data[#i]); @@ static class Late#n { static #T[] data = new #T[N]; static { for (@Parallel int i = 0; i < N; i++) data[i] = (#T) (i + st[i]); st[#i] = #w; } }
      #A[#i] = #v; Late#n.data[#i]++; say(#n, #A[#i]); @@ static class Late#n { static #T[] data = st; static { for (@Parallel int i = 0; i < N; i++) st[i] = (#T) (st[i] * 2); } }
      #T[] q = st; q[#i]++; q[#i] = (#T) (q[#i] + Late#n.last); q[#i]++; @@ static class Late#n { static #T last; static { for (@Parallel int i = 0; i < N; i++) st[i] = (#T) (st[i] + 1); last = st[#i]; } }
      new Late#n(#A).run(); @@ static class Late#n implements Runnable { final #T[] own; Late#n(#T[] given) { own = given; for (@Parallel int i = 0; i < N; i++) own[i] = (#T) (own[i] + 1); own[#i] = #w; } public void run() { own[#i]++; raise(own, 1, N); } }
      """;

  private LibraryTemplates() {}
}
