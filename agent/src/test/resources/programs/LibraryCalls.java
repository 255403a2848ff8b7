/** Arrays of loops that are passed to classes of the JDK in each way that programs know. */
public class LibraryCalls {
  public static void main(String[] arguments) {
    ArrayCalls.cases();
    StreamCalls.cases();
    TextAndBuffers.cases();
    InputAndOutput.cases();
    Coding.cases();
    Reflection.cases();
    Images.cases();
  }
}
