package dev.slipstream.compiler.random;

import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.loop.LaunchPlan;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;

/**
 * Ways in which a compiler could be wrong.
 *
 * @param what the error
 * @param needsDevice whether it shows only on a device
 */
record BrokenCompiler(String what, boolean needsDevice, Sabotage sabotage) {

  @Override
  public String toString() {
    return what;
  }

  /** All of them. */
  static List<BrokenCompiler> all() {
    return List.of(
        kernel(
            ">> shifts in zeros",
            KernelEdits.opcodes(Map.of(Opcodes.ISHR, Opcodes.IUSHR, Opcodes.LSHR, Opcodes.LUSHR))),
        kernel(
            "casts to byte, short and char do nothing",
            KernelEdits.opcodes(
                Map.of(
                    Opcodes.I2B, Opcodes.NOP, Opcodes.I2S, Opcodes.NOP, Opcodes.I2C, Opcodes.NOP))),
        kernel(
            "comparisons with NaN have the other result",
            KernelEdits.opcodes(
                Map.of(
                    Opcodes.DCMPL, Opcodes.DCMPG,
                    Opcodes.DCMPG, Opcodes.DCMPL,
                    Opcodes.FCMPL, Opcodes.FCMPG,
                    Opcodes.FCMPG, Opcodes.FCMPL))),
        kernel(
            "loops run once too often",
            KernelEdits.opcodes(Map.of(Opcodes.IF_ICMPGE, Opcodes.IF_ICMPGT))),
        kernel("products that are added are not rounded", KernelEdits::contracted),
        kernel("checks of indices never fail", KernelEdits::unchecked),
        text(
            "long shifts are masked like those of int",
            text -> text.replaceAll("& 63\\)", "& 31)")),
        text(
            "casts of large numbers to integers are those of the processor",
            text -> text.replaceAll("return a != a \\? 0 : a >= [^:]*: [^:]*: \\(", "return (")),
        text(
            "float division multiplies by the reciprocal",
            text ->
                text.replace("((float)(a) / (float)(b))", "((float)(a) * (1.0f / (float)(b)))")),
        text(
            "characters are sign-extended",
            text -> text.replace("__global ushort*", "__global short*")),
        text(
            "the last work item does nothing",
            text -> text.replace(">= count_0) return;", ">= max(count_0, 2u) - 1u) return;")),
        text(
            "min and max ignore the sign of zero",
            text -> text.replace("a == 0 && b == 0 ?", "false ?")),
        plan(
            "the last iteration is left out",
            run -> PlanEdits.counts(run, Math.max(1, run.launch().space().counts()[0] - 1))),
        plan(
            "the loop variable is wrong after the loop",
            run -> PlanEdits.resume(run, run.resume() + 1)),
        plan(
            "the plan says one element less is written",
            run ->
                PlanEdits.accesses(
                    run,
                    a ->
                        written(a, a.writtenFrom(), Math.max(a.writtenFrom(), a.writtenTo() - 1)))),
        plan(
            "the plan says one element less is read",
            run ->
                PlanEdits.accesses(
                    run,
                    a ->
                        new ArrayAccess(
                            a.parameter(),
                            Math.min(a.readTo(), a.readFrom() + 1),
                            a.readTo(),
                            a.writtenFrom(),
                            a.writtenTo(),
                            a.writesAll()))),
        plan(
            "the plan says that all of the written range is written",
            run ->
                PlanEdits.accesses(
                    run,
                    a ->
                        new ArrayAccess(
                            a.parameter(),
                            a.readFrom(),
                            a.readTo(),
                            a.writtenFrom(),
                            a.writtenTo(),
                            true))),
        new BrokenCompiler(
            "two parameters that are one array go unnoticed", false, new PlanEdits.NoAliases()),
        new BrokenCompiler(
            "exceptions of iterations go unnoticed",
            false,
            new Sabotage() {
              @Override
              public void launched(LaunchPlan.Run run) {
                if (run.launch().violation() != Launch.PROVEN) {
                  ((int[]) run.launch().arguments()[run.launch().violation()])[0] = 0;
                }
              }
            }));
  }

  private static ArrayAccess written(ArrayAccess a, int from, int to) {
    return new ArrayAccess(a.parameter(), a.readFrom(), a.readTo(), from, to, a.writesAll());
  }

  private static BrokenCompiler kernel(String what, UnaryOperator<byte[]> edit) {
    return new BrokenCompiler(
        what,
        false,
        new Sabotage() {
          @Override
          public byte[] kernel(byte[] classFile) {
            return edit.apply(classFile);
          }
        });
  }

  private static BrokenCompiler text(String what, UnaryOperator<String> edit) {
    return new BrokenCompiler(
        what,
        true,
        new Sabotage() {
          @Override
          public String text(String openCl) {
            return edit.apply(openCl);
          }
        });
  }

  private static BrokenCompiler plan(String what, UnaryOperator<LaunchPlan.Run> edit) {
    return new BrokenCompiler(
        what,
        false,
        new Sabotage() {
          @Override
          public LaunchPlan plan(LoopKernel kernel, int start, Object[] captures) {
            LaunchPlan plan = kernel.plan(start, captures);
            return plan instanceof LaunchPlan.Run run ? edit.apply(run) : plan;
          }
        });
  }
}
