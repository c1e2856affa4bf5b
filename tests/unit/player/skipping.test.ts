import { describe, expect, test, vi } from 'vitest';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import {
  chaptersOf,
  hasSceneAfterEnding,
  storyEndsAt,
  type ChapterKind,
  type SkipMode,
} from '#src/player/controls/chapters.ts';
import type { Playback } from '#src/player/playback-types.ts';
import { createPlayerModel } from '#src/player/controls/player-model.ts';
import { createWritable } from '#src/player/readable.ts';

const LENGTH = 100;
const ENDING = { outro: { start: 80 }, recap: null, preview: null };
const SCENE = { outro: { start: 80, end: 90 }, recap: null, preview: null };
const PREVIEW = { outro: { start: 80 }, recap: null, preview: { start: 90, end: 100 } };
const SCENE_AND_PREVIEW = { outro: { start: 70, end: 80 }, recap: null, preview: { start: 90, end: 100 } };
const RECAP = { outro: null, recap: { start: 0, end: 10 }, preview: null };

type Markers = typeof ENDING | typeof SCENE | typeof PREVIEW | typeof RECAP;

describe('the end of the story', () => {
  test.each<[string, Markers, Partial<Record<ChapterKind, SkipMode>>, number, boolean]>([
    ['an ending', ENDING, {}, 80, false],
    ['an ending that the viewer never skips', ENDING, { ending: 'never' }, 100, false],
    ['a scene after the ending', SCENE, {}, 100, true],
    ['a fade after the ending', { ...SCENE, outro: { start: 80, end: 98 } }, {}, 80, false],
    ['a preview after the ending', PREVIEW, {}, 80, false],
    ['a preview that the viewer never skips', PREVIEW, { preview: 'never' }, 100, false],
    ['a preview after an ending that the viewer never skips', PREVIEW, { ending: 'never' }, 90, false],
    ['a scene between the ending and the preview', SCENE_AND_PREVIEW, {}, 90, true],
    ['a recap', RECAP, {}, 100, false],
  ])('the end of the story is known with %s', (_name, markers, modes, endSeconds, hasScene) => {
    const chapters = chaptersOf({ intro: null, ...markers }, LENGTH);
    expect(storyEndsAt(chapters, LENGTH, (kind) => modes[kind] ?? 'ask')).toBe(endSeconds);
    expect(hasSceneAfterEnding(chapters, LENGTH)).toBe(hasScene);
  });
});

function watch(
  markers: Markers,
  modes: Partial<Record<ChapterKind, SkipMode>> = {},
  {
    nextId = 2 as number | null,
    autoplayNext = true,
    speed = 1,
    isStillThere = undefined as ((id: number) => Promise<boolean>) | undefined,
  } = {},
) {
  const clock = createFakeClock();
  const position = createWritable({ positionSeconds: 0, bufferedEndSeconds: 0 });
  const snapshot = createWritable({ state: 'playing', durationSeconds: LENGTH, error: null, isPlayWanted: true });
  const none = { getState: () => null, subscribe: () => () => undefined };
  const seekTo = vi.fn((positionSeconds: number) => position.set({ positionSeconds, bufferedEndSeconds: 0 }));
  const machine = { ...snapshot, position, can: { seek: true }, seekTo, pause: vi.fn() };
  const playback = {
    getState: () => ({ phase: 'open', video: { markers: { intro: null, ...markers } }, refusal: null }),
    subscribe: () => () => undefined,
    machine,
    adBreak: none,
    isNetworkGone: { ...none, getState: () => false },
    speed: { ...none, getState: () => speed },
  } as unknown as Playback;
  const onPlay = vi.fn();
  const onSkipped = vi.fn();
  const presence = { touch: () => undefined, pass: () => false };
  const wishes = () => ({ autoplayNext, skip: (kind: ChapterKind) => modes[kind] ?? ('ask' as const) });
  const sleep = { endsWithEpisode: () => false, isFading: { ...none, getState: () => false }, endEpisode: () => false };
  const follow = vi.fn();
  const model = createPlayerModel({
    playback,
    clock,
    presence,
    wishes,
    onPlay,
    onSkipped,
    ...(isStillThere ? { isStillThere } : {}),
    sleep: { ...sleep, follow },
  });
  model.setNextEpisode(nextId);
  model.start();
  const at = (positionSeconds: number) => {
    position.set({ positionSeconds, bufferedEndSeconds: 0 });
    return model.prompts.getState()?.kind ?? null;
  };
  const end = () => snapshot.set({ ...snapshot.getState(), state: 'ended' });
  return { model, at, end, clock, seekTo, onPlay, onSkipped, follow };
}

