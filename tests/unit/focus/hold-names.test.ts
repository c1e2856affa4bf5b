import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../src');

const WITHOUT_NAMES = [
  // Passes its handler to the row of begun titles, which has the names.
  'screens/home/row-kinds.tsx',
  // Passes its handler to the row of episodes, which has the names.
  'screens/item/item-rows.tsx',
  // Double speed: 속도 offers the same (docs/key-presses.md).
  'screens/player/player-surface.tsx',
];

test('everything that OK can be held on names what the press and the hold do', () => {
  const holders = ['features', 'screens'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
      .filter(({ text }) => text.includes('onHold:') || text.includes('holdAction')),
  );
  const nameless = holders
    .filter(({ text }) => !/\b(holdNames|names): (\[|HOLD_NAMES)/.test(text))
    .map(({ path }) => path);
  expect(holders.length).toBeGreaterThan(6);
  expect(nameless.sort()).toEqual(WITHOUT_NAMES);
});
