import { readdirSync, readFileSync } from 'node:fs';
import { Linter, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

/*
 * Names of times end with their unit. Two units meet only in a calculation: where milliseconds are added to seconds,
 * compared with them or stored as them, something lasts a thousand times too long or too short.
 */

type Unit = 'ms' | 's' | 'min' | 'h' | 'd';
const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/(?:Ms|_MS|_ms)$/, 'ms'],
  [/(?:[sS]econds|SECONDS)$/, 's'],
  [/(?:[mM]inutes|MINUTES)$/, 'min'],
  [/(?:[hH]ours|HOURS)$/, 'h'],
  [/(?:[dD]ays|DAYS)$/, 'd'],
];
interface Node {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly computed?: boolean;
  readonly left?: Node;
  readonly right?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
  readonly argument?: Node;
  readonly expression?: Node;
  readonly test?: Node;
  readonly consequent?: Node;
  readonly alternate?: Node;
}

const unitOfName = (name: string | undefined): Unit | undefined =>
  UNITS.find(([pattern]) => pattern.test(name ?? ''))?.[1];

/** Methods whose result has the unit of their arguments. */
const KEEPS_UNIT = /^(?:max|min|round|floor|ceil|abs)$/;

/** The unit of an expression; undefined where its names do not say it. */
function unitOf(node: Node | undefined): Unit | undefined {
  switch (node?.type) {
    case 'Identifier':
      return unitOfName(node.name);
    case 'MemberExpression':
      return node.computed ? undefined : unitOfName(node.property?.name);
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ChainExpression':
      return unitOf(node.expression);
    case 'UnaryExpression':
      return unitOf(node.argument);
    case 'LogicalExpression':
      return node.operator === '??' ? (unitOf(node.left) ?? unitOf(node.right)) : undefined;
    case 'ConditionalExpression':
      return unitOf(node.consequent) ?? unitOf(node.alternate);
    case 'BinaryExpression':
      return /^[-+%]$/.test(node.operator!) ? (unitOf(node.left) ?? unitOf(node.right)) : undefined;
    case 'CallExpression': {
      const name = node.callee?.property?.name ?? node.callee?.name;
      if (name === 'getTime' || (node.callee?.object?.name === 'Date' && /^(?:now|parse|UTC)$/.test(name ?? '')))
        return 'ms';
      if (node.callee?.object?.name === 'Math' && KEEPS_UNIT.test(name ?? ''))
        return node.arguments?.map(unitOf).find((unit) => unit !== undefined);
      return unitOfName(name);
    }
    default:
      return undefined;
  }
}

/** Arguments of these have a unit, by their place. */
const TAKES: Readonly<Record<string, number>> = { setTimeout: 1, setInterval: 1, after: 0, every: 0, withTimeout: 1 };

const rule: Rule.RuleModule = {
  create({ report }) {
    const compare = (node: unknown, one: Unit | undefined, other: Unit | undefined) => {
      if (one !== undefined && other !== undefined && one !== other)
        report({ node: node as never, message: `${one} and ${other}` });
    };
    /** Something with a name gets a value. */
    const give = (node: unknown, name: string | undefined, value: Node | undefined) => {
      compare(node, unitOfName(name), unitOf(value));
    };
    return {
      BinaryExpression(node) {
        const { operator, left, right } = node as unknown as Node;
        if (/^(?:[-+%]|[<>]=?|[!=]==)$/.test(operator!)) compare(node, unitOf(left), unitOf(right));
      },
      VariableDeclarator: (node) => give(node, (node.id as unknown as Node).name, node.init as unknown as Node),
      AssignmentExpression(node) {
        const { left, right, operator } = node as unknown as Node;
        if (/^[-+]?=$/.test(operator!)) compare(node, unitOf(left), unitOf(right));
      },
      AssignmentPattern: (node) => give(node, (node.left as unknown as Node).name, node.right as unknown as Node),
      Property: (node) => give(node, (node.key as unknown as Node).name, node.value as unknown as Node),
      CallExpression(node) {
        const { callee, arguments: given } = node as unknown as Node;
        const place = TAKES[callee?.property?.name ?? callee?.name ?? ''];
        if (place !== undefined) compare(node, 'ms', unitOf(given?.[place]));
      },
      NewExpression(node) {
        const { callee, arguments: given } = node as unknown as Node;
        if (callee?.name === 'Date' && given?.length === 1) compare(node, 'ms', unitOf(given[0]));
      },
    };
  },
};

function findIn(text: string, file = 'some.ts'): string[] {
  const messages = new Linter({ configType: 'flat' }).verify(
    text,
    {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      plugins: { own: { rules: { units: rule } } },
      rules: { 'own/units': 'error' },
    },
    { filename: file, allowInlineConfig: false },
  );
  return messages.map(({ message, line }) => `${file}:${line} ${message}`);
}

test.each([
  ['const untilMs = nowMs + LIFE_SECONDS;', 'ms and s'],
  ['const waitMs = reply.retry_after_seconds;', 'ms and s'],
  ['if (clock.now().getTime() - at > KNOWN_HOURS) forget();', 'ms and h'],
  ['run({ everySeconds: PERIOD_MS });', 's and ms'],
  ['function run(waitMs = WAIT_SECONDS) {}', 'ms and s'],
  ['new Date(at.getTime() + row.days);', 'ms and d'],
  ['clock.after(left.seconds, stop);', 'ms and s'],
  ['total.playSeconds += stepMs;', 's and ms'],
])('%s confuses units', (text, problem) => expect(findIn(text)).toEqual([`some.ts:1 ${problem}`]));

test.each([
  'const untilMs = nowMs + LIFE_SECONDS * 1000;',
  'const seconds = Math.round(leftMs / 1000);',
  'const LIFE_MS = 86_400_000;',
  'const untilMs = Math.min(endMs, at.getTime() + DAY_MS);',
])('%s does not', (text) => expect(findIn(text)).toEqual([]));

const texts = ['server', 'src', 'console', 'contract', 'platform'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [`${folder}/${path}`, readFileSync(`${folder}/${path}`, 'utf8')] as const),
);

test('no product code confuses units of time', () => {
  const isMixed = (text: string) => {
    const units = new Set(
      (text.match(/\w+|getTime/g) ?? []).map((word) => (word === 'getTime' ? 'ms' : unitOfName(word))),
    );
    units.delete(undefined);
    return units.size > 1;
  };
  const mixed = texts.filter(([, text]) => isMixed(text));
  expect(mixed.length).toBeGreaterThan(100);
  expect(mixed.flatMap(([file, text]) => findIn(text, file))).toEqual([]);
});

test('no constant in milliseconds is a whole number of hours in seconds', () => {
  const constants = texts.flatMap(([file, text]) =>
    [...text.matchAll(/\b(\w+_MS) = ([\d_]+);/g)].map(([, name, number]) => ({
      name: `${file} ${name}`,
      value: Number(number!.replaceAll('_', '')),
    })),
  );
  expect(constants.length).toBeGreaterThan(100);
  // Nobody chooses 3,600 ms: an hour is meant.
  const isMeantAsSeconds = (value: number) => value > 0 && value % 3600 === 0 && value % 1000 !== 0;
  expect(constants.filter(({ value }) => isMeantAsSeconds(value))).toEqual([]);
});
