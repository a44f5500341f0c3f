import type { Node } from './check-tree.ts';

// Conditions of CASE and COALESCE branches. A call in a branch runs only for rows that take the branch, so its
// arguments are computed under the same conditions.

export type Guard =
  /** CASE: taken when none of `before` is true and, unless it is the last branch, `when` is. */
  | { kind: 'case'; before: Node[]; when: Node | undefined }
  /** COALESCE: taken when all of these are null. */
  | { kind: 'coalesce'; before: Node[] };

/** Returns the branches of an expression, each with its guard. Empty if it has none. */
export function guardsOf(node: Node): Map<Node, Guard | undefined> {
  const branches = new Map<Node, Guard | undefined>();
  if (node.class === 'CASE') {
    const before: Node[] = [];
    for (const { when_expr: when, then_expr: then } of node.case_checks) {
      branches.set(when, before.length === 0 ? undefined : { kind: 'case', before: [...before], when: undefined });
      branches.set(then, { kind: 'case', before: [...before], when });
      before.push(when);
    }
    if (node.else_expr) branches.set(node.else_expr, { kind: 'case', before, when: undefined });
  }
  if (node.type === 'OPERATOR_COALESCE') {
    for (const [index, child] of node.children.entries())
      branches.set(child, index === 0 ? undefined : { kind: 'coalesce', before: node.children.slice(0, index) });
  }
  return branches;
}

/** Builds the value where the branch is taken and null elsewhere. `empty` creates the tree of a null. */
export function applyGuard(guard: Guard, value: Node, empty: () => Node): Node {
  const checks = guard.before.map((when) => ({
    when_expr: guard.kind === 'case' ? when : isNotNull(when),
    then_expr: empty(),
  }));
  if (guard.kind === 'case' && guard.when !== undefined) checks.push({ when_expr: guard.when, then_expr: value });
  const last = guard.kind === 'case' && guard.when !== undefined ? empty() : value;
  return { class: 'CASE', type: 'CASE_EXPR', alias: '', case_checks: checks, else_expr: last };
}

const isNotNull = (child: Node): Node => ({
  class: 'OPERATOR',
  type: 'OPERATOR_IS_NOT_NULL',
  alias: '',
  children: [child],
});
