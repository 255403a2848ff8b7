package dev.slipstream.agent.ranks;

import dev.slipstream.fixture.Tool;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Network namespaces, connected by a bridge, each with its own address: a kind of hosts. */
final class Namespaces implements AutoCloseable {
  private static final String PREFIX = "slipstream-";
  private static final String NET = "10.213.77.";
  private static final String BRIDGE = "bridge";

  private final String ip;
  private final String own;
  private final int count;

  private Namespaces(String ip, int count) {
    this.ip = ip;
    this.own = PREFIX + ProcessHandle.current().pid() + "-";
    this.count = count;
  }

  /** Creates some namespaces; skips the test where that is not possible. */
  static Namespaces assume(int count) throws IOException, InterruptedException {
    Namespaces made = new Namespaces(Tool.assume("ip").toString(), count);
    try {
      made.removeLeftOvers();
      made.make();
    } catch (IllegalStateException refused) {
      made.close();
      return Assumptions.abort("no network namespaces can be made here: " + refused.getMessage());
    }
    return made;
  }

  private void make() throws IOException, InterruptedException {
    add(BRIDGE);
    in(BRIDGE, "link add name hub type bridge");
    in(BRIDGE, "link set dev hub up");
    for (int k = 0; k < count; k++) {
      add("" + k);
      in(BRIDGE, "link add name p" + k + " type veth peer name eth0 netns " + own + k);
      in(BRIDGE, "link set dev p" + k + " master hub up");
      in("" + k, "address add " + address(k) + "/24 dev eth0");
      in("" + k, "link set dev lo up");
      connect(k);
    }
  }

  private void add(String name) throws IOException, InterruptedException {
    Tool.run(ip, "netns", "add", own + name);
  }

  private void in(String name, String command) throws IOException, InterruptedException {
    Tool.run((ip + " -n " + own + name + " " + command).split(" "));
  }

  /** Returns the address of a namespace. */
  String address(int k) {
    return NET + (k + 1);
  }

  /** Returns the words to put in front of a command that runs in a namespace. */
  List<String> prefix(int k) {
    return List.of(ip, "netns", "exec", own + k);
  }

  /** Cuts a namespace off: no packet gets in or out. */
  void cut(int k) throws IOException, InterruptedException {
    in("" + k, "link set dev eth0 down");
  }

  /** Makes a namespace's network work, perhaps again. */
  void connect(int k) throws IOException, InterruptedException {
    in("" + k, "link set dev eth0 up");
  }

  /** Removes the namespaces of tests that did not finish. */
  private void removeLeftOvers() throws IOException, InterruptedException {
    for (String line : Tool.run(ip, "netns", "list").lines().toList()) {
      String name = line.split(" ")[0];
      if (name.matches(PREFIX + "[0-9]+-.*")
          && ProcessHandle.of(Long.parseLong(name.split("-")[1])).isEmpty()) {
        Tool.run(ip, "netns", "del", name);
      }
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    for (int k = 0; k < count; k++) {
      remove("" + k);
    }
    remove(BRIDGE);
  }

  private void remove(String name) throws IOException, InterruptedException {
    try {
      Tool.run(ip, "netns", "del", own + name);
    } catch (IllegalStateException none) {
      // It did not exist.
    }
  }
}
