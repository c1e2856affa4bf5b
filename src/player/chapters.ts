import type { Video } from '#contract/playback.ts';

export interface Chapter {
  readonly kind: 'opening' | 'ending';
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Chapters within the episode, in order. A clip may be shorter than its markers say. */
export function chaptersOf({ intro, outro }: Video['markers'], durationSeconds: number): readonly Chapter[] {
  const chapters: Chapter[] = [];
  if (intro) chapters.push({ kind: 'opening', startSeconds: intro.start, endSeconds: intro.end });
  if (outro) chapters.push({ kind: 'ending', startSeconds: outro.start, endSeconds: durationSeconds });
  return chapters
    .map((chapter) => ({ ...chapter, endSeconds: Math.min(chapter.endSeconds, durationSeconds) }))
    .filter(({ startSeconds, endSeconds }) => startSeconds < endSeconds);
}

export const chapterAt = (chapters: readonly Chapter[], seconds: number): Chapter | null =>
  chapters.find(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds) ?? null;
