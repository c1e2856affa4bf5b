/*
 * What is no mutant. Texts for people: a changed text is a decision, and a test of it would only repeat it. The dependencies
 * of a hook: lint notices a missing one.
 */

const HANGUL = /[가-힣]/;

/** A text has Hangul, or several words. Identifiers, keys and codes are no texts. */
export const isText = (value: string) => HANGUL.test(value) || /\S\s+\S/.test(value);

/** Of the nodes of Babel what is read here. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly expressions?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  readonly properties?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly callee?: Node;
  readonly object?: Node;
  readonly arguments?: readonly Node[];
}

interface NodePath {
  readonly node: Node;
  readonly parent?: Node;
}

function textOf(node: Node | null): string | undefined {
  if (node?.type === 'StringLiteral') return node.value as string;
  if (node?.type === 'TemplateLiteral' && node.expressions?.length === 0) return node.quasis?.[0]?.value.raw;
  return undefined;
}

const isTextNode = (node: Node | null) => isText(textOf(node) ?? '');

/** `{ mon: '월요일', tue: '화요일' }`, `['월요일', '화요일']`: a table of nothing but texts. */
function isTableOfTexts({ type, properties = [], elements = [] }: Node): boolean {
  if (type === 'ObjectExpression')
    return properties.length > 1 && properties.every(({ value }) => isTextNode((value as Node | undefined) ?? null));
  return type === 'ArrayExpression' && elements.length > 1 && elements.every(isTextNode);
}

/** The message of an error, and what a log or the console gets. */
function isMessage({ node, parent }: NodePath): boolean {
  if (textOf(node) === undefined) return false;
  if (parent?.type === 'NewExpression') return /Error$/.test(parent.callee?.name ?? '');
  return parent?.type === 'CallExpression' && /^(console|log|logger)$/.test(parent.callee?.object?.name ?? '');
}

/** `[engine, visit]` of `useEffect(…, [engine, visit])`. */
const isDependencies = ({ node, parent }: NodePath) =>
  node.type === 'ArrayExpression' &&
  parent?.type === 'CallExpression' &&
  /^use[A-Z]/.test(parent.callee?.name ?? '') &&
  parent.arguments?.indexOf(node) !== 0;

/** An ignorer of Stryker: a reason why nothing below a node is changed. */
export const noise = {
  shouldIgnore(path: unknown): string | undefined {
    const nodePath = path as NodePath;
    if (isTextNode(nodePath.node) || isMessage(nodePath)) return 'a text';
    if (isDependencies(nodePath)) return 'dependencies of a hook';
    return isTableOfTexts(nodePath.node) ? 'a table of texts' : undefined;
  },
};