describe('a chapter', () => {
  test('is offered, and skipped by its button', () => {
    const { at, model, seekTo } = watch(RECAP);
    expect(at(3)).toBe('skip-recap');
    model.press('skip-recap');
    expect(seekTo).toHaveBeenCalledWith(10);
    expect(at(11)).toBeNull();
  });

  test('is skipped without a question, once', () => {
    const { at, onSkipped, seekTo } = watch(RECAP, { recap: 'always' });
    at(1);
    expect(seekTo.mock.calls).toEqual([[10]]);
    expect(onSkipped.mock.calls).toEqual([['recap']]);
    expect(at(5)).toBe('skip-recap');
    expect(seekTo).toHaveBeenCalledTimes(1);
  });

  test('a chapter that the viewer never skips has no button', () => {
    expect(watch(RECAP, { recap: 'never' }).at(3)).toBeNull();
    expect(watch(ENDING, { ending: 'never' }, { nextId: null }).at(85)).toBeNull();
  });

  test('a chapter of another kind has its own setting', () => {
    const { at, seekTo } = watch(PREVIEW, { recap: 'always', preview: 'never' }, { nextId: null });
    expect(at(85)).toBe('skip-ending');
    expect(at(95)).toBeNull();
    expect(seekTo).not.toHaveBeenCalled();
  });
});

describe('the next episode', () => {
  test('is offered at the ending, and 10 s before the end of an ending that is never skipped', () => {
    expect(watch(ENDING).at(80)).toBe('next-episode');
    const { at } = watch(ENDING, { ending: 'never' });
    expect(at(89)).toBeNull();
    expect(at(90)).toBe('next-episode');
  });

  test('begins at once when endings are always skipped, but not without automatic playing', () => {
    const { at, onPlay, seekTo } = watch(ENDING, { ending: 'always' });
    at(80);
    expect(onPlay.mock.calls).toEqual([[2]]);
    expect(seekTo).not.toHaveBeenCalled();
    const manual = watch(ENDING, { ending: 'always' }, { autoplayNext: false });
    manual.at(80);
    expect(manual.onPlay).not.toHaveBeenCalled();
    expect(manual.seekTo).toHaveBeenCalledWith(100);
  });

  test('comes after the scene that follows the ending', () => {
    const { at, model, onPlay } = watch(SCENE_AND_PREVIEW, { preview: 'always' });
    expect(at(72)).toBe('skip-ending');
    expect(model.hasSceneAfterEnding()).toBe(true);
    // "엔딩 끝까지 보기"
    model.prompts.take();
    expect(at(78)).toBeNull();
    expect(at(85)).toBeNull();
    at(90);
    expect(onPlay.mock.calls).toEqual([[2]]);
  });

  test('does not hide the scene when endings are always skipped', () => {
    const { at, onPlay, seekTo } = watch(SCENE, { ending: 'always' });
    at(80);
    expect(seekTo.mock.calls).toEqual([[90]]);
    expect(onPlay).not.toHaveBeenCalled();
  });
});

test.each([
  [1, 40],
  [2, 20],
  [0.5, 80],
])('the sleep timer hears at speed %d that the last 40 s end after %d s', (speed, seconds) => {
  const { at, follow } = watch(ENDING, {}, { speed });
  at(LENGTH - 40);
  expect(follow).toHaveBeenLastCalledWith(seconds);
});

describe('the next episode that starts by itself', () => {
  const begin = async (isStillThere: (id: number) => Promise<boolean>) => {
    const watching = watch(ENDING, {}, { isStillThere });
    watching.at(80);
    await watching.clock.pass(11_000);
    return watching;
  };

  test('is asked for again, and starts if it is still there', async () => {
    const isStillThere = vi.fn(async () => true);
    const { onPlay, model } = await begin(isStillThere);
    expect(isStillThere.mock.calls).toEqual([[2]]);
    expect(onPlay.mock.calls).toEqual([[2]]);
    expect(model.isNextGone.getState()).toBe(false);
  });

  test('does not start if it is gone, and the end asks what to do', async () => {
    const { onPlay, model, end } = await begin(async () => false);
    expect(onPlay).not.toHaveBeenCalled();
    expect(model.isNextGone.getState()).toBe(true);
    expect(model.prompts.getState()?.kind ?? null).not.toBe('next-episode');
    end();
    expect(model.prompts.getState()?.kind).toBe('ended');
    model.playNext();
    expect(onPlay).not.toHaveBeenCalled();
  });

  test('starts when the question fails or takes too long', async () => {
    expect((await begin(() => Promise.reject(new Error('offline')))).onPlay).toHaveBeenCalledTimes(1);
    const { onPlay, clock } = await begin(() => new Promise(() => undefined));
    await clock.pass(4000);
    expect(onPlay).toHaveBeenCalledTimes(1);
  });
});
