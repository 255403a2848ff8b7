package dev.slipstream.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionTextTest {
  @Test
  void eachOptionHasOneText() {
    assertThat(OptionText.all())
        .extracting(OptionText::option)
        .containsExactlyInAnyOrder(Option.values());
  }

  @Test
  void onlyOptionsWithoutADefaultValueSayWhatHoldsWhileTheyAreNotSet() {
    assertThat(OptionText.all())
        .filteredOn(text -> !text.option().defaultValue().isEmpty())
        .allMatch(text -> text.unset().isEmpty());
  }

  @Test
  void eachTextIsInAGroupAndTheAdvancedOnesComeLast() {
    List<OptionText> texts = OptionText.all();
    assertThat(texts).noneMatch(text -> text.group().isBlank() || text.line().isBlank());
    assertThat(texts).first().matches(text -> !text.advanced());
    assertThat(texts).extracting(OptionText::advanced).isSorted();
  }

  @Test
  void aTerminalShowsNeitherCodeMarksNorLinks() {
    assertThat(OptionText.plain("`true` lets kernels, as [here](a.md#b), fuse"))
        .isEqualTo("true lets kernels, as here, fuse");
  }
}
