import features from './chromium-features.json' with { type: 'json' };

/*
 * Compares a style sheet with the features that a version of Chromium has, by MDN's data (scripts/compat-data.ts).
 */

/** `@media (…) { … }`, a rule or a declaration; `blocks` of a rule are its declarations. */
interface CssNode {
  /** The text before `{` or, of a declaration or a statement, all of it. */
  readonly head: string;
  readonly blocks: readonly CssNode[] | null;
}

/** Notation that has no name in the text: eight-digit colours, and colours without commas. */
const NOTATIONS: readonly (readonly [RegExp, number, string])[] = [
  [/#([\da-f]{8}|[\da-f]{4})\b/i, 62, 'a colour with four parts'],
  [/\b(rgb|hsl)a?\(\s*[\d.%]+\s+[\d.%]/i, 65, 'a colour without commas'],
];

/** Values that flex boxes have had since 29 and clip's `rect()`, where MDN's data speaks of something newer. */
const OLDER_THAN_TOLD = /^((justify|align)-(content|items|self): (space-between|space-around|stretch)|rect\(\))$/;

const { css } = features;
type Versions = Readonly<Record<string, number>>;
const values: Readonly<Record<string, Versions>> = css.values;

/** Splits at `separator` outside brackets and quotes. */
function split(text: string, separators: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charAt(index);
    if (quote) {
      if (letter === '\\') index += 1;
      else if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(' || letter === '[') depth += 1;
    else if (letter === ')' || letter === ']') depth -= 1;
    else if (depth === 0 && separators.includes(letter)) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Parses minified CSS; comments are removed. */
export function parseCss(text: string): CssNode[] {
  const source = text.replace(/\/\*[\s\S]*?\*\//g, '');
  let at = 0;
  const nodesUntil = (end: '}' | ''): CssNode[] => {
    const nodes: CssNode[] = [];
    while (at < source.length) {
      const [head = ''] = split(source.slice(at), '{;}');
      at += head.length;
      const closing = source.charAt(at);
      at += 1;
      if (closing === '{') nodes.push({ head: head.trim(), blocks: nodesUntil('}') });
      else if (head.trim() !== '') nodes.push({ head: head.trim(), blocks: null });
      if (closing === '}' && end === '}') break;
    }
    return nodes;
  };
  return nodesUntil('');
}

const writeCss = (nodes: readonly CssNode[]): string =>
  nodes.map(({ head, blocks }) => (blocks === null ? `${head};` : `${head}{${writeCss(blocks)}}`)).join('');

/** Features of a text, as `[name, first version]`, that are newer than `chromium`. */
type Found = readonly (readonly [name: string, since: number])[];

const named = (versions: Versions, names: Iterable<string>, write = (name: string) => name): Found =>
  [...names].flatMap((name) => (versions[name] === undefined ? [] : [[write(name), versions[name]] as const]));
const matches = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

function ofDeclaration(head: string): Found {
  const [property = '', ...rest] = head.split(':').map((part) => part.trim());
  if (property.startsWith('--')) return [];
  const value = rest.join(':').replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  return [
    ...named(css.properties, [property]),
    ...named(
      values[property] ?? {},
      matches(value, /(?<![\w#.-])([a-z][a-z-]*)(?![\w(-])/g),
      (name) => `${property}: ${name}`,
    ),
    ...named(css.functions, matches(value, /(?<![\w-])([a-z-]+)\(/g), (name) => `${name}()`),
    ...NOTATIONS.filter(([pattern]) => pattern.test(value)).map(([, since, name]) => [name, since] as const),
  ];
}

const ofSelector = (head: string): Found =>
  named(css.selectors, matches(head, /::?([a-z][a-z-]*)/g), (name) => `:${name}`);

function ofAtRule(head: string): Found {
  const name = /^@([\w-]+)/.exec(head)?.[1] ?? '';
  return [
    ...named(css.atRules, [name], (rule) => `@${rule}`),
    ...(name === 'media' ? named(css.media, matches(head, /\(\s*([a-z-]+)/g), (media) => `@media (${media})`) : []),
  ];
}

/** Declarations in the condition of `@supports`. */
const ofCondition = (head: string): Found =>
  [...head.matchAll(/\(([\w-]+\s*:[^()]*(?:\([^()]*\)[^()]*)*)\)/g)].flatMap(([, declaration = '']) =>
    ofDeclaration(declaration),
  );

export interface NewerCss {
  readonly feature: string;
  /** The first Chromium that has it. */
  readonly since: number;
  /** The selector and declaration, or the at-rule. */
  readonly where: string;
}

const propertyOf = ({ head }: CssNode) => head.split(':', 1)[0]?.trim() ?? '';

/** Removes from a style sheet what `chromium` does not know, as its parser would, and lists what has no alternative. */
export function withoutNewer(text: string, chromium: number): { readonly css: string; readonly newer: NewerCss[] } {
  const newer: NewerCss[] = [];
  const beyondOf = (found: Found) =>
    found.filter(([feature, since]) => since > chromium && !OLDER_THAN_TOLD.test(feature));
  const isNew = (found: Found, where: string, hasAlternative = false) => {
    const beyond = beyondOf(found);
    if (!hasAlternative) newer.push(...beyond.map(([feature, since]) => ({ feature, since, where })));
    return beyond.length > 0;
  };
  /** The same property with a value that the engine knows, or with a prefix. */
  const hasAlternative = (node: CssNode, siblings: readonly CssNode[]) =>
    siblings.some(
      (other) =>
        other !== node &&
        [propertyOf(node), `-webkit-${propertyOf(node)}`].includes(propertyOf(other)) &&
        beyondOf(ofDeclaration(other.head)).length === 0,
    );
  const keep = (nodes: readonly CssNode[], parent: string): CssNode[] =>
    nodes.flatMap((node): CssNode[] => {
      const { head, blocks } = node;
      if (blocks === null) {
        if (head.startsWith('@')) return isNew(ofAtRule(head), head) ? [] : [node];
        return isNew(ofDeclaration(head), `${parent} { ${head} }`, hasAlternative(node, nodes)) ? [] : [node];
      }
      // Its authors asked whether the engine has the feature, so that it is no finding.
      if (head.startsWith('@supports') && ofCondition(head).some(([, since]) => since > chromium))
        return /\bnot\b/.test(head) ? keep(blocks, head) : [];
      if (head.startsWith('@')) {
        // The blocks of these are no selectors.
        const inner = /^@(-webkit-)?keyframes|^@font-face|^@page/.test(head) ? blocks : keep(blocks, head);
        return isNew(ofAtRule(head), head) ? [] : [{ head, blocks: inner }];
      }
      // An unknown selector invalidates the whole list.
      return isNew(ofSelector(head), head) ? [] : [{ head, blocks: keep(blocks, head) }];
    });
  const nodes = keep(parseCss(text), '');
  return { css: writeCss(nodes), newer };
}
