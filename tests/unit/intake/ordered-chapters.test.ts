import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readOrderedChapters } from '#server/intake/probe/ordered-chapters.ts';
import { chaptersOf, editionOf, element, infoOf, matroska } from '#tests/support/media/matroska.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-chapters-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
};
const [own, opening, ending] = [1, 2, 3].map((value) => Buffer.alloc(16, value)) as [Buffer, Buffer, Buffer];
const whole = [
  { start: 0, end: 4 },
  { start: 4, end: 10 },
];

describe('a file whose chapters are played in an order of their own', () => {
  test('names the files beside it that have parts of it, and counts those that are not there', async () => {
    await put('OP 여우.mkv', matroska([infoOf(opening)]));
    await put('other.mkv', matroska([infoOf(Buffer.alloc(16, 9))]));
    await put('text.mkv', Buffer.from('no video'));
    await symlink(join(folder, 'none.mkv'), join(folder, 'link.mkv'));
    const chapters = [whole[0]!, { start: 0, end: 90, uid: opening }, { start: 0, end: 90, uid: ending }, whole[1]!];
    const path = await put('01.mkv', matroska([infoOf(own), chaptersOf(chapters)]));
    expect(await readOrderedChapters(path, 10)).toEqual({ files: ['OP 여우.mkv'], cntMissing: 1, isWhole: false });
  });

  test('is played from start to end where its parts are all of it', async () => {
    const path = await put('01.mkv', matroska([infoOf(own), chaptersOf([{ ...whole[0]!, uid: own }, whole[1]!])]));
    expect(await readOrderedChapters(path, 10.2)).toEqual({ files: [], cntMissing: 0, isWhole: true });
  });

  test.each([
    ['in another order', [...whole].reverse(), 10],
    ['with a gap', [whole[0]!, { start: 6, end: 10 }], 10],
    ['without its end', whole, 20],
  ])('is not whole %s', async (_how, chapters, length) => {
    const path = await put('01.mkv', matroska([chaptersOf(chapters)]));
    expect(await readOrderedChapters(path, length)).toMatchObject({ isWhole: false });
  });

  test('is found where the chapters lie behind the pictures', async () => {
    const seek = (position: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(position);
      return element(
        '114d9b74',
        element('4dbb', element('53ab', Buffer.from('1043a770', 'hex')), element('53ac', bytes)),
      );
    };
    const behind = seek(0).length + element('1f43b675').length;
    const path = await put('01.mkv', matroska([seek(behind)], [chaptersOf([{ start: 0, end: 9, uid: opening }])]));
    expect(await readOrderedChapters(path, 10)).toMatchObject({ cntMissing: 1 });
  });
});

const played = [...whole, { start: 0, end: 90, uid: opening }];
test.each([
  ['the default one', [editionOf(whole), editionOf(played, { isDefault: true })], 1],
  ['the first one where none is the default', [editionOf(whole), editionOf(played)], 0],
  ['one without an order', [editionOf(played), editionOf(played, { isOrdered: false, isDefault: true })], undefined],
])('of several orders, a file is played in %s', async (_which, editions, cntMissing) => {
  const path = await put('01.mkv', matroska([element('1043a770', ...editions)]));
  expect((await readOrderedChapters(path, 10))?.cntMissing).toBe(cntMissing);
});

test('a part that is turned off is not missed', async () => {
  const chapters = [...whole, { start: 0, end: 90, uid: opening, isOff: true }];
  const path = await put('01.mkv', matroska([chaptersOf(chapters)]));
  expect(await readOrderedChapters(path, 10)).toMatchObject({ cntMissing: 0, isWhole: true });
});

test('chapters without an order are no parts', async () => {
  const path = await put('01.mkv', matroska([chaptersOf([{ start: 0, end: 9, uid: opening }], false)]));
  expect(await readOrderedChapters(path, 10)).toBeUndefined();
});

test.each([
  ['no Matroska', Buffer.from('RIFF....AVI ')],
  ['empty', Buffer.alloc(0)],
  ['cut in a header', matroska([chaptersOf(whole)]).subarray(0, 30)],
  ['damaged', Buffer.concat([matroska([]).subarray(0, 20), Buffer.alloc(400, 255)])],
  [
    'an element that says it has 2^50 bytes',
    Buffer.concat([
      matroska([]).subarray(0, 9),
      Buffer.from('185380670104000000000000', 'hex'),
      Buffer.from('1043a7700104000000000000', 'hex'),
    ]),
  ],
  ['zeros', Buffer.alloc(1000)],
])('a file that is %s has no parts', async (_what, bytes) => {
  expect(await readOrderedChapters(await put('01.mkv', bytes), 10)).toBeUndefined();
});
