package dev.slipstream.compiler.guard.platform;

/**
 * The table of JDK methods. Each line has classes, methods ({@code *}: all that are not listed),
 * and one letter for each parameter that may be an array:
 *
 * <ul>
 *   <li>R reads its elements, W writes them, B does both;
 *   <li>K keeps it, N does nothing with its elements;
 *   <li>D reads all leaves of an array of arrays;
 *   <li>G reads all arrays that can be reached through an object.
 * </ul>
 *
 * <p>{@code !} means that the method may have written when it throws. {@code =F} means that the
 * returned array is new. {@code =C} means that the program itself made it (it may have overridden
 * the method), or that no array is returned. Without either, the JDK may go on using it. The table
 * does not list the methods that wait or call the program while they use an array: {@code
 * HoldingCalls} derives that from their types.
 */
final class PlatformTable {
  static final String TEXT =
      """
      java/lang/Object * N=C
      java/lang/System arraycopy RW
      java/lang/System * N=C
      java/lang/String * R=F
      java/lang/String getChars W
      java/lang/String getBytes W=F
      java/lang/String format,formatted,join,equals,compareTo N=C
      java/lang/StringBuilder,java/lang/StringBuffer * R=C
      java/lang/StringBuilder,java/lang/StringBuffer getChars W
      java/lang/Integer,java/lang/Long,java/lang/Short,java/lang/Byte,java/lang/Float * N=C
      java/lang/Double,java/lang/Boolean,java/lang/Number,java/lang/Math,java/lang/StrictMath * N=C
      java/lang/Character * R=F
      java/lang/Character toChars W=F
      java/lang/Class,java/lang/Enum,java/lang/Record,java/lang/Thread * N=C
      java/lang/ThreadLocal,java/lang/InheritableThreadLocal * N=C
      java/lang/ref/* * N=C
      java/lang/AssertionError <init> N
      java/lang/Iterable,java/lang/Comparable,java/lang/Runnable * N=C
      java/lang/reflect/Field * N=C
      java/lang/reflect/Field get N
      java/lang/reflect/Field set NK
      java/lang/reflect/Array newInstance R=F
      java/lang/reflect/Array getLength N
      java/lang/reflect/Array get R=C
      java/lang/reflect/Array getInt,getLong,getShort,getByte,getChar,getBoolean,getFloat,getDouble R
      java/lang/reflect/Array set W
      java/lang/reflect/Array setInt,setLong,setShort,setByte,setChar,setBoolean,setFloat,setDouble W
      java/lang/invoke/VarHandle get,getVolatile,getOpaque,getAcquire R=C
      java/lang/invoke/VarHandle * B=C
      java/lang/invoke/LambdaMetafactory * N=C
      java/util/Arrays fill W
      java/util/Arrays setAll,parallelSetAll,parallelPrefix B!
      java/util/Arrays sort,parallelSort B
      java/util/Arrays binarySearch,equals,hashCode,toString,compare,compareUnsigned,mismatch R
      java/util/Arrays copyOf,copyOfRange R=F
      java/util/Arrays deepEquals,deepHashCode,deepToString D
      java/util/Arrays asList N=C
      java/util/Objects * N=C
      java/util/Objects deepEquals D
      java/util/Random,java/util/concurrent/ThreadLocalRandom * N=C
      java/util/Random,java/util/SplittableRandom,java/security/SecureRandom nextBytes W
      java/util/concurrent/ThreadLocalRandom nextBytes W
      java/util/List,java/util/ArrayList,java/util/LinkedList,java/util/AbstractList * N=C
      java/util/Map,java/util/HashMap,java/util/LinkedHashMap,java/util/TreeMap * N=C
      java/util/AbstractMap,java/util/WeakHashMap,java/util/IdentityHashMap,java/util/EnumMap * N=C
      java/util/SortedMap,java/util/NavigableMap,java/util/Hashtable,java/util/Map$Entry * N=C
      java/util/Set,java/util/HashSet,java/util/LinkedHashSet,java/util/TreeSet * N=C
      java/util/AbstractSet,java/util/SortedSet,java/util/NavigableSet,java/util/EnumSet * N=C
      java/util/Collection,java/util/AbstractCollection,java/util/Collections * N=C
      java/util/Iterator,java/util/ListIterator,java/util/Enumeration,java/util/Comparator * N=C
      java/util/Deque,java/util/ArrayDeque,java/util/Queue,java/util/PriorityQueue * N=C
      java/util/Vector,java/util/Stack,java/util/Properties,java/util/Optional * N=C
      java/util/BitSet valueOf R
      java/util/BitSet toByteArray,toLongArray =C
      java/util/UUID nameUUIDFromBytes R
      java/util/Formatter * N=C
      java/util/Base64$Encoder,java/util/Base64$Decoder encode,decode RW=F
      java/util/Base64$Encoder encodeToString R
      java/util/function/* * N=C
      java/util/stream/IntStream,java/util/stream/LongStream,java/util/stream/DoubleStream of K=C
      java/util/stream/IntStream,java/util/stream/LongStream,java/util/stream/DoubleStream toArray =C
      java/util/stream/* * N=C
      java/util/logging/* * N=C
      java/util/concurrent/Callable,java/util/concurrent/Future * N=C
      java/util/concurrent/CompletableFuture,java/util/concurrent/FutureTask * N=C
      java/util/concurrent/ConcurrentMap,java/util/concurrent/ConcurrentHashMap * N=C
      java/util/concurrent/ConcurrentLinkedQueue,java/util/concurrent/ConcurrentLinkedDeque * N=C
      java/util/concurrent/BlockingQueue,java/util/concurrent/BlockingDeque * N=C
      java/util/concurrent/ArrayBlockingQueue,java/util/concurrent/LinkedBlockingQueue * N=C
      java/util/concurrent/LinkedBlockingDeque,java/util/concurrent/PriorityBlockingQueue * N=C
      java/util/concurrent/SynchronousQueue,java/util/concurrent/Exchanger * N=C
      java/util/concurrent/CopyOnWriteArrayList,java/util/concurrent/ForkJoinTask * N=C
      java/util/concurrent/RecursiveTask,java/util/concurrent/ExecutorService * N=C
      java/util/concurrent/atomic/AtomicReference,java/util/concurrent/atomic/AtomicReferenceArray * N=C
      java/util/concurrent/atomic/AtomicIntegerArray,java/util/concurrent/atomic/AtomicLongArray <init> R
      java/util/zip/CRC32,java/util/zip/CRC32C,java/util/zip/Adler32,java/util/zip/Checksum update R
      java/util/zip/Inflater inflate W!
      java/util/zip/Deflater deflate W!
      java/math/BigInteger <init> R
      java/math/BigInteger toByteArray =C
      java/math/BigDecimal <init> R
      java/math/BigInteger,java/math/BigDecimal equals N
      java/security/MessageDigest update,isEqual R
      java/security/MessageDigest digest B!=C
      java/io/PrintStream,java/io/PrintWriter * R=C
      java/io/PrintStream,java/io/PrintWriter <init> K
      java/io/OutputStream,java/io/FileOutputStream,java/io/BufferedOutputStream write R
      java/io/DataOutputStream,java/io/DataOutput,java/io/FilterOutputStream write R
      java/io/ByteArrayOutputStream write,writeBytes R
      java/io/ByteArrayOutputStream toByteArray =C
      java/io/RandomAccessFile write R
      java/io/Writer,java/io/FileWriter,java/io/BufferedWriter,java/io/OutputStreamWriter write R
      java/io/StringWriter,java/io/CharArrayWriter,java/io/FilterWriter write R
      java/io/CharArrayWriter toCharArray =C
      java/io/InputStream,java/io/FileInputStream,java/io/BufferedInputStream read,readNBytes W!=C
      java/io/FilterInputStream,java/io/ByteArrayInputStream read,readNBytes W!=C
      java/io/DataInputStream,java/io/DataInput,java/io/RandomAccessFile read,readFully,readNBytes W!=C
      java/io/InputStream,java/io/FileInputStream,java/io/BufferedInputStream readAllBytes =C
      java/io/ByteArrayInputStream,java/io/DataInputStream,java/io/FilterInputStream readAllBytes =C
      java/io/Reader,java/io/FileReader,java/io/BufferedReader,java/io/InputStreamReader read W!
      java/io/StringReader,java/io/CharArrayReader,java/io/FilterReader read W!
      java/io/ObjectOutputStream,java/io/ObjectOutput writeObject,writeUnshared G
      java/io/ObjectOutputStream,java/io/ObjectOutput write R
      java/io/ObjectOutputStream replaceObject =C
      java/io/ObjectInputStream,java/io/ObjectInput readObject,readUnshared =C
      java/io/ObjectInputStream resolveObject =C
      java/nio/ByteBuffer,java/nio/CharBuffer,java/nio/ShortBuffer,java/nio/IntBuffer get W=C
      java/nio/LongBuffer,java/nio/FloatBuffer,java/nio/DoubleBuffer get W=C
      java/nio/ByteBuffer,java/nio/CharBuffer,java/nio/ShortBuffer,java/nio/IntBuffer put R=C
      java/nio/LongBuffer,java/nio/FloatBuffer,java/nio/DoubleBuffer put R=C
      java/nio/file/Files write R
      java/nio/file/Files readAllBytes =F
      java/awt/image/BufferedImage setRGB R
      java/awt/image/BufferedImage getRGB W=C
      java/awt/image/WritableRaster setPixel,setPixels,setSamples,setDataElements R
      java/awt/image/Raster,java/awt/image/WritableRaster getPixel,getPixels,getSamples W=C
      uk/ac/manchester/tornado/api/types/* * R=F
      """;

  private PlatformTable() {}
}
