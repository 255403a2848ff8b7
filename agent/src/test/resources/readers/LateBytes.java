import dev.slipstream.api.Parallel;
import java.net.http.HttpRequest.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.Stream;

public class LateBytes {
  static void fill(byte[] made) {
    for (@Parallel int i = 0; i < made.length; i++) {
      int s = 0;
      for (int k = 0; k < 500; k++) s = s * 31 + k + i;
      made[i] = (byte) s;
    }
  }

  static byte[] made() {
    byte[] made = new byte[4096];
    fill(made);
    return made;
  }

  public static void main(String[] args) throws Throwable {
    byte[] kept = new byte[4096];
    hash(List.of(kept), kept);
    hash(Stream.of(1, 2).map(i -> made())::iterator, new byte[4096]);
  }

  static void hash(Iterable<byte[]> content, byte[] filled) throws Exception {
    BodyPublisher p = BodyPublishers.ofByteArrays(content);
    CompletableFuture<Integer> got = new CompletableFuture<>();
    CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
    p.subscribe(
        new Flow.Subscriber<ByteBuffer>() {
          int h;

          public void onSubscribe(Flow.Subscription s) {
            subscribed.complete(s);
          }

          public void onNext(ByteBuffer b) {
            while (b.hasRemaining()) h = h * 31 + b.get();
          }

          public void onError(Throwable t) {
            got.completeExceptionally(t);
          }

          public void onComplete() {
            got.complete(h);
          }
        });
    Flow.Subscription s = subscribed.get();
    fill(filled);
    s.request(100);
    System.out.println(got.get());
  }
}
