package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The {@code __kernel} function: finds its iteration and calls the body.
 *
 * @param name its name
 * @param dimensions 1 to 3
 */
record KernelEntry(String name, int dimensions) {

  /**
   * The function's text.
   *
   * @param scratch the parameters of which each work item has an array of its own
   * @param start what the memory of the other arrays begins with
   */
  String text(List<Type> parameters, Set<Integer> scratch, ArrayStart start) {
    List<String> declared = new ArrayList<>();
    List<String> passed = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    for (int d = 0; d < dimensions; d++) {
      declared.add("int start_" + d + ", int step_" + d + ", uint count_" + d);
      String k = "k" + d;
      body.append("  const size_t %s = get_global_id(%d);\n".formatted(k, dimensions - 1 - d));
      body.append("  if (%s >= count_%d) return;\n".formatted(k, d));
      passed.add("(int)((uint)start_%d + (uint)%s * (uint)step_%d)".formatted(d, k, d));
    }
    if (!scratch.isEmpty()) {
      body.append("  const size_t item = %s;\n".formatted(item()));
    }
    for (int p = 0; p < parameters.size(); p++) {
      Type type = parameters.get(p);
      Optional<CArrayType> array = CArrayType.of(type);
      if (scratch.contains(p)) {
        declared.add(array.orElseThrow().declared("p" + p));
        passed.add("p%1$d + item * (size_t)p%1$d_length, p%1$d_length".formatted(p));
      } else if (array.isPresent() && start == ArrayStart.ANY_ELEMENT) {
        String before = "p" + p + "_before";
        declared.add(array.get().declared("p" + p) + ", long " + before);
        passed.add(array.get().passedFrom("p" + p, before));
      } else if (array.isPresent()) {
        declared.add(array.get().declared("p" + p));
        passed.add(array.get().passed("p" + p));
      } else {
        declared.add(CType.of(type).text() + " p" + p);
        passed.add("p" + p);
      }
    }
    return "__kernel void %s(\n    %s) {\n%s  slip_body(\n      %s);\n}\n"
        .formatted(name, String.join(",\n    ", declared), body, String.join(",\n      ", passed));
  }

  /** The number of a work item within its command. */
  private String item() {
    String item = "(get_global_id(0) - get_global_offset(0))";
    for (int d = 1; d < dimensions; d++) {
      String size = " * get_global_size(0)" + (d == 2 ? " * get_global_size(1)" : "");
      item += " + (get_global_id(%1$d) - get_global_offset(%1$d))".formatted(d) + size;
    }
    return item;
  }
}
