package dev.slipstream.compiler.guard.emission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.TestProgram;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class BenchmarkEndsTest {
  private static final String ANNOTATIONS =
      """
      package org.openjdk.jmh.annotations;

      class All {}

      @interface Benchmark {}

      @interface Setup {}

      @interface TearDown {}

      @interface Param {}

      class Bench {
        @Param int n;

        @Setup void fill() {}

        @Benchmark double[] forces(double[] f) {
          if (n == 3) {
            return null;
          }
          for (int i = 0; i < f.length; i++) {
            f[i] += n;
          }
          return f;
        }

        @Benchmark long count(boolean odd) {
          return odd ? 1 : 2;
        }

        @TearDown void check() {
          if (n > 3) {
            throw new IllegalStateException();
          }
        }

        double[] other(double[] f) {
          return f;
        }
      }
      """;

  private final BenchmarkEnds ends = new BenchmarkEnds("a/Guards");
  private final Map<String, byte[]> classes =
      TestProgram.javac("All", ANNOTATIONS, List.of("--release", "17"));

  @Test
  void eachReturnOfAMethodThatJmhCallsWaitsForLoops() {
    byte[] changed = changed("Bench").orElseThrow();
    assertThat(calls(changed, "forces")).isEqualTo(2);
    assertThat(calls(changed, "count")).isEqualTo(1);
    assertThat(calls(changed, "fill")).isEqualTo(1);
    assertThat(calls(changed, "check")).isEqualTo(1);
    assertThat(calls(changed, "other")).isZero();
    assertThat(calls(changed, "<init>")).isZero();
  }

  @Test
  void classesWithoutSuchMethodsStayAsTheyAre() {
    assertThat(changed("All")).isEmpty();
    assertThat(changed("Benchmark")).isEmpty();
  }

  private Optional<byte[]> changed(String name) {
    return ends.in(classes.get("org.openjdk.jmh.annotations." + name));
  }

  private static long calls(byte[] classFile, String name) {
    ClassNode node = new ClassNode();
    new ClassReader(classFile).accept(node, 0);
    MethodNode method =
        node.methods.stream().filter(m -> m.name.equals(name)).findFirst().orElseThrow();
    long calls = 0;
    for (var instruction : method.instructions) {
      if (instruction instanceof MethodInsnNode call && call.name.equals("loopsEnd")) {
        assertThat(call.owner).isEqualTo("a/Guards");
        int next = call.getNext().getOpcode();
        assertThat(next).as("a return").isBetween(172, 177);
        calls++;
      }
    }
    return calls;
  }
}
