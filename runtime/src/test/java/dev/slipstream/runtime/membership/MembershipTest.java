package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MembershipTest {
  private static Member member(int rank, String machine) {
    return new Member(rank, machine, machine, 100 + rank, new byte[0]);
  }

  @Test
  void processesOfOneMachineShareItInTheOrderOfTheirRanks() {
    List<Member> members =
        List.of(member(0, "a"), member(1, "b"), member(2, "a"), member(3, "a"), member(4, "b"));
    assertThat(new Membership(3, members, 0).localRank()).isEqualTo(2);
    assertThat(new Membership(3, members, 0).localSize()).isEqualTo(3);
    assertThat(new Membership(4, members, 0).localRank()).isEqualTo(1);
    assertThat(new Membership(4, members, 0).localSize()).isEqualTo(2);
  }

  @Test
  void membersStandInTheOrderOfTheirRanks() {
    assertThatThrownBy(() -> new Membership(0, List.of(member(1, "a"), member(0, "a")), 0))
        .hasMessageContaining("is in the place of rank 0");
    assertThatThrownBy(() -> new Membership(1, List.of(member(0, "a")), 0))
        .hasMessageContaining("there is no rank 1 of 1");
  }
}
