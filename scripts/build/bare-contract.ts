import { sep } from 'node:path';
import type { Plugin } from 'vite';

/** Parts of an endpoint that only the server and the OpenAPI document read. */
const FOR_THE_SERVER = new Set([
  'summary',
  'tag',
  'suppliedToken',
  'headers',
  'params',
  'query',
  'body',
  'status',
  'isExisting',
  'mayBeEmpty',
  'carriesSecret',
  'isIdempotent',
]);

/** A syntax tree node, with the fields used here. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Syntax;
  readonly object?: Syntax;
  readonly property?: Syntax;
  readonly key?: Syntax;
  readonly arguments?: readonly Syntax[];
  readonly properties?: readonly Syntax[];
  readonly regex?: { readonly pattern: string; readonly flags: string };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const isMethod = (node: Syntax, name: string) =>
  node.type === 'CallExpression' &&
  node.callee?.type === 'MemberExpression' &&
  node.callee.property?.name === name &&
  node.callee.object !== undefined;

/** Removes an element of a list, including the comma after it. */
const withoutElement = (code: string, { start, end }: Syntax): Edit => ({
  start,
  end: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0),
  text: '',
});

/** Edits that remove a call; does not look inside it. */
function cutsOf(code: string, call: Syntax): Edit[] {
  const withoutCall: Edit = { start: call.callee?.object?.end ?? call.end, end: call.end, text: '' };
  if (call.callee?.name === 'endpoint')
    return (call.arguments?.[0]?.properties ?? [])
      .filter(({ key }) => FOR_THE_SERVER.has(key?.name ?? ''))
      .map((property) => withoutElement(code, property));
  // Ids and descriptions are only for the document.
  if (isMethod(call, 'register')) return [withoutCall];
  if (!isMethod(call, 'check')) return [];
  const checks = call.arguments ?? [];
  const descriptions = checks.filter((check) => isMethod(check, 'describe'));
  return descriptions.length === checks.length
    ? [withoutCall]
    : descriptions.map((description) => withoutElement(code, description));
}

/**
 * Removes the parts of a contract module that no television reads, and marks the creation of its constants as pure, so
 * that the bundler drops unused ones. That holds for regular expressions too: those that old engines cannot parse become
 * calls that may fail.
 *
 * @param program its syntax tree, as Vite parses it
 */
export function withoutDocument(code: string, program: unknown): string {
  const edits: Edit[] = [];
  const visit = (node: Syntax, isConstant: boolean) => {
    const isCall = node.type === 'CallExpression';
    const cuts = isCall ? cutsOf(code, node) : [];
    edits.push(...cuts);
    const isCut = cuts.some(({ end }) => end === node.end);
    if (isCall && isConstant && !isCut) edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' });
    if (node.regex && isConstant) {
      const { pattern, flags } = node.regex;
      const text = `/* @__PURE__ */ new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`;
      edits.push({ start: node.start, end: node.end, text });
    }
    const isInside = isConstant ? !node.type.includes('Function') : node.type === 'VariableDeclarator';
    for (const child of Object.values(node).flat())
      if (isSyntax(child) && !cuts.some(({ start, end }) => child.start >= start && child.end <= end))
        visit(child, isInside);
  };
  visit(program as Syntax, false);

  let text = '';
  let at = 0;
  for (const edit of edits.sort((one, other) => one.start - other.start)) {
    if (edit.start < at) continue;
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

/**
 * The app validates the server's answers. It needs neither the schemas of its own requests (they are types) nor
 * descriptions.
 *
 * @param folder of the contract
 */
export const bareContract = (folder: string): Plugin => ({
  name: 'bora:bare-contract',
  apply: 'build',
  transform(code, id) {
    if (!id.startsWith(folder + sep)) return undefined;
    return { code: withoutDocument(code, this.parse(code)), map: null };
  },
});
