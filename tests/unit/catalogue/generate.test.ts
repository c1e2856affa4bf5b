import { expect, test } from 'vitest';
import { checkCatalogue, recordSchema } from '#server/catalogue/format/index.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';
import { generateCatalogue } from '../../../scripts/catalogue/generate.ts';

const base = shopCatalogue();

test('a generated catalogue is valid and has unique names', async () => {
  const records = [...generateCatalogue(base, 1000)].map((record) => recordSchema.parse(record));
  await checkCatalogue(records.map((record, line) => ({ source: `generated:${line + 1}`, record })));
  const names = records.flatMap((record) => (record.kind === 'title' ? [record.name] : []));
  expect(records).toHaveLength(base.length + 1000);
  expect(new Set(names).size).toBe(names.length);
});

test('generation is deterministic', () => {
  expect([...generateCatalogue(base, 30)]).toEqual([...generateCatalogue(base, 30)]);
});
