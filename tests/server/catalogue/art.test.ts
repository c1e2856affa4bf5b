import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createArt } from '#server/catalogue/pictures/art.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

test('each path is looked up only once per version', async () => {
  const database = await openTestDatabase();
  const clock = createServerClock();
  await importCatalogue({ transact: createTransact(database.kysely), clock }, smallCatalogue());
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const files: string[] = [];
  const art = createArt({
    db: database.kysely.withPlugin(counting),
    clock,
    findVersion: () => Promise.resolve('1'),
    findFile: (path) => {
      files.push(path);
      return Promise.resolve(path === 'pictures/tile.jpg');
    },
  });

  const known = [
    'poster.webp',
    'wide.webp',
    'backdrop.webp',
    'thumbnail.webp',
    'theme.webp',
    'profile-1.webp',
    'tile.jpg',
  ];
  const unknown = ['0/tile.jpg', '1/wide.webp', 'wide.webp/tile.jpg'];
  const lookUp = async () => {
    for (const name of known) expect([name, await art.find(`pictures/${name}`)]).toEqual([name, 'public']);
    for (const name of unknown) expect([name, await art.find(`pictures/${name}`)]).toEqual([name, 'unknown']);
  };
  await lookUp();
  const reading = statements;
  await lookUp();
  expect(statements).toBe(reading);

  for (let call = 0; call < 2; call += 1) {
    expect(await art.hasFile('pictures/tile.jpg')).toBe(true);
    expect(await art.hasFile('pictures/other/tile.jpg')).toBe(false);
  }
  expect(files).toEqual(['pictures/tile.jpg', 'pictures/other/tile.jpg']);
  await database.close();
});

test('while the database does not answer, known pictures are found and others fail, instead of being unknown', async () => {
  const database = await openTestDatabase();
  const clock = createServerClock();
  await importCatalogue({ transact: createTransact(database.kysely), clock }, smallCatalogue());
  let isAway = true;
  const art = createArt({
    db: database.kysely,
    clock,
    findVersion: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('1')),
    findFile: () => Promise.resolve(false),
  });
  await expect(art.find('pictures/poster.webp')).rejects.toThrow('away');
  isAway = false;
  expect(await art.find('pictures/poster.webp')).toBe('public');
  expect(await art.find('pictures/other.webp')).toBe('unknown');
  isAway = true;
  expect(await art.find('pictures/poster.webp')).toBe('public');
  expect(await art.find('pictures/other.webp')).toBe('unknown');
  await expect(art.find('pictures/wide.webp')).rejects.toThrow('away');
  await database.close();
});
