import { expect, test } from 'vitest';
import { checkCatalogue } from '#catalogue/check.ts';
import { recordSchema } from '#catalogue/format.ts';
import { generateCatalogue } from '#catalogue/generate.ts';
import { readCatalogue } from '#catalogue/read.ts';
import { catalogueFolder } from '#server/folders.ts';

const demo = (await readCatalogue(catalogueFolder)).map(({ record }) => record);

test('a generated catalogue is a catalogue, and names every title once', async () => {
  const records = [...generateCatalogue(demo, 1000)].map((record) => recordSchema.parse(record));
  await checkCatalogue(
    records.map((record, line) => ({ source: `generated:${line + 1}`, record })),
    { folder: catalogueFolder },
  );
  const names = records.flatMap((record) => (record.kind === 'title' ? [record.name] : []));
  expect(records).toHaveLength(demo.length + 1000);
  expect(new Set(names).size).toBe(names.length);
});

test('comes out the same every time', () => {
  expect([...generateCatalogue(demo, 30)]).toEqual([...generateCatalogue(demo, 30)]);
});
