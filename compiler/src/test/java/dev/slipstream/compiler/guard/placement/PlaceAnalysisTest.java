package dev.slipstream.compiler.guard.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.guard.Corpus;
import dev.slipstream.compiler.guard.GuardedProgram;
import dev.slipstream.compiler.guard.scan.KnownClasses;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The analysis has the same results as ASM's analyzer; where that one forgets names, it may know
 * them.
 */
class PlaceAnalysisTest {

  @Test
  void programsAreAnalysedAsByAsm() throws Exception {
    List<byte[]> classes = new ArrayList<>();
    Corpus.namedPrograms().forEach(program -> classes.addAll(program.classes().values()));
    classes.addAll(Corpus.sciMark().values());
    classes.addAll(Corpus.randomKernels(20261122, 0, 60).values());
    for (byte[] classFile : classes) {
      compare(classFile);
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {ClassReader.class, ClassWriter.class, Frame.class, Analyzer.class})
  void classesWithLongMethodsAreAnalysedAsByAsm(Class<?> type) throws Exception {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
      assertThat(in).isNotNull();
      compare(in.readAllBytes());
    }
  }

  private static void compare(byte[] classFile) throws AnalyzerException {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
    MotionBarriers barriers =
        new MotionBarriers(
            new ClassFiles(node, GuardedProgram.library(Map.of())), new KnownClasses());
    for (MethodNode method : node.methods) {
      if (method.instructions.size() > 0) {
        compare(node.name, method, barriers);
      }
    }
  }

  private static void compare(String owner, MethodNode method, MotionBarriers barriers)
      throws AnalyzerException {
    @Nullable Frame<BasicValue>[] expected = byAsm(owner, method, barriers);
    PlaceAnalysis places =
        new PlaceAnalysis(
            owner,
            method,
            ControlFlow.usesSubroutines(method)
                ? Optional.empty()
                : Optional.of(ControlFlow.of(method)),
            barriers);
    for (int i = 0; i < expected.length; i++) {
      String where = owner + "." + method.name + method.desc + " at " + i;
      Frame<BasicValue> frame = expected[i];
      assertThat(places.isReached(i)).as(where).isEqualTo(frame != null);
      Frame<BasicValue> stack = places.stackAt(i);
      if (stack != null && frame != null) {
        assertThat(stack.getStackSize()).as(where).isEqualTo(frame.getStackSize());
        for (int s = 0; s < stack.getStackSize(); s++) {
          BasicValue value = frame.getStack(s);
          assertThat(stack.getStack(s).getType()).as(where).isEqualTo(value.getType());
          assertThat(PlaceValue.names(stack.getStack(s)))
              .as(where)
              .containsAll(PlaceValue.names(value));
        }
      }
    }
  }

  private static @Nullable Frame<BasicValue>[] byAsm(
      String owner, MethodNode method, MotionBarriers barriers) throws AnalyzerException {
    InsnList instructions = method.instructions;
    return new Analyzer<BasicValue>(new PlaceInterpreter(instructions)) {
      @Override
      protected Frame<BasicValue> newFrame(int locals, int stack) {
        return new PlaceFrame(locals, stack, instructions, barriers);
      }

      @Override
      protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
        return new PlaceFrame(frame, instructions, barriers);
      }
    }.analyze(owner, method);
  }
}
