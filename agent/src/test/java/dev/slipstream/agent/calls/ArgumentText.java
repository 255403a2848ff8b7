package dev.slipstream.agent.calls;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Java expressions for the arguments of one call, with {@code t} for the trial: arrays that its
 * loops write, values made from these, and objects of the program.
 */
final class ArgumentText {
  private static final int DEEPEST = 3;
  private static final String ARENA = "java.lang.foreign.Arena.ofAuto()";
  private static final String LIST =
      "new java.util.ArrayList(java.util.Arrays.asList(t.objects()))";

  /** Arguments known to suit a test, in sequence for successive variants. */
  private static final Map<String, List<String>> KNOWN =
      Map.ofEntries(
          Map.entry("boolean", List.of("true", "false")),
          Map.entry("char", List.of("'3'")),
          Map.entry("byte", List.of("(byte) 51")),
          Map.entry("short", List.of("(short) 51")),
          Map.entry("int", List.of("t.n()")),
          Map.entry("long", List.of("(long) t.n()")),
          Map.entry("float", List.of("3.5f")),
          Map.entry("double", List.of("3.5")),
          Map.entry("java.lang.Object", List.of("t.array(int[].class, 0)", "new Parts.Element(t)")),
          Map.entry("[Ljava.lang.Object;", List.of("t.objects()")),
          Map.entry("java.lang.String", List.of("\"0123456701234567\"", "\"UTF-8\"")),
          Map.entry("java.lang.CharSequence", List.of("new Parts.Text(t)")),
          Map.entry("java.lang.Class", List.of("int.class", "Object[].class")),
          Map.entry("java.lang.ClassLoader", List.of("Trial.class.getClassLoader()")),
          Map.entry("java.util.Locale", List.of("java.util.Locale.ROOT")),
          Map.entry(
              "java.nio.charset.Charset",
              List.of(
                  "java.nio.charset.StandardCharsets.UTF_8",
                  "java.nio.charset.StandardCharsets.ISO_8859_1",
                  "java.nio.charset.StandardCharsets.UTF_16")),
          Map.entry(
              "java.nio.charset.CharsetDecoder",
              List.of("java.nio.charset.StandardCharsets.UTF_8.newDecoder()")),
          Map.entry(
              "java.io.InputStream",
              List.of(
                  "new Parts.Source(t)",
                  "new java.io.BufferedInputStream(new Parts.Source(t), 16)",
                  "new java.io.ByteArrayInputStream((byte[]) t.array(byte[].class, 1))")),
          Map.entry(
              "java.io.OutputStream",
              List.of(
                  "new Parts.Sink(t)",
                  "new Parts.Block(t)",
                  "new java.io.BufferedOutputStream(new Parts.Sink(t), 16)")),
          Map.entry(
              "java.io.Reader",
              List.of(
                  "new Parts.Letters(t)",
                  "new java.io.BufferedReader(new Parts.Letters(t), 16)",
                  "new java.io.CharArrayReader((char[]) t.array(char[].class, 1))")),
          Map.entry("java.io.Writer", List.of("new Parts.Lines(t)", "new java.io.StringWriter()")),
          Map.entry(
              "java.io.DataInput", List.of("new java.io.DataInputStream(new Parts.Source(t))")),
          Map.entry(
              "java.io.DataOutput", List.of("new java.io.DataOutputStream(new Parts.Sink(t))")),
          Map.entry("java.io.File", List.of("t.file()")),
          Map.entry("java.nio.file.Path", List.of("t.file().toPath()")),
          Map.entry(
              "java.io.FileInputStream",
              List.of("t.opened(new java.io.FileInputStream(t.file()))")),
          Map.entry(
              "java.io.FileOutputStream",
              List.of("t.opened(new java.io.FileOutputStream(t.file()))")),
          Map.entry("java.io.FileReader", List.of("t.opened(new java.io.FileReader(t.file()))")),
          Map.entry("java.io.FileWriter", List.of("t.opened(new java.io.FileWriter(t.file()))")),
          Map.entry(
              "java.io.RandomAccessFile",
              List.of("t.opened(new java.io.RandomAccessFile(t.file(), \"rw\"))")),
          Map.entry("java.util.Random", List.of("new Parts.Dice(t)", "new java.util.Random(5)")),
          Map.entry(
              "java.util.random.RandomGenerator",
              List.of("new Parts.Dice(t)", "new java.util.SplittableRandom(5)")),
          Map.entry("java.security.SecureRandom", List.of("new Parts.Secure(t)")),
          Map.entry(
              "java.security.MessageDigest",
              List.of(
                  "new Parts.Mixer(t)", "java.security.MessageDigest.getInstance(\"SHA-256\")")),
          Map.entry(
              "java.util.zip.Checksum", List.of("new Parts.Sum(t)", "new java.util.zip.CRC32()")),
          Map.entry("java.util.zip.Inflater", List.of("new java.util.zip.Inflater()")),
          Map.entry(
              "java.security.Key",
              List.of("new javax.crypto.spec.SecretKeySpec(new byte[16], \"AES\")")),
          Map.entry(
              "java.security.AlgorithmParameters",
              List.of("java.security.AlgorithmParameters.getInstance(\"AES\")")),
          Map.entry("javax.crypto.Cipher", List.of("t.cipher()")),
          Map.entry("javax.crypto.Mac", List.of("t.mac()")),
          Map.entry(
              "java.security.Signature",
              List.of("java.security.Signature.getInstance(\"SHA256withRSA\")")),
          Map.entry("java.math.BigInteger", List.of("java.math.BigInteger.valueOf(t.n() * 1001L)")),
          Map.entry(
              "java.io.FilterInputStream",
              List.of("new java.io.FilterInputStream(new Parts.Source(t)) {}")),
          Map.entry(
              "java.io.FilterReader", List.of("new java.io.FilterReader(new Parts.Letters(t)) {}")),
          Map.entry(
              "java.io.FilterWriter", List.of("new java.io.FilterWriter(new Parts.Lines(t)) {}")),
          Map.entry("java.io.PipedInputStream", List.of("t.pipe()")),
          Map.entry("java.io.PipedReader", List.of("t.readerOfPipe()")),
          Map.entry("java.io.PipedOutputStream", List.of("t.endOfPipe()")),
          Map.entry("java.io.PipedWriter", List.of("t.writerOfPipe()")),
          Map.entry("java.nio.MappedByteBuffer", List.of("t.mapped()")),
          Map.entry(
              "java.nio.charset.CharsetEncoder",
              List.of("java.nio.charset.StandardCharsets.UTF_8.newEncoder()")),
          Map.entry("java.lang.reflect.Method", List.of("Object.class.getMethod(\"hashCode\")")),
          Map.entry("java.net.SocketAddress", List.of("new java.net.InetSocketAddress(9)")),
          Map.entry("java.util.AbstractCollection", List.of(LIST)),
          Map.entry("java.util.AbstractList", List.of(LIST)),
          Map.entry("java.util.AbstractQueue", List.of("new java.util.PriorityQueue()")),
          Map.entry("java.util.AbstractSequentialList", List.of("new java.util.LinkedList()")),
          Map.entry("java.util.AbstractSet", List.of("new java.util.TreeSet()")),
          Map.entry(
              "java.security.spec.EncodedKeySpec",
              List.of(
                  "new java.security.spec.X509EncodedKeySpec("
                      + "(byte[]) t.array(byte[].class, 1))")),
          Map.entry("java.lang.foreign.Arena", List.of(ARENA)),
          Map.entry("java.lang.foreign.SegmentAllocator", List.of(ARENA)),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfByte",
              List.of("java.lang.foreign.ValueLayout.JAVA_BYTE")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfChar",
              List.of("java.lang.foreign.ValueLayout.JAVA_CHAR")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfShort",
              List.of("java.lang.foreign.ValueLayout.JAVA_SHORT")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfInt",
              List.of("java.lang.foreign.ValueLayout.JAVA_INT")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfLong",
              List.of("java.lang.foreign.ValueLayout.JAVA_LONG")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfFloat",
              List.of("java.lang.foreign.ValueLayout.JAVA_FLOAT")),
          Map.entry(
              "java.lang.foreign.ValueLayout$OfDouble",
              List.of("java.lang.foreign.ValueLayout.JAVA_DOUBLE")),
          Map.entry(
              "java.text.CollationKey",
              List.of("java.text.Collator.getInstance().getCollationKey(\"0123\")")),
          // A version with a manifest would write the time.
          Map.entry(
              "java.util.jar.JarOutputStream",
              List.of("new java.util.jar.JarOutputStream(new Parts.Sink(t))")),
          Map.entry("java.net.InetAddress", List.of("java.net.InetAddress.getLoopbackAddress()")));

  private final int variant;
  private final Set<Class<?>> open = new HashSet<>();
  private int arrays;

  /**
   * @param variant selects one of several arguments
   */
  ArgumentText(int variant) {
    this.variant = variant;
  }

  /** Returns an expression of a type; empty if none can be made. */
  Optional<String> of(Class<?> type) {
    return of(type, 0);
  }

  private Optional<String> of(Class<?> type, int depth) {
    List<String> known = KNOWN.get(type.getName());
    if (known != null) {
      return Optional.of(known.get(variant % known.size()));
    }
    if (type.isArray()) {
      return ofArray(type, depth);
    }
    if (type.isEnum()) {
      String first = ((Enum<?>) type.getEnumConstants()[0]).name();
      return Optional.of(type.getCanonicalName() + "." + first);
    }
    if (depth == DEEPEST || !open.add(type)) {
      return Optional.empty();
    }
    try {
      boolean byProxy = type.isInterface() && !type.isSealed() && !type.isAnnotation();
      Optional<String> made = byProxy ? Optional.empty() : madeBy(type, depth);
      return made.isEmpty() && byProxy
          ? Optional.of("t.proxy(" + type.getCanonicalName() + ".class)")
          : made;
    } finally {
      open.remove(type);
    }
  }

  private Optional<String> ofArray(Class<?> type, int depth) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    String name = type.getCanonicalName();
    if (element.isPrimitive()) {
      return Optional.of("(%s) t.array(%s.class, %d)".formatted(name, name, arrays++));
    }
    return of(type.getComponentType(), depth + 1)
        .map(part -> "new %s {%s, %s}".formatted(name, part, part));
  }

  /** Returns a call of a constructor or a static method. */
  private Optional<String> madeBy(Class<?> type, int depth) {
    List<Executable> makers = new ArrayList<>();
    if (!Modifier.isAbstract(type.getModifiers())) {
      makers.addAll(List.of(type.getConstructors()));
    }
    List<Class<?>> owners = new ArrayList<>(List.of(type));
    if (type.getDeclaringClass() != null) {
      owners.add(type.getDeclaringClass());
    }
    for (Class<?> owner : owners) {
      for (Method method : owner.getMethods()) {
        if (Modifier.isStatic(method.getModifiers()) && type == method.getReturnType()) {
          makers.add(method);
        }
      }
    }
    makers.sort(
        Comparator.comparing(Executable::getParameterCount).thenComparing(Executable::toString));
    List<String> made = new ArrayList<>();
    for (Executable maker : makers) {
      Optional<String> text = call(maker, type, "", depth + 1);
      text.ifPresent(made::add);
    }
    return made.isEmpty() ? Optional.empty() : Optional.of(made.get(variant % made.size()));
  }

  /** Returns the call of a method of a class, with all arguments. */
  Optional<String> call(Executable method, Class<?> owner, String receiver, int depth) {
    StringBuilder text = new StringBuilder();
    if (method instanceof Constructor<?>) {
      text.append("new ").append(method.getDeclaringClass().getCanonicalName());
    } else if (receiver.isEmpty()) {
      Class<?> declaring = method.getDeclaringClass();
      boolean isInherited = !declaring.isInterface() && declaring.isAssignableFrom(owner);
      declaring = isInherited ? owner : declaring;
      text.append(declaring.getCanonicalName()).append('.').append(method.getName());
    } else {
      text.append(receiver).append('.').append(method.getName());
    }
    text.append('(');
    String separator = "";
    for (Class<?> parameter : method.getParameterTypes()) {
      Optional<String> argument = of(parameter, depth);
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      text.append(separator).append('(').append(parameter.getCanonicalName()).append(") ");
      text.append('(').append(argument.get()).append(')');
      separator = ", ";
    }
    return Optional.of(text.append(')').toString());
  }
}
