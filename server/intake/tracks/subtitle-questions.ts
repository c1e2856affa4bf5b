import type { SubtitleQuestion } from '#contract/console/tracks.ts';
import type { PlannedSubtitle } from '../plan/plan.ts';
import type { TrackFacts } from '../subtitles/convert.ts';

/** Credits of a release may stand behind the end; a later text belongs to a longer video. */
const TOLERATED_SECONDS = 5;
/** Of a video, the part that its subtitles reach at least: endings and credits have none. */
const LEAST_SHARE = 0.7;
/** Texts of a short clip may end early. */
const SHORT_SECONDS = 60;

/** What makes it doubtful that a text belongs to a video. */
export function questionsOf(
  { lastSeconds }: Pick<TrackFacts, 'lastSeconds'>,
  text: { role: PlannedSubtitle['role']; number: number | undefined; isTaken: boolean },
  video: { duration: number; number: number | undefined },
): SubtitleQuestion[] {
  const { role, number, isTaken } = text;
  const isLonger = lastSeconds > video.duration + TOLERATED_SECONDS;
  // Signs stand anywhere.
  const isShorter =
    role !== 'forced' && lastSeconds < video.duration * LEAST_SHARE && video.duration - lastSeconds > SHORT_SECONDS;
  return [
    ...(isTaken ? (['SAME_LANGUAGE'] as const) : []),
    ...(isLonger ? (['LONGER'] as const) : []),
    ...(isShorter ? (['SHORTER'] as const) : []),
    ...(number !== undefined && video.number !== undefined && number !== video.number
      ? (['OTHER_NUMBER'] as const)
      : []),
  ];
}

/** The questions for terminals; the Korean sentences are those of the console. */
export const QUESTION_TEXTS: Readonly<Record<SubtitleQuestion, { message: string; shown: string }>> = {
  SAME_LANGUAGE: {
    message: 'The video has a subtitle of this language and role: it is replaced.',
    shown: '같은 언어와 종류의 자막이 있어요. 그 자막을 바꾸거나 종류를 다르게 골라 주세요.',
  },
  LONGER: {
    message: 'The text goes on behind the end of the video: it may be that of another episode.',
    shown: '영상이 끝난 뒤에도 글이 이어져요. 다른 회차의 자막인지 확인해 주세요.',
  },
  SHORTER: {
    message: 'The text ends long before the video: it may be that of another episode.',
    shown: '영상이 끝나기 한참 전에 글이 끝나요. 다른 회차의 자막인지 확인해 주세요.',
  },
  OTHER_NUMBER: {
    message: 'The name of the file says another episode.',
    shown: '파일 이름의 회차가 이 회차와 달라요. 확인해 주세요.',
  },
};
