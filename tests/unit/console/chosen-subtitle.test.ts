import { expect, test } from 'vitest';
import { chosenOf, givenOf, problemOf } from '#console/editing/tracks/chosen-subtitle.ts';
import { MOST_INDEX_BYTES, MOST_PICTURE_BYTES, MOST_SUBTITLE_BYTES } from '#contract/console/tracks.ts';

const file = (name: string, size = 1) => ({ name, size }) as File;

test('an index and its pictures are one subtitle, in whatever order they were chosen', () => {
  const [index, pictures] = [file('show.IDX'), file('show.sub')];
  for (const files of [
    [index, pictures],
    [pictures, index],
  ])
    expect(chosenOf(files)).toEqual({ file: pictures, index });
});

test('of other files the first is taken, and of none nothing', () => {
  expect(chosenOf([file('show.srt'), file('show.sup')])).toEqual({ file: file('show.srt') });
  expect(chosenOf([])).toBeUndefined();
});

test.each(['show.idx', 'show.sub'])('%s alone is refused, because the other file is missing', (name) => {
  expect(problemOf(chosenOf([file(name)])!)).toContain('.idx와 .sub 두 파일');
});

test.each([
  ['show.srt', MOST_SUBTITLE_BYTES],
  ['show.sup', MOST_PICTURE_BYTES],
])('%s may have %d bytes and no more', (name, most) => {
  expect(problemOf({ file: file(name, most) })).toBeUndefined();
  expect(problemOf({ file: file(name, most + 1) })).toContain(`${most / 2 ** 20} MB`);
});

test('an index may have 4 MB and no more, and the refusal says so', () => {
  const pictures = file('show.sub', MOST_PICTURE_BYTES);
  expect(problemOf({ file: pictures, index: file('show.idx', MOST_INDEX_BYTES) })).toBeUndefined();
  expect(problemOf({ file: pictures, index: file('show.idx', MOST_INDEX_BYTES + 1) })).toMatch(/\.idx.* 4 MB/);
});

test('files are sent with their bytes, an index first, and a file of the inbox is named', async () => {
  const sent = givenOf({ file: new File(['pictures'], 'show.sub'), index: new File(['index'], 'show.idx') });
  expect(sent).toMatchObject({ name: 'show.idx', query: { name: 'show.idx', index_bytes: '5' } });
  expect(await sent.body.text()).toBe('indexpictures');
  expect(givenOf({ file: new File(['text'], 'show.srt') }).query).toEqual({ name: 'show.srt' });
  const waiting = givenOf({ id: 'a', name: 'show.sup' });
  expect(waiting).toMatchObject({ name: 'show.sup', query: { name: 'show.sup', file_id: 'a' }, key: 'a' });
  expect(waiting.body.size).toBe(0);
});
