package dev.slipstream.compiler.guard.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlatformCallsTest {
  @Test
  void packagesThatTheJdkExportsToAllAreKnownToBeItsOwn() {
    List<String> packages =
        ModuleFinder.ofSystem().findAll().stream()
            .map(ModuleReference::descriptor)
            .flatMap(module -> module.exports().stream())
            .filter(exports -> !exports.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .toList();
    assertThat(packages)
        .contains("java.util", "org.ietf.jgss")
        .allSatisfy(
            name ->
                assertThat(PlatformCalls.isPlatform(name.replace('.', '/') + "/Type"))
                    .as(name)
                    .isTrue());
  }
}
