import type { Tree } from "../types.ts";

/** The direct parts of a tree. */
export function children(tree: Tree): Tree[] {
  switch (tree.kind) {
    case "negate":
    case "not":
      return [tree.operand];
    case "binary":
    case "and":
    case "or":
      return [tree.left, tree.right];
    case "choose":
      return [tree.condition, tree.yes, tree.otherwise];
    case "index":
      return [tree.target, tree.index];
    case "list":
      return tree.items;
    case "call":
      return tree.arguments;
    default:
      return [];
  }
}

/** Every name a tree reads as a value, and every name it calls. */
export function namesIn(tree: Tree, found = { values: new Set<string>(), calls: new Set<string>() }) {
  if (tree.kind === "name") found.values.add(tree.name);
  if (tree.kind === "call") found.calls.add(tree.name);
  for (const child of children(tree)) namesIn(child, found);
  return found;
}

/** How deep a tree nests; a chain of one operator, or of `otherwise`, is one level however long. */
export function depthOf(tree: Tree): number {
  const chain =
    tree.kind === "choose" ? tree.otherwise : tree.kind === "binary" || tree.kind === "and" || tree.kind === "or" ? tree.left : undefined;
  let deepest = 0;
  for (const child of children(tree)) {
    const depth = depthOf(child);
    deepest = Math.max(deepest, child === chain && child.kind === tree.kind ? depth - 1 : depth);
  }
  return deepest + 1;
}
