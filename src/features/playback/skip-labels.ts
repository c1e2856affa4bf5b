import type { ChapterKind, SkipMode } from '#src/player/index.ts';

/** Names of the parts of an episode that viewers may skip. */
export const chapterNames: Readonly<Record<ChapterKind, string>> = {
  recap: '지난 이야기',
  opening: '오프닝',
  ending: '엔딩',
  preview: '다음 화 예고',
};

export const skipModeNames: Readonly<Record<SkipMode, string>> = {
  ask: '물어보기',
  always: '항상 건너뛰기',
  never: '건너뛰지 않기',
};

export const chapterKinds = Object.keys(chapterNames) as ChapterKind[];
export const skipModes = Object.keys(skipModeNames) as SkipMode[];

const WITH_OBJECT_PARTICLE: Readonly<Record<ChapterKind, string>> = {
  recap: '지난 이야기를',
  opening: '오프닝을',
  ending: '엔딩을',
  preview: '다음 화 예고를',
};

/** `"오프닝을 건너뛰었어요"`. */
export const skippedText = (kind: ChapterKind): string => `${WITH_OBJECT_PARTICLE[kind]} 건너뛰었어요`;
