import { readdirSync, readFileSync } from 'node:fs';
import { Linter, type Rule, type Scope } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';

/*
 * A query's key must name all that its call depends on: without the number of a page, a profile or a filter in the key, the
 * answer to one question is shown as the answer to another.
 */

/** The same for a whole session. */
const CONSTANT = new Set(['api', 'queryClient', 'queries']);
/** What a call uses without asking about it. */
const NO_QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  // The rest of one reading of all pages.
  'src/features/items/use-pages.ts': ['list', 'pageSize'],
  // The row that led to a title is told for sums; the answer is the same.
  'src/api/series.ts': ['row'],
  // Whoever uses the list gives its key; how often it is read and how long it is are no questions.
  'console/ui/list-page.tsx': ['read', 'limit', 'refreshMs'],
  // Another member begins with an empty page.
  'console/pages/staff/sessions.tsx': ['isOwner'],
  // The key has the size of the file, and when it changed.
  'console/editing/tracks/subtitle-file.tsx': ['body'],
};

type Range = readonly [number, number];
const isWithin = (inner: Range, outer: Range) => inner[0] >= outer[0] && inner[1] <= outer[1];
type Node = { readonly type: string; readonly range: Range; readonly id?: Node; readonly init?: Node | null };

/** Variables of a function, from outside of a part of it. */
function usedIn(part: Range, references: readonly Scope.Reference[]): Scope.Variable[] {
  const used = references
    .filter(({ identifier }) => isWithin(identifier.range!, part))
    .flatMap(({ resolved }) => (resolved ? [resolved] : []))
    .filter(({ scope, defs: [def] }) => scope.type === 'function' && def && !isWithin(def.name.range as Range, part));
  return [...new Set(used)];
}

/** What a constant of the function is put together from; undefined for one that is found out. */
const partsOf = ({ defs: [def] }: Scope.Variable) => {
  const node = def?.node as Node | undefined;
  const init = node?.type === 'VariableDeclarator' && node.id?.type === 'Identifier' ? node.init : undefined;
  return init && /^(?:Array|Object|ArrowFunction)Expression$/.test(init.type) ? init.range : undefined;
};

/** The names that a part depends on; one that is put together stands for its parts. */
function namesOf(part: Range, references: readonly Scope.Reference[], depth = 4): string[] {
  return usedIn(part, references).flatMap((variable) => {
    const parts = depth > 0 ? partsOf(variable) : undefined;
    return parts ? namesOf(parts, references, depth - 1) : [variable.name];
  });
}

const rule: Rule.RuleModule = {
  create({ sourceCode, report }) {
    const references = sourceCode.scopeManager.scopes.flatMap((scope) => scope.references);
    return {
      ObjectExpression(node) {
        const valueOf = (...names: string[]) => {
          const found = node.properties.find(
            (one) => one.type === 'Property' && one.key.type === 'Identifier' && names.includes(one.key.name),
          );
          return found?.type === 'Property' ? found.value.range : undefined;
        };
        const [key, load] = [valueOf('queryKey', 'key'), valueOf('queryFn', 'read')];
        if (!key || !load) return;
        const known = new Set(namesOf(key, references));
        const missing = [...new Set(namesOf(load, references))].filter(
          (name) => !known.has(name) && !CONSTANT.has(name),
        );
        report({ node, message: JSON.stringify(missing) });
      },
    };
  },
};

/** For each query of a text, what its key does not name. */
function missingIn(text: string, file = 'some.tsx'): string[][] {
  const messages = new Linter({ configType: 'flat' }).verify(
    text,
    {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parser: tseslint.parser as Linter.Parser, parserOptions: { ecmaFeatures: { jsx: true } } },
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      plugins: { own: { rules: { keys: rule } } },
      rules: { 'own/keys': 'error' },
    },
    { filename: file, allowInlineConfig: false },
  );
  return messages.map(({ message }) => JSON.parse(message) as string[]);
}

describe('a key of a query', () => {
  test.each([
    ['names what its call names', `queryKey: ['pages', id, page], queryFn: () => load({ id, page })`, []],
    ['names less', `queryKey: ['pages', id], queryFn: () => load({ id, page })`, ['page']],
    ['is a constant', `queryKey: key, queryFn: () => load({ id, page })`, ['page']],
    ['stands for parameters', `queryKey: key, queryFn: () => load(params)`, []],
    [
      'names one of two that come from one',
      `queryKey: ['pages', first], queryFn: () => load({ first, last })`,
      ['last'],
    ],
    ['is of a list', `key: ['pages'], read: (at) => load({ id, at })`, ['id']],
  ])('%s', (_name, query, missing) => {
    const text = `import { load } from './load.ts';
      export function usePage({ id, page }: { id: string; page: number }) {
        const key = ['pages', id];
        const params = { id };
        const [first, last] = [id.slice(0, 1), id.slice(1)];
        return [useQuery({ ${query} }), key, params, first, last];
      }`;
    expect(missingIn(text)).toEqual([missing]);
  });

  const files = ['src', 'console'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.tsx?$/.test(path)),
  );

  test('names all that its call depends on, in the app and in the console', () => {
    let count = 0;
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      if (!/\bqueryFn\b|\bread:/.test(text)) return [];
      const queries = missingIn(text, file);
      count += queries.length;
      const allowed = NO_QUESTIONS[file] ?? [];
      return queries
        .map((missing) => missing.filter((name) => !allowed.includes(name)))
        .filter((missing) => missing.length > 0)
        .map((missing) => `${file}: ${missing.join(', ')}`);
    });
    expect(found).toEqual([]);
    expect(count).toBeGreaterThan(80);
  });
});
