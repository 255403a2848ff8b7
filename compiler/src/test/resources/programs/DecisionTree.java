import dev.slipstream.api.Parallel;

/** Rows of a table walk down a decision tree that is kept in arrays. */
class DecisionTree {
  private int[] feature;
  private float[] threshold;
  private int[] left;
  private int[] right;

  int[] predict(float[][] rows) {
    int[] result = new int[rows.length];
    for (@Parallel int r = 0; r < rows.length; r++) {
      int node = 0;
      while (feature[node] >= 0) {
        node = rows[r][feature[node]] <= threshold[node] ? left[node] : right[node];
      }
      result[r] = -feature[node] - 1;
    }
    return result;
  }

  static Object run(int size) {
    DecisionTree tree = new DecisionTree();
    int nodes = 31;
    tree.feature = new int[nodes];
    tree.threshold = new float[nodes];
    tree.left = new int[nodes];
    tree.right = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      boolean leaf = 2 * i + 2 >= nodes;
      tree.feature[i] = leaf ? -1 - i % 4 : i % 6;
      tree.threshold[i] = 5 + i % 3;
      tree.left[i] = leaf ? 0 : 2 * i + 1;
      tree.right[i] = leaf ? 0 : 2 * i + 2;
    }
    float[][] rows = new float[size][6];
    for (int r = 0; r < size; r++) {
      for (int f = 0; f < 6; f++) {
        rows[r][f] = (r * 7 + f * 11) % 12;
      }
    }
    return tree.predict(rows);
  }
}
