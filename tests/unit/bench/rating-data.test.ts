import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { evaluate, leaveLastOut } from '../../../bench/finding/evaluate.ts';
import { readRatingData } from '../../../bench/finding/rating-data.ts';

const folders: string[] = [];
const buildFolder = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'bora-ratings-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, 'latin1');
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('a folder of ratings', () => {
  test('has ratings with a heading, and properties', () => {
    const { ratings, properties } = readRatingData(
      buildFolder({
        'ratings.tsv': 'profile\ttitle\tscore\tat\nmina\t7\t4.5\t100\nmina\t7\t1\t200\n',
        'titles.tsv': '7\tLantern\tgenre drama|director Ahn\n8\tAlone\t\n',
      }),
    );
    // The second rating of the same title is left out.
    expect(ratings).toEqual([{ profile: 'mina', title: 7, score: 4.5, at: 100 }]);
    expect(properties.get(7)).toEqual(['genre drama', 'director Ahn']);
    expect(properties.get(8)).toEqual([]);
  });

  test('may have the form of MovieLens', () => {
    const { ratings, properties } = readRatingData(
      buildFolder({ 'u.data': '196\t242\t3\t881250949\n', 'u.item': '242|Kolya (1996)|24-Jan-1997||address|0|0|1\n' }),
    );
    expect(ratings).toEqual([{ profile: '196', title: 242, score: 3, at: 881250949 }]);
    expect(properties.get(242)).toEqual(['genre 2']);
  });

  test('says which line is wrong', () => {
    expect(() => readRatingData(buildFolder({ 'ratings.tsv': 'a\t1\t5\t1\na\tone\t5\t1\n' }))).toThrow(
      /ratings\.tsv:2/,
    );
  });
});

describe('the evaluation', () => {
  const ratings = [
    { profile: 'a', title: 1, score: 5, at: 1 },
    { profile: 'a', title: 2, score: 4, at: 2 },
    { profile: 'a', title: 3, score: 2, at: 3 },
    { profile: 'b', title: 1, score: 1, at: 1 },
  ];

  test('holds out the last title that each profile liked', () => {
    const { viewers, taught } = leaveLastOut(ratings);
    expect(viewers.map(({ heldOut }) => heldOut)).toEqual([2]);
    expect(viewers[0]?.history.map(({ title }) => title)).toEqual([3, 1]);
    expect([...taught.keys()]).toEqual(['a', 'b']);
  });

  test('counts a hit the more, the higher it stands', async () => {
    const { viewers } = leaveLastOut(ratings);
    const first = await evaluate(viewers, () => Promise.resolve([2, 9]));
    const second = await evaluate(viewers, () => Promise.resolve([9, 2]));
    expect(first).toEqual({ hitRate: 1, ndcg: 1, titles: 2 });
    expect(second.ndcg).toBeCloseTo(1 / Math.log2(3));
    expect((await evaluate(viewers, () => Promise.resolve([9]))).ndcg).toBe(0);
  });
});
