package dev.slipstream.runtime.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.runtime.configuration.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class LauncherTest {
  private final Properties properties = new Properties();
  private final Map<String, String> environment = new HashMap<>();

  private LaunchedRank rank() throws MembershipException {
    return launched().orElseThrow();
  }

  private Optional<LaunchedRank> launched() throws MembershipException {
    Settings settings = Settings.read(properties, environment, "");
    assertThat(settings.problems()).isEmpty();
    return new Launcher(settings.cluster(), environment).rank();
  }

  private void slurm() {
    environment.put("SLURM_PROCID", "3");
    environment.put("SLURM_STEP_NUM_TASKS", "4");
    environment.put("SLURM_STEP_NODELIST", "gpu[003-010,12]-ib,login");
    environment.put("SLURM_JOB_ID", "77");
    environment.put("SLURM_STEP_ID", "0");
  }

  @Test
  void aProcessWithoutALauncherRunsAlone() throws MembershipException {
    assertThat(launched()).isEmpty();
  }

  @Test
  void aRunOfOneProcessRunsAlone() throws MembershipException {
    environment.put("OMPI_COMM_WORLD_RANK", "0");
    environment.put("OMPI_COMM_WORLD_SIZE", "1");
    assertThat(launched()).isEmpty();
  }

  @Test
  void propertiesComeFirst() throws MembershipException {
    slurm();
    properties.setProperty("slipstream.rank", "1");
    properties.setProperty("slipstream.size", "2");
    properties.setProperty("slipstream.rendezvous", "[::1]:4000");
    assertThat(rank()).isEqualTo(new LaunchedRank(1, 2, "::1", 4000, "slipstream.rank"));
  }

  @Test
  void environmentVariablesOfTheSameNamesComeNext() throws MembershipException {
    slurm();
    environment.put("SLIPSTREAM_RANK", "0");
    environment.put("SLIPSTREAM_SIZE", "2");
    environment.put("SLIPSTREAM_RENDEZVOUS", "a.example:4000");
    assertThat(rank()).isEqualTo(new LaunchedRank(0, 2, "a.example", 4000, "slipstream.rank"));
  }

  @Test
  void openMpiTellsAllOnOneHost() throws MembershipException {
    environment.put("OMPI_COMM_WORLD_RANK", "2");
    environment.put("OMPI_COMM_WORLD_SIZE", "3");
    environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", "3");
    environment.put("PMIX_NAMESPACE", "prterun-a-1@1");
    environment.put("PMIX_RANK", "2");
    LaunchedRank rank = rank();
    assertThat(rank.host()).isEqualTo("127.0.0.1");
    assertThat(rank.port()).isBetween(18_000, 30_000);
    environment.put("PMIX_NAMESPACE", "prterun-a-2@1");
    assertThat(rank().port()).as("another job").isNotEqualTo(rank.port());
  }

  @Test
  void openMpiOnSeveralHostsNeedsARendezvous() throws MembershipException {
    slurm();
    environment.put("OMPI_COMM_WORLD_RANK", "2");
    environment.put("OMPI_COMM_WORLD_SIZE", "3");
    environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
    assertThatThrownBy(this::rank)
        .hasMessageContaining("rank 2 of 3 (mpirun)")
        .hasMessageContaining("set slipstream.rendezvous");
    environment.put("SLIPSTREAM_RENDEZVOUS", "a:4000");
    assertThat(rank()).isEqualTo(new LaunchedRank(2, 3, "a", 4000, "mpirun"));
  }

  @Test
  void openMpiComesBeforeTheSlurmVariablesOfItsDaemon() throws MembershipException {
    slurm();
    environment.put("OMPI_COMM_WORLD_RANK", "1");
    environment.put("OMPI_COMM_WORLD_SIZE", "2");
    environment.put("SLIPSTREAM_RENDEZVOUS", "a:4000");
    assertThat(rank().size()).isEqualTo(2);
  }

  @Test
  void slurmTellsAll() throws MembershipException {
    slurm();
    LaunchedRank rank = rank();
    assertThat(rank.rank()).isEqualTo(3);
    assertThat(rank.size()).isEqualTo(4);
    assertThat(rank.host()).isEqualTo("gpu003-ib");
    assertThat(rank.origin()).isEqualTo("srun");
  }

  @Test
  void aBatchScriptThatSrunHasNotStartedRunsAlone() throws MembershipException {
    slurm();
    environment.remove("SLURM_STEP_NODELIST");
    assertThat(launched()).isEmpty();
  }

  @Test
  void theFirstHostOfAListIsFound() {
    assertThat(Launcher.firstHost("a")).isEqualTo("a");
    assertThat(Launcher.firstHost("a,b")).isEqualTo("a");
    assertThat(Launcher.firstHost("n[1,3-4]")).isEqualTo("n1");
    assertThat(Launcher.firstHost("r[2-3]n[07-09],x")).isEqualTo("r2n07");
  }

  @Test
  void anIndexedJobNeedsItsSizeAndService() throws MembershipException {
    environment.put("JOB_COMPLETION_INDEX", "2");
    environment.put("HOSTNAME", "heat-2");
    assertThatThrownBy(this::rank).hasMessageContaining("set slipstream.size");
    environment.put("SLIPSTREAM_SIZE", "4");
    assertThatThrownBy(this::rank).hasMessageContaining("set slipstream.rendezvous");
    environment.put("SLIPSTREAM_SERVICE", "heat.default.svc");
    assertThat(rank().host()).isEqualTo("heat-0.heat.default.svc");
  }

  @Test
  void whatContradictsItselfIsNamed() {
    properties.setProperty("slipstream.size", "2");
    assertThatThrownBy(this::rank).hasMessageContaining("slipstream.rank is not");
    properties.setProperty("slipstream.rank", "2");
    assertThatThrownBy(this::rank)
        .hasMessageContaining("slipstream.rank is 2, but slipstream.size");
    properties.setProperty("slipstream.rank", "two");
    assertThatThrownBy(this::rank).hasMessageContaining("is 'two', but takes 0 to");
    properties.setProperty("slipstream.rank", "1");
    properties.setProperty("slipstream.rendezvous", "nowhere");
    assertThatThrownBy(this::rank).hasMessageContaining("has the form HOST:PORT");
    properties.setProperty("slipstream.rendezvous", "a:b");
    assertThatThrownBy(this::rank).hasMessageContaining("the port of slipstream.rendezvous is 'b'");
    properties.clear();
    environment.put("OMPI_COMM_WORLD_RANK", "1");
    environment.put("OMPI_COMM_WORLD_SIZE", "4");
    environment.put("PMIX_RANK", "3");
    assertThatThrownBy(this::rank).hasMessageContaining("but PMIX_RANK is 3");
    environment.remove("PMIX_RANK");
    environment.put("SLIPSTREAM_SIZE", "8");
    assertThatThrownBy(this::rank).hasMessageContaining("is 8, but OMPI_COMM_WORLD_SIZE is 4");
    environment.remove("OMPI_COMM_WORLD_RANK");
    environment.remove("OMPI_COMM_WORLD_SIZE");
    assertThatThrownBy(this::rank).hasMessageContaining("size is set, but slipstream.rank is not");
  }
}
