import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* React draws a 0 in front of `&&`: a part that shows when there is something needs a comparison. */

const NUMBER_BEFORE_PART = /(?<=[{(?:]\s*)[\w.?!]*(?:\.(?:length|size)|\b(?:cnt|count)(?:_\w+|[A-Z]\w*)?)\s*&&\s*[(<]/g;
const findIn = (text: string) => text.match(NUMBER_BEFORE_PART) ?? [];

test.each([
  ['{lines.length && (\n<ul>', 1],
  ['{found?.cnt_beyond && <span>', 1],
  ['{cntFiles && <p>', 1],
  ['{isOpen ? names.size && <p> : null}', 1],
  ['{lines.length > 0 && (<ul>', 0],
  ['{count !== undefined && <p>', 0],
  ['{account && <p>', 0],
])('%j has %d numbers that would be drawn', (text, most) => expect(findIn(text)).toHaveLength(most));

test('no screen and no page of the console draws the number that it asks about', () => {
  const files = ['src', 'console'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => findIn(readFileSync(file, 'utf8')).map((found) => `${file}: ${found}`))).toEqual([]);
});
