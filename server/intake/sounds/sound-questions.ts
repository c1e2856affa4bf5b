import { SOUND_TOLERANCE_SECONDS, type SoundQuestion } from '#contract/console/tracks.ts';

/** The questions for terminals; the Korean sentences are those of refusals. */
export const QUESTION_TEXTS: Readonly<Record<SoundQuestion, { message: string; shown: string }>> = {
  SAME_SOUND: {
    message: 'The video has a sound of this language and kind: it is replaced.',
    shown: '같은 언어와 종류의 소리가 있어요. 그 소리를 바꾸거나 종류를 다르게 골라 주세요.',
  },
  OTHER_LENGTH: {
    message: `The sound and the video differ by more than ${SOUND_TOLERANCE_SECONDS} s: it may be that of another episode.`,
    shown: '소리와 영상의 길이가 달라요. 다른 회차의 소리가 아닌지 확인해 주세요.',
  },
};
