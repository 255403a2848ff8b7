package dev.slipstream.tornado.kernel;

import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.RangeKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Generates TornadoVM's kernels from those of loops. Thread-safe. */
public final class KernelGenerator {
  /** The most indices for which there are tables of rows. */
  private static final int MOST_DEPTH = 3;

  private final String folder;
  private final Facts facts;
  private final AtomicInteger numbers = new AtomicInteger();

  /**
   * @param packageName the package of the generated classes, which no other code uses
   * @param facts what is known about TornadoVM's compiler
   */
  public KernelGenerator(String packageName, Facts facts) {
    this.folder = packageName.replace('.', '/') + "/";
    this.facts = facts;
  }

  /**
   * Generates a kernel with a name that is unique to this generator.
   *
   * @param form how it finds rows of arrays of arrays
   * @throws UnsupportedKernelException if TornadoVM would not compile it, or not correctly
   */
  public GeneratedKernel generate(RangeKernel kernel, RowForm form)
      throws UnsupportedKernelException {
    for (KernelParameter parameter : kernel.parameters()) {
      if (parameter.scratch()) {
        throw new UnsupportedKernelException("each iteration has an array of its own");
      }
      if (parameter.depth() > MOST_DEPTH) {
        throw new UnsupportedKernelException(
            parameter.name() + " is an array of more than three dimensions");
      }
    }
    ClassNode source = new ClassNode();
    new ClassReader(kernel.classFile())
        .accept(source, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    Map<String, MethodNode> methods =
        source.methods.stream()
            .collect(Collectors.toMap(m -> m.name + m.desc, Function.identity()));
    String descriptor =
        "("
            + "I".repeat(kernel.dimensions())
            + kernel.parameters().stream()
                .map(KernelParameter::descriptor)
                .collect(Collectors.joining())
            + ")V";
    MethodNode original = methods.get("body" + descriptor);
    if (original == null) {
      throw new IllegalArgumentException(kernel.className() + " has no method body" + descriptor);
    }
    KernelBody body = new KernelBody(original, kernel.dimensions(), source.name);
    ArgumentLayout layout =
        new ArgumentLayout(kernel.dimensions(), kernel.parameters(), body.used(), form);
    int number = numbers.getAndIncrement();
    String name = folder + "Kernel" + number;
    KernelMethod writer = new KernelMethod("slip_kernel_" + number, layout, body, form);
    HelperMethods helpers = new HelperMethods(name, source.name, methods, facts, kernel.fastMath());
    List<MethodNode> all = new ArrayList<>();
    MethodNode entry = writer.write();
    helpers.legalise(entry, writer.zero());
    all.add(entry);
    all.addAll(helpers.copies());
    List<Type> types = writer.types();
    String task = folder + "Task" + number;
    return new GeneratedKernel(
        name.replace('/', '.'),
        classFile(name, all),
        task.replace('/', '.'),
        TaskClass.write(task, name, entry.name, types),
        layout,
        body.written());
  }

  private static byte[] classFile(String name, List<MethodNode> methods) {
    ClassNode node = new ClassNode();
    node.version = Opcodes.V17;
    node.access = Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER;
    node.name = name;
    node.superName = "java/lang/Object";
    node.methods.addAll(methods);
    ClassWriter writer =
        new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
          @Override
          protected String getCommonSuperClass(String first, String second) {
            return "java/lang/Object";
          }
        };
    node.accept(writer);
    return writer.toByteArray();
  }
}
