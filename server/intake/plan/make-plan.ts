import { rateOf } from '../probe/frame-rate.ts';
import type { Fraction, Source, SourcePicture } from '../probe/source.ts';
import type { Plan, PlannedSound, Previews } from './plan.ts';
import { displaySize, fitInto, renditionsOf, type Size } from './rungs.ts';
import { planSounds } from './sounds.ts';
import { planSubtitles } from './subtitles.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOf } from '../texts/notice-texts.ts';

/** Seek precision, and how fast a player changes renditions. */
const KEYFRAME_SECONDS = 2;
const MOST_FRAMES_A_SECOND = 61;
/** Fewer would make a segment of one frame. */
const LEAST_FRAMES_A_SECOND = 8;
/** Sounds usually end a little later than the picture; more than this belongs to the work. */
const TOLERATED_SOUND_SECONDS = 1;

/** Both sides are even, as tiles of 4:2:0 need, and 16:9 exactly. */
const PREVIEW_BOX: Size = { width: 224, height: 126 };
const PREVIEW_COLUMNS = 10;
const PREVIEW_SECONDS = 5;
/** A sheet of 2240x3780: textures of old sets are at most 4096 pixels high. */
const MOST_PREVIEWS = 300;

/** Frames of this height are of television before HD, whose colours differ. */
const HD_LINES = 650;

/** Decides everything about a clip. Depends on the source alone, so that a retry makes the same clip. */
export function makePlan(source: Source): Plan {
  const { picture } = source;
  const frameRate = encodedRate(picture.frameRate);
  const { sounds } = planSounds(source);
  const holdSeconds = holdSecondsOf(source, sounds);
  const seconds = picture.endSeconds + holdSeconds;
  const display = displaySize(picture);
  return {
    frameRate,
    frames: Math.max(1, Math.round(seconds * rateOf(frameRate))),
    keyframeEvery: Math.ceil(KEYFRAME_SECONDS * rateOf(frameRate) - 1e-6),
    picture: {
      stream: picture.stream,
      isInterlaced: picture.isInterlaced,
      range: picture.range,
      matrix: matrixOf(picture),
      holdSeconds,
      ...(picture.startSeconds !== undefined && { startSeconds: picture.startSeconds }),
    },
    renditions: renditionsOf(display, frameRate),
    sounds,
    ...subtitlesOf(source),
    previews: previewsOf(display, seconds),
    notices: planNotices(source).map(({ message }) => message),
  };
}

const subtitlesOf = (source: Source) => {
  const { subtitles, pictures } = planSubtitles(source);
  return { subtitles, pictures };
};

/** Notices about the differences between the source and the clip. */
export function planNotices(source: Source): CodedText[] {
  const { sounds, notices } = planSounds(source);
  const holdSeconds = holdSecondsOf(source, sounds);
  return [...pictureNotices(source.picture, holdSeconds), ...notices, ...planSubtitles(source).notices];
}

/** How long the last picture stays. */
function holdSecondsOf({ picture, sounds }: Source, planned: readonly PlannedSound[]): number {
  const heard = sounds.filter(({ stream }) => planned.some((sound) => sound.stream === stream));
  const longer = Math.max(0, ...heard.map(({ endSeconds }) => endSeconds)) - picture.endSeconds;
  return longer > TOLERATED_SOUND_SECONDS ? longer : 0;
}

function encodedRate({ numerator, denominator }: Fraction): Fraction {
  const rate = numerator / denominator;
  if (rate > MOST_FRAMES_A_SECOND)
    return { numerator, denominator: denominator * Math.ceil(rate / MOST_FRAMES_A_SECOND) };
  if (rate < LEAST_FRAMES_A_SECOND)
    return { numerator: numerator * Math.ceil(LEAST_FRAMES_A_SECOND / rate), denominator };
  return { numerator, denominator };
}

function matrixOf({ matrix, height }: SourcePicture): Plan['picture']['matrix'] {
  switch (matrix) {
    case 'bt709':
    case 'smpte240m':
    case 'fcc':
      return matrix;
    case 'smpte170m':
    case 'bt470bg':
      return 'bt601';
    case 'bt2020nc':
    case 'bt2020c':
      return 'bt2020';
    default:
      return height < HD_LINES ? 'bt601' : 'bt709';
  }
}

function previewsOf(display: Size, seconds: number): Previews {
  const interval = Math.max(PREVIEW_SECONDS, Math.ceil(seconds / MOST_PREVIEWS));
  const count = Math.ceil(seconds / interval);
  return {
    interval,
    columns: PREVIEW_COLUMNS,
    rows: Math.ceil(count / PREVIEW_COLUMNS),
    ...fitInto(display, PREVIEW_BOX),
  };
}

function pictureNotices({ range, isInterlaced, isVariable }: SourcePicture, holdSeconds: number): CodedText[] {
  return [
    ...(range === 'sdr' ? [] : [noticeOf('SOURCE_HDR', { range: range === 'pq' ? 'PQ' : 'HLG' })]),
    ...(isInterlaced ? [noticeOf('SOURCE_INTERLACED', {})] : []),
    ...(isVariable ? [noticeOf('SOURCE_VARIABLE_RATE', {})] : []),
    ...(holdSeconds > 0 ? [noticeOf('SOUND_LONGER', { seconds: holdSeconds })] : []),
  ];
}
