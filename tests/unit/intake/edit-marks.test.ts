import { expect, test } from 'vitest';
import type { MarksOfEpisode } from '#contract/console/title-editing.ts';
import { createMarkEditing } from '#server/intake/edit-marks.ts';
import type { ShownFoundMark } from '#server/intake/marks/accept-marks.ts';
import { ChangedMeanwhileError } from '#server/lib/refused-error.ts';

const MARKS: MarksOfEpisode = { intro: { start: 5, end: 35 }, outro: { start: 90 }, recap: null, preview: null };
const found = (kind: 'intro' | 'outro', isDecided: boolean): ShownFoundMark => ({
  episode_id: 101,
  episode_num: '1화',
  kind,
  start: 1,
  end: 2,
  confidence: 0.9,
  is_decided: isDecided,
  from: 'sound',
});

/** Marks of one episode, and what was written. */
function build() {
  let marks = MARKS;
  const written: Partial<MarksOfEpisode>[] = [];
  const editing = createMarkEditing({
    media: {
      async marks(_id, changes, check) {
        if (changes) {
          check?.(marks as never);
          written.push(changes as Partial<MarksOfEpisode>);
          marks = { ...marks, ...(changes as Partial<MarksOfEpisode>) };
        }
        return { duration: 100, ...marks } as never;
      },
      foundMarks: async () => [found('intro', true), found('outro', false)],
    },
    editing: { streamsOf: async () => ({ streams: [] }) as never },
  });
  return { editing, written, become: (changes: Partial<MarksOfEpisode>) => (marks = { ...marks, ...changes }) };
}

test('an operator sees the marks, and the found ones that nobody has decided about', async () => {
  const shown = await build().editing.show(101);
  expect(shown).toMatchObject({ episode_id: 101, duration: 100, marks: MARKS });
  expect(shown.found).toEqual([{ kind: 'outro', start: 1, end: 2, confidence: 0.9, from: 'sound' }]);
});

test.each<[string, Partial<MarksOfEpisode>]>([
  ['a start', { intro: { start: 6, end: 35 } }],
  ['an end', { intro: { start: 5, end: 36 } }],
  ['the start of the outro', { outro: { start: 91 } }],
  ['a mark that is removed', { outro: null }],
  ['a mark that is new', { recap: { start: 0, end: 4 } }],
])('writes what was changed, and nothing else: %s', async (_, changes) => {
  const { editing, written } = build();
  const { version } = await editing.show(101);
  const after = await editing.change(101, { version, marks: { ...MARKS, ...changes } });
  expect(written).toEqual([changes]);
  expect(after.version).not.toBe(version);
  expect(after.marks).toEqual({ ...MARKS, ...changes });
});

test('writes nothing where nothing was changed', async () => {
  const { editing, written } = build();
  const { version } = await editing.show(101);
  expect((await editing.change(101, { version, marks: MARKS })).version).toBe(version);
  expect(written).toEqual([]);
});

test('refuses a change of marks that somebody else has changed', async () => {
  const { editing, written, become } = build();
  const { version } = await editing.show(101);
  become({ preview: { start: 95, end: 99 } });
  await expect(editing.change(101, { version, marks: { ...MARKS, outro: null } })).rejects.toThrow(
    ChangedMeanwhileError,
  );
  expect(written).toEqual([]);
});
