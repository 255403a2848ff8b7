package dev.slipstream.compiler.random;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The constructs of the generated programs, recognised in their text. */
final class Constructs {
  private static final Map<String, Pattern> PATTERNS = new LinkedHashMap<>();

  static {
    for (String type : "boolean byte short char int long float double".split(" ")) {
      add(type + "[] written", "\\b" + type + "\\[\\](\\[\\])* w\\d");
    }
    String head = "for \\(@Parallel (int )?\\w+";
    add("one dimension", "\\A(?!(?s:.*)@Parallel(?s:.*)@Parallel)");
    add("two dimensions", "\\A(?s:.*)@Parallel(?s:.*)@Parallel");
    add("three dimensions", "@Parallel int i0\\b(?s:.*)@Parallel int i1\\b(?s:.*)@Parallel int i2");
    add("counting down", head + "[^;\\n]*;[^;\\n]*>=? [^;\\n]*; \\w+(--| -=)");
    add("a step", head + "[^\\n]*[+-]= [2-9]");
    add("a variable that is read after the loop", "@Parallel int i0;|o\\d = 1;");
    add("statements between the loops of a nest", "\\) \\{\\n(int row|\\w+\\[\\] (b|own))");
    add("an inner loop", "for \\(int t\\d+ = ");
    add("while", "\\bwhile \\(t");
    add("do while", "\\bdo \\{");
    add("break", "\\bbreak l?\\d*;\\n");
    add("continue", "\\bcontinue\\b");
    add("a labelled jump", "(break|continue) l\\d");
    add("if and else", "\\} else \\{");
    add("switch", "\\bswitch \\(");
    add("?:", " \\? ");
    add("&& and ||", "&&|\\|\\|");
    add("an affine index", "\\[i0|\\* m \\+ i1");
    add("an index with floorMod", "\\[Math\\.floorMod\\(");
    add("a masked index", "& \\d+\\)?\\]");
    add("a clamped index", "\\[(Math\\.max\\(0, Math\\.min|clamp\\()");
    add("a compared index", ">= 0 && ");
    add("a reversed index", "\\[[^\\]\\n]*(n|m) (- 1 )?- \\(?i\\d");
    add("an index from an array", "\\[x\\d?\\[");
    add("a scatter", "w\\d\\[x\\d?\\[[^=\\n]*\\]\\] =");
    add("two names of one array", "variant == \\d\\) (\\{\\n)?\\w+ = \\w+;");
    add("a cast", "\\((byte|short|char|int|long|float|double)\\) \\(");
    add("a shift", "(<<|>>>?) ");
    add("a division that may throw", "[/%] \\((?!\\()");
    add("floating-point remainder", "% ");
    add("Math, exact", "Math\\.(sqrt|floor|ceil|rint|fma|signum)\\(");
    add("StrictMath", "StrictMath\\.(sin|cos|tan|exp|log|pow|atan2|cbrt|hypot|tanh|asin)\\(");
    add("Math within its bounds", "within\\(");
    add("addExact and similar", "Math\\.\\w+Exact\\(");
    add("bits of integers", "(Integer|Long)\\.(bitCount|rotateLeft|reverse|numberOf\\w+)\\(");
    add("bits of floating-point numbers", "(floatToIntBits|doubleToLongBits|BitsTo\\w+)\\(");
    add("throw", "\\bthrow new ");
    add("a helper method", "\\b(clamp|parity|hash|mix|total|whole|at|put|dot)\\(");
    add("fields of objects", "\\bbox\\.");
    add("an instance method", "new Program\\(\\)\\.kernel");
    add("T[][]", "\\[\\]\\[\\] r0");
    add("ragged rows", "rows\\(\"\\w+\", [^,]+, [^,]+, [1-46],");
    add("missing rows", "\\? 5 : 0,|\\] = null;");
    add("a row in a local", "\\w+\\[\\] (b\\d|own|h) = ");
    add("T[][][]", "\\w\\[\\]\\[\\]\\[\\] w0");
    add("T[][][][]", "\\[\\]\\[\\]\\[\\]\\[\\] w0");
    add("a loop that counts a long", "@Parallel long l\\d");
    add("a step that is known when the loop runs", "[+-]= (st|step)\\b");
    add("a scratch array", "w1\\[t0\\] = |int\\[\\] tmp");
    add("a reduction", "\\ns\\d ([+*^&|-]= |= Math)|s\\d\\+\\+");
    add("a rounded reduction", "@Reduction");
    add("where the smallest or largest is", "best = v; at = |at = i");
    add("shared elements", "\\bh\\[");
    add("a record", "new (Point|Vec)\\(|Point\\.of\\(");
    add("an object with fields that change", "(Total|Sum) s = new ");
    add("a small array", "\\w+\\[\\] t = (new|\\{)|byte\\[\\] y = ");
    add("a large array of an iteration", "t = new (double|short)\\[\\d{4}\\]");
    add("a field that each iteration writes first", "\\b(sd|keep\\.\\w+) = [^0n]");
    add("a call that is skipped", "Thread\\.|keep\\.notify");
    add("an enum", "switch \\(mode\\)|mode\\.factor");
    add("a method found by the object's class", "shape\\.area");
    add("a lambda", "f\\.applyAsDouble");
    add("a function that is a parameter", "g\\.applyAsInt");
    add("a static table", "WEIGHTS\\[");
    add(
        "an element that changes by what it is after a branch or loop",
        "\\}\nw\\d\\[i0\\]( [-+*^]= |\\+\\+|--)");
    add("a sine or cosine of a float", "\\(float\\) StrictMath\\.(sin|cos)\\(");
    add("compound assignment", "\\] [+^]= |\\]\\+\\+");
  }

  private Constructs() {}

  private static void add(String name, String pattern) {
    PATTERNS.put(name, Pattern.compile(pattern));
  }

  /** All of them. */
  static Set<String> all() {
    return PATTERNS.keySet();
  }

  /** The constructs that a source contains. */
  static List<String> in(String source) {
    return PATTERNS.entrySet().stream()
        .filter(e -> e.getValue().matcher(source).find())
        .map(Map.Entry::getKey)
        .toList();
  }
}
