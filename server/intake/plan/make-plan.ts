import { rateOf } from '../probe/frame-rate.ts';
import type { Fraction, Source, SourcePicture } from '../probe/source.ts';
import type { Plan, Previews } from './plan.ts';
import { displaySize, fitInto, renditionsOf, type Size } from './rungs.ts';
import { planSounds } from './sounds.ts';
import { planSubtitles } from './subtitles.ts';

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
  const sounds = planSounds(source);
  const subtitles = planSubtitles(source);
  const heard = source.sounds.filter(({ stream }) => sounds.sounds.some((planned) => planned.stream === stream));
  const soundEnd = Math.max(0, ...heard.map(({ endSeconds }) => endSeconds));
  const isSoundLonger = soundEnd - picture.endSeconds > TOLERATED_SOUND_SECONDS;
  const holdSeconds = isSoundLonger ? soundEnd - picture.endSeconds : 0;
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
    },
    renditions: renditionsOf(display, frameRate),
    sounds: sounds.sounds,
    subtitles: subtitles.subtitles,
    previews: previewsOf(display, seconds),
    notices: [...pictureNotices(picture, holdSeconds), ...sounds.notices, ...subtitles.notices],
  };
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

function pictureNotices(picture: SourcePicture, holdSeconds: number): string[] {
  return [
    ...(picture.range === 'sdr'
      ? []
      : [
          `The source is HDR (${picture.range === 'pq' ? 'PQ' : 'HLG'}): its colours are converted to SDR. Check bright scenes.`,
        ]),
    ...(picture.isInterlaced ? ['The source is interlaced: its pictures are deinterlaced.'] : []),
    ...(picture.isVariable
      ? ['The source has a variable frame rate: frames are repeated or dropped to make it constant.']
      : []),
    ...(holdSeconds > 0
      ? [`The sound is ${holdSeconds.toFixed(1)} s longer than the picture: the last picture stays until it ends.`]
      : []),
  ];
}
