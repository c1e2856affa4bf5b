import type { Video } from '#contract/playback.ts';

/** Parts of an episode that viewers may skip. */
export const chapterKinds = ['recap', 'opening', 'ending', 'preview'] as const;
export type ChapterKind = (typeof chapterKinds)[number];

/** Behaviour when a chapter begins: offer to skip it, skip it, or do nothing. */
export type SkipMode = 'ask' | 'always' | 'never';

export interface Chapter {
  readonly kind: ChapterKind;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A shorter rest of an episode is no scene: fades and roundings. */
const SHORTEST_SCENE_SECONDS = 3;

/**
 * Chapters within the episode, in order. A clip may be shorter than its markers say.
 *
 *     |--recap--|--opening--|  story  |--ending--|  scene  |--preview--|
 *
 * An ending without an end lasts until the preview, or else to the end of the episode.
 */
export function chaptersOf(
  { intro, outro, recap, preview }: Video['markers'],
  durationSeconds: number,
): readonly Chapter[] {
  const chapters: Chapter[] = [];
  const add = (kind: ChapterKind, startSeconds: number, endSeconds: number) => {
    const end = Math.min(endSeconds, durationSeconds);
    if (startSeconds < end) chapters.push({ kind, startSeconds, endSeconds: end });
  };
  if (recap) add('recap', recap.start, recap.end);
  if (intro) add('opening', intro.start, intro.end);
  if (outro) {
    const untilPreview = preview && preview.start > outro.start ? preview.start : durationSeconds;
    add('ending', outro.start, outro.end ?? untilPreview);
  }
  if (preview) add('preview', preview.start, preview.end);
  return chapters.sort((one, other) => one.startSeconds - other.startSeconds);
}

export const chapterAt = (chapters: readonly Chapter[], seconds: number): Chapter | null =>
  chapters.find(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds) ?? null;

/**
 * From where on an episode has nothing but chapters that the viewer may want to skip; its end when a scene is last.
 */
export function storyEndsAt(
  chapters: readonly Chapter[],
  durationSeconds: number,
  modeOf: (kind: ChapterKind) => SkipMode,
): number {
  return chapters.reduceRight(
    (untilSeconds, { kind, startSeconds, endSeconds }) =>
      (kind === 'ending' || kind === 'preview') &&
      modeOf(kind) !== 'never' &&
      untilSeconds - endSeconds <= SHORTEST_SCENE_SECONDS
        ? startSeconds
        : untilSeconds,
    durationSeconds,
  );
}

/** Whether a scene follows the ending. */
export function hasSceneAfterEnding(chapters: readonly Chapter[], durationSeconds: number): boolean {
  const ending = chapters.find(({ kind }) => kind === 'ending');
  return ending !== undefined && storyEndsAt(chapters, durationSeconds, () => 'ask') > ending.startSeconds;
}
