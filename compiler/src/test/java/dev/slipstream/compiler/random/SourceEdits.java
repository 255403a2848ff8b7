package dev.slipstream.compiler.random;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Ways to make a source file smaller: members and statements to remove, loops to run once,
 * expressions to replace by a part or a literal. The edits leave alone whatever makes iterations
 * independent and loops finite: the places where elements are written, and the headers of loops.
 */
final class SourceEdits extends TreeScanner<Void, Void> {
  private final String text;
  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final List<Edit> edits = new ArrayList<>();

  private SourceEdits(String text, CompilationUnitTree unit, SourcePositions positions) {
    this.text = text;
    this.unit = unit;
    this.positions = positions;
  }

  /** Replaces a part of the text. */
  record Edit(int from, int to, String replacement) {
    String apply(String text) {
      return text.substring(0, from) + replacement + text.substring(to);
    }

    int saved() {
      return to - from - replacement.length();
    }
  }

  /** All edits, those that save most first. */
  static List<Edit> of(String text) {
    JavaFileObject file =
        new SimpleJavaFileObject(URI.create("mem:///Program.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignore) {
            return text;
          }
        };
    JavacTask task =
        (JavacTask)
            ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, d -> {}, List.of("-proc:none"), null, List.of(file));
    try {
      CompilationUnitTree unit = task.parse().iterator().next();
      SourceEdits edits = new SourceEdits(text, unit, Trees.instance(task).getSourcePositions());
      edits.scan(unit.getTypeDecls(), null);
      edits.members(unit);
      edits.edits.removeIf(e -> e.from < 0 || e.saved() <= 0);
      edits.edits.sort(Comparator.comparingInt(Edit::saved).reversed());
      return edits.edits;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void members(CompilationUnitTree compilation) {
    for (Tree type : compilation.getTypeDecls()) {
      if (type instanceof ClassTree program) {
        program.getMembers().forEach(member -> replace(member, ""));
      }
    }
  }

  /** Removes parameters together with the arguments of the same names. */
  @Override
  public Void visitMethod(MethodTree method, Void p) {
    for (VariableTree parameter : method.getParameters()) {
      String name = parameter.getName().toString();
      String without =
          (text.substring(0, from(parameter)) + "#" + text.substring(to(parameter)))
              .replaceFirst(", #|#, |#", "")
              .replaceAll(", " + name + "(?=[,)}])", "");
      edits.add(new Edit(0, text.length(), without));
    }
    return super.visitMethod(method, p);
  }

  private void replace(Tree tree, String replacement) {
    edits.add(new Edit(from(tree), to(tree), replacement));
  }

  private int from(Tree tree) {
    return (int) positions.getStartPosition(unit, tree);
  }

  private int to(Tree tree) {
    return (int) positions.getEndPosition(unit, tree);
  }

  private String textOf(Tree tree) {
    int from = from(tree);
    return from < 0 ? "" : text.substring(from, to(tree));
  }

  private void leaveOut(List<? extends StatementTree> statements) {
    for (StatementTree statement : statements) {
      // A statement that keeps a loop from running for hours remains.
      if (!textOf(statement).contains("> 40")) {
        replace(statement, "");
      }
    }
  }

  @Override
  public Void visitBlock(BlockTree block, Void p) {
    leaveOut(block.getStatements());
    return super.visitBlock(block, p);
  }

  @Override
  public Void visitIf(IfTree tree, Void p) {
    replace(tree, textOf(tree.getThenStatement()));
    if (tree.getElseStatement() != null) {
      replace(tree, textOf(tree.getElseStatement()));
      edits.add(new Edit(to(tree.getThenStatement()), to(tree), ""));
    }
    return super.visitIf(tree, p);
  }

  @Override
  public Void visitSwitch(SwitchTree tree, Void p) {
    tree.getCases().forEach(c -> c.getStatements().forEach(s -> replace(tree, textOf(s))));
    return super.visitSwitch(tree, p);
  }

  @Override
  public Void visitForLoop(ForLoopTree loop, Void p) {
    String body = textOf(loop.getStatement());
    StringBuilder once = new StringBuilder("{ ");
    loop.getInitializer().forEach(s -> once.append(once(s)));
    replace(loop, once + body + " }");
    scan(loop.getStatement(), p);
    return null;
  }

  private String once(StatementTree initializer) {
    String start = textOf(initializer).replace("@Parallel ", "");
    return start.endsWith(";") ? start + " " : start + "; ";
  }

  @Override
  public Void visitWhileLoop(WhileLoopTree loop, Void p) {
    replace(loop, textOf(loop.getStatement()));
    scan(loop.getStatement(), p);
    return null;
  }

  @Override
  public Void visitDoWhileLoop(DoWhileLoopTree loop, Void p) {
    replace(loop, textOf(loop.getStatement()));
    scan(loop.getStatement(), p);
    return null;
  }

  @Override
  public Void visitVariable(VariableTree variable, Void p) {
    if (variable.getInitializer() != null) {
      simplify(variable.getInitializer());
      scan(variable.getInitializer(), p);
    }
    return null;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void p) {
    simplify(tree.getExpression());
    scan(tree.getExpression(), p);
    return null;
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void p) {
    simplify(tree.getExpression());
    scan(tree.getExpression(), p);
    return null;
  }

  @Override
  public Void visitArrayAccess(ArrayAccessTree tree, Void p) {
    String array = textOf(tree.getExpression());
    if (!array.startsWith("w") && !array.startsWith("own")) {
      simplify(tree.getIndex());
      scan(tree.getIndex(), p);
    }
    return null;
  }

  @Override
  public Void visitBinary(BinaryTree tree, Void p) {
    parts(tree, List.of(tree.getLeftOperand(), tree.getRightOperand()));
    return super.visitBinary(tree, p);
  }

  @Override
  public Void visitUnary(UnaryTree tree, Void p) {
    if (tree.getKind() == Tree.Kind.UNARY_MINUS
        || tree.getKind() == Tree.Kind.LOGICAL_COMPLEMENT
        || tree.getKind() == Tree.Kind.BITWISE_COMPLEMENT) {
      parts(tree, List.of(tree.getExpression()));
    }
    return super.visitUnary(tree, p);
  }

  @Override
  public Void visitParenthesized(ParenthesizedTree tree, Void p) {
    parts(tree, List.of(tree.getExpression()));
    return super.visitParenthesized(tree, p);
  }

  @Override
  public Void visitTypeCast(TypeCastTree tree, Void p) {
    parts(tree, List.of(tree.getExpression()));
    return super.visitTypeCast(tree, p);
  }

  @Override
  public Void visitConditionalExpression(ConditionalExpressionTree tree, Void p) {
    parts(tree, List.of(tree.getTrueExpression(), tree.getFalseExpression()));
    return super.visitConditionalExpression(tree, p);
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void p) {
    parts(tree, tree.getArguments());
    return super.visitMethodInvocation(tree, p);
  }

  @Override
  public Void visitLiteral(LiteralTree tree, Void p) {
    if (tree.getValue() instanceof Integer i && i > 9) {
      replace(tree, String.valueOf(i / 2));
      replace(tree, String.valueOf(i / 10));
    }
    return null;
  }

  private void parts(ExpressionTree tree, List<? extends ExpressionTree> parts) {
    parts.forEach(part -> replace(tree, textOf(part)));
    simplify(tree);
  }

  private void simplify(ExpressionTree tree) {
    if (!(tree instanceof LiteralTree)) {
      replace(tree, "1");
      replace(tree, "true");
    }
  }
}
