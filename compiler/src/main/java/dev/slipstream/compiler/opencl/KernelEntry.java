package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * The {@code __kernel} function: finds its iteration and calls the body.
 *
 * @param name its name
 * @param dimensions 1 to 3
 */
record KernelEntry(String name, int dimensions) {

  /** The function's text. */
  String text(List<Type> parameters) {
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
    for (int p = 0; p < parameters.size(); p++) {
      Type type = parameters.get(p);
      Optional<ArrayShape> array = ArrayShape.of(type);
      if (array.isPresent()) {
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
}
