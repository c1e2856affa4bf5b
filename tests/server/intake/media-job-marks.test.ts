import { expect, test } from 'vitest';
import { writeFingerprint } from '#server/intake/marks/fingerprint.ts';
import { scene, soundOf } from '#tests/support/server/fingerprints.ts';
import { useMediaLab } from '#tests/support/media/media-lab.ts';

const lab = useMediaLab();
const { finish } = lab;

test('openings that episodes share are proposed, and become marks when an operator accepts them', async () => {
  const ids: number[] = [];
  let titleId = 0;
  // The clips of these tests last 61 s.
  for (const [index, coldOpen] of [0, 5, 3, 8].entries()) {
    const rest = 61.4 - coldOpen - 16;
    lab.steps.fingerprint = writeFingerprint(
      soundOf([scene(10 + index, coldOpen), scene(1, 16), scene(20 + index, rest)], index),
    );
    const title = titleId === 0 ? {} : { title: { id: titleId } };
    const added = await finish([index + 1], { isPublished: index === 0, ...title });
    titleId = added.title_id;
    ids.push(added.jobs[0]!.episode_id);
  }
  const [first, second, third, last] = ids as [number, number, number, number];
  const found = await lab.media.foundMarks({ title: titleId });
  expect(found).toMatchObject(
    ids.map((id, index) => ({ episode_id: id, episode_num: `${index + 1}화`, kind: 'intro', is_decided: false })),
  );
  found.forEach(({ start, confidence }, index) => {
    expect(Math.abs(start - [0, 5, 3, 8][index]!)).toBeLessThan(1);
    expect(confidence).toBeGreaterThan(0.75);
  });
  expect(await lab.media.marks(first)).toMatchObject({ duration: 61, intro: null, outro: null });

  await lab.media.marks(second, { intro: { start: 30, end: 40 } });
  await lab.media.marks(third, { intro: null });
  const accepted = await lab.media.acceptMarks({ title: titleId });
  expect(accepted.map(({ episode_id: id }) => id)).toEqual([first, last]);
  expect(await lab.media.marks(first)).toMatchObject({ intro: { start: 0, end: 16 } });
  expect(await lab.media.marks(second)).toMatchObject({ intro: { start: 30, end: 40 } });
  expect(await lab.media.marks(third)).toMatchObject({ intro: null });
  expect((await lab.media.foundMarks({ title: titleId })).map((mark) => mark.is_decided)).toEqual(Array(4).fill(true));
  expect(await lab.media.acceptMarks({ episode: last })).toEqual([]);

  expect(await lab.media.remove({ episode: last })).toEqual({ removed: `episode ${last}` });
  expect(await lab.db.selectFrom('found_marks').select('clip_id').execute()).toHaveLength(3);
  await expect(lab.media.foundMarks({ title: 1 })).rejects.toThrow('There is no title 1 with episodes.');
});

test('marks are changed within the clip only', async () => {
  const { jobs } = await finish([1]);
  const episode = jobs[0]!.episode_id;
  const marks = { intro: { start: 2, end: 20 }, outro: { start: 50, end: 55 }, recap: null, preview: null };
  expect(await lab.media.marks(episode, marks)).toEqual({ duration: 61, ...marks });
  await expect(lab.media.marks(episode, { outro: { start: 70 } })).rejects.toThrow(/after the end of the clip/);
  const preview = { start: 58, end: 61 };
  expect(await lab.media.marks(episode, { preview })).toEqual({ duration: 61, ...marks, preview });
  await expect(lab.media.marks(episode, { preview: { start: 52, end: 57 } })).rejects.toThrow(
    /inside the outro \(50-55\)/,
  );
});

test('chapters with the names of parts are proposed, and become marks when an operator accepts them', async () => {
  lab.steps.chapters = [
    { title: '오프닝', startSeconds: 2, endSeconds: 12 },
    { title: 'Part A', startSeconds: 12, endSeconds: 40 },
    { title: 'ED', startSeconds: 40, endSeconds: 50 },
    { title: '予告', startSeconds: 50, endSeconds: 61.4 },
  ];
  const { title_id: titleId, jobs } = await finish([1]);
  const id = jobs[0]!.episode_id;
  expect(await lab.media.foundMarks({ title: titleId })).toMatchObject(
    ['intro', 'outro', 'preview'].map((kind) => ({ kind, from: 'chapter', is_decided: false })),
  );
  await lab.media.marks(id, { preview: null });
  await lab.media.acceptMarks({ title: titleId });
  expect(await lab.media.marks(id)).toMatchObject({
    intro: { start: 2, end: 12 },
    outro: { start: 40, end: 50 },
    preview: null,
    recap: null,
  });
  expect((await lab.media.foundMarks({ title: titleId })).every((mark) => mark.is_decided)).toBe(true);
});
