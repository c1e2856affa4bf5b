import { expect, test } from 'vitest';
import { forbiddenImports } from '../../../scripts/build/import-table.ts';
import { readImports } from '../../../scripts/build/read-imports.ts';

/** The imports that the table does not allow, as lines of the text and paths. */
const forbidden = (file: string, text: string): readonly string[] =>
  forbiddenImports(file, readImports(file, text)).map((line) => /^\S+:(\d+ imports [^:]+):/.exec(line)![1]!);

const value = (path: string) => `import { a } from '${path}';`;
const type = (path: string) => `import type { A } from '${path}';`;

test.each([
  ['a package', 'src/ui/tile/tile.tsx', value('react')],
  ['a module of Node', 'server/lib/random.ts', value('node:crypto')],
  ['the own folder', 'src/lib/press.ts', value('./listeners.ts')],
  ['the own feature', 'src/features/playback/a.ts', value('#src/features/playback/b/c.ts')],
  ['a lower layer', 'src/screens/item/item-screen.tsx', value('#src/features/playback/a.ts')],
  ['one television, from the face of the platforms', 'platform/load-platform.ts', value('./tizen/tizen.ts')],
  ['the platforms, from a television', 'platform/tizen/tizen.ts', value('../platform.ts')],
  ['the face of an area that the table lists', 'server/watching/wishes/rules.ts', value('../../profiles/index.ts')],
  ['a type of any area', 'server/watching/wishes/rules.ts', type('../../staff/rules.ts')],
  ['types of rows, from rules', 'server/watching/wishes/rules.ts', type('../../db/tables.ts')],
  ['another part of the own area', 'server/watching/wishes/rules.ts', value('../history/marks.ts')],
  ['the database, from a store', 'server/watching/wishes/store.ts', value('../../db/open.ts')],
  ['the database, from a second store', 'server/accounts/token-store.ts', value('../db/open.ts')],
  ['HTTP, from routes', 'server/watching/wishes/routes.ts', value('../../http/mount.ts')],
  ['every area, from the file that builds them', 'server/app/app.ts', value('../watching/wishes/rules.ts')],
  ['the catalogue format, from the demo', 'demo/index.ts', value('#server/catalogue/format/index.ts')],
  ["the server's types of a demo, from the demo", 'demo/index.ts', type('#server/demo/demo.ts')],
  ['everything, from a test', 'tests/unit/a.test.ts', value('#server/watching/wishes/store.ts')],
  ['everything, from a test of the demo', 'demo/tests/a.test.ts', value('#server/watching/wishes/store.ts')],
])('allows %s', (_, file, text) => {
  expect(forbidden(file, text)).toEqual([]);
});

test.each([
  ['a higher layer', 'src/lib/press.ts', '#src/ui/tile/tile.tsx', 'src/ui/tile/tile.tsx'],
  ['another feature', 'src/features/playback/a.ts', '../shop/b.ts', 'src/features/shop/b.ts'],
  ['another screen', 'src/screens/item/item-screen.tsx', '../home/row.tsx', 'src/screens/home/row.tsx'],
  ['another television', 'platform/tizen/tizen.ts', '../webos/webos.ts', 'platform/webos/webos.ts'],
  ['a file of another area', 'server/watching/wishes/rules.ts', '../../profiles/rules.ts', 'server/profiles/rules.ts'],
  [
    'an area that the table does not list',
    'server/watching/wishes/rules.ts',
    '../../shop/index.ts',
    'server/shop/index.ts',
  ],
  ['the database, from rules', 'server/watching/wishes/rules.ts', '../../db/open.ts', 'server/db/open.ts'],
  ['HTTP, from rules', 'server/watching/wishes/rules.ts', '../../http/mount.ts', 'server/http/mount.ts'],
  ['an area, from a provider', 'server/providers/payment.ts', '../shop/index.ts', 'server/shop/index.ts'],
  ["an area's values, from the demo", 'demo/index.ts', '#server/demo/demo.ts', 'server/demo/demo.ts'],
  ['the server, from the app', 'src/api/call.ts', '#server/lib/random.ts', 'server/lib/random.ts'],
  ['the app, from the console', 'console/app.tsx', '#src/lib/press.ts', 'src/lib/press.ts'],
  ['the console, from the app', 'src/app/app.tsx', '#console/app.tsx', 'console/app.tsx'],
  ['the demo', 'server/start/start.ts', '#demo/index.ts', 'demo/index.ts'],
  ['a test', 'server/start/start.ts', '../../tests/support/server/server.ts', 'tests/support/server/server.ts'],
  ['a test of the demo', 'demo/index.ts', './tests/a.ts', 'demo/tests/a.ts'],
])('forbids %s', (_, file, specifier, path) => {
  expect(forbidden(file, value(specifier))).toEqual([`1 imports ${path}`]);
});

test('forbids types between the folders of the app', () => {
  expect(forbidden('src/lib/press.ts', type('#src/ui/tile/tile.tsx'))).toEqual(['1 imports src/ui/tile/tile.tsx']);
});

test('covers exports and lazy imports, and names their lines', () => {
  const text = `
    export * from '#src/ui/tile/tile.tsx';
    export type { Row } from '#src/ui/row.tsx';
    const open = () => import('#src/screens/home/home-screen.tsx');
    // import '#src/app/app.tsx';`;
  expect(forbidden('src/lib/press.ts', text)).toEqual([
    '2 imports src/ui/tile/tile.tsx',
    '3 imports src/ui/row.tsx',
    '4 imports src/screens/home/home-screen.tsx',
  ]);
});
