import { IntakeError } from '../intake-error.ts';
import { NO_TAGS } from '../beside/subtitle-words.ts';
import { frameRateOf, keepingRate, parseFraction, rateOf } from './frame-rate.ts';
import type { PacketScan } from './packet-scan.ts';
import { pictureStreamOf, pictureStreamsOf, type Report, type ReportStream } from './report.ts';
import type { Fraction, Source, SourcePicture, SourceSubtitle, TextFormat, TrackTags } from './source.ts';

/** Longest source in seconds: longer than any film, and short enough for one job. */
const LONGEST_SECONDS = 12 * 3600;
/** Shortest source in seconds: a clip's record needs a duration of at least one. */
const SHORTEST_SECONDS = 1;
const SMALLEST_SIDE = 16;
/** Height of the smallest rung: a ribbon that fits into it must not be thinner than an encoder can draw. */
const SMALLEST_RUNG = 360;
/** Pixels of films are at most twice as wide as high; what headers say beyond that is no shape. */
const WIDEST_PIXEL = 4;
/** Frames of 8192x4320 at most: a decoder takes about twenty bytes of memory for each pixel. */
export const MOST_PIXELS = 8192 * 4320;
const MOST_STREAMS = 100;
/** How much earlier than declared the packets may end: headers are rounded and estimated. */
const MISSING_SECONDS = 1;
const MISSING_SHARE = 0.01;
/** Dolby Vision profile whose colours only Dolby Vision decoders can show. */
const UNSUPPORTED_DOLBY_VISION = 5;

/** Text codecs by the subtitle format to which ffmpeg converts them. */
export const TEXT_CODECS: Readonly<Record<string, TextFormat>> = {
  subrip: 'srt',
  srt: 'srt',
  text: 'srt',
  mov_text: 'srt',
  ass: 'ass',
  ssa: 'ass',
  webvtt: 'vtt',
};

/**
 * Refuses unsupported files by their headers, before the whole file is read.
 *
 * @returns the streams that may be the pictures, the likeliest first
 * @throws IntakeError
 */
export function checkHeaders(report: Report, name: string): ReportStream[] {
  const likeliest = checkReport(report, name);
  return [likeliest, ...pictureStreamsOf(report).filter(({ index }) => index !== likeliest.index)];
}

/**
 * @param moves whether a stream has more than one picture; before the packets are read, each may
 * @returns the stream of the pictures
 * @throws IntakeError
 */
export function checkReport(report: Report, name: string, moves?: (stream: number) => boolean): ReportStream {
  const picture = pictureStreamOf(report, moves ?? (() => true));
  if (picture === undefined) throw new IntakeError('SOURCE_NO_VIDEO', { name });
  // Fonts and covers are files within the file.
  const tracks = report.streams.filter(
    ({ codec_type: type, disposition }) => type !== 'attachment' && disposition?.attached_pic !== true,
  ).length;
  if (tracks > MOST_STREAMS) throw new IntakeError('SOURCE_TOO_MANY_TRACKS', { name, tracks, most: MOST_STREAMS });
  // Only the packets say which of several tracks is the film.
  if (moves !== undefined || pictureStreamsOf(report).length === 1) checkPicture(picture, name);
  return picture;
}

function checkPicture(picture: ReportStream, name: string): void {
  const { width = 0, height = 0 } = picture;
  if (isUndecodable(picture)) throw new IntakeError('SOURCE_CODEC_UNKNOWN', { name, codec: codecOf(picture) });
  if (width * height > MOST_PIXELS) throw new IntakeError('SOURCE_TOO_LARGE', { name, width, height });
  const { numerator, denominator } = pixelAspectOf(picture);
  const longest = Math.max((width * numerator) / denominator, height);
  const least = Math.max(SMALLEST_SIDE, Math.ceil((longest * SMALLEST_SIDE) / SMALLEST_RUNG));
  if (width < least || height < least) throw new IntakeError('SOURCE_TOO_SMALL', { name, width, height, least });
  if (picture.side_data_list?.some(({ dv_profile: profile }) => profile === UNSUPPORTED_DOLBY_VISION))
    throw new IntakeError('SOURCE_DOLBY_VISION', { name });
}

function pixelAspectOf({ sample_aspect_ratio: said }: ReportStream): Fraction {
  const aspect = parseFraction(said, ':') ?? { numerator: 1, denominator: 1 };
  const wide = aspect.numerator / aspect.denominator;
  return wide > WIDEST_PIXEL || wide < 1 / WIDEST_PIXEL ? { numerator: 1, denominator: 1 } : aspect;
}

/** ffprobe names no codec that it does not know. */
const isUndecodable = ({ codec_name: codec }: ReportStream) =>
  codec === undefined || codec === 'none' || codec === 'unknown';

/** The container's own name of a codec. */
const codecOf = ({ codec_tag_string: tag = '' }: ReportStream) => (/^[\w-]{2,8}$/.test(tag) ? tag : 'unknown');

function checkLength(seconds: number, name: string): void {
  if (seconds > LONGEST_SECONDS)
    throw new IntakeError('SOURCE_TOO_LONG', {
      name,
      hours: Math.floor(seconds / 3600),
      most: LONGEST_SECONDS / 3600,
    });
}

/**
 * Combines headers and packets.
 *
 * @throws IntakeError for a file that ends before it should.
 */
export function readReport(
  report: Report,
  scan: PacketScan,
  file: Pick<Source, 'bytes' | 'modifiedMs'>,
  beside: readonly SourceSubtitle[],
  name: string,
): Source {
  const stream = checkReport(report, name, (index) => scan.picturesOf(index).seconds.length > 1);
  const times = scan.timesOf(stream.index);
  if (times === undefined) throw new IntakeError('SOURCE_NO_PICTURES', { name });
  const declared = scan.hasJumped() ? 0 : believedSeconds(report);
  // ffmpeg's times start at the file's earliest stream.
  const origin = report.format.start_time ?? 0;
  const end = scan.endSeconds() - origin;
  if (declared - end > Math.max(MISSING_SECONDS, declared * MISSING_SHARE)) throw truncated(name, end, declared);
  const { seconds: shown, isUntimed } = scan.picturesOf(stream.index);
  const steps = scan.pictureSteps(stream.index);
  const usual: Fraction = (steps && frameRateOf(steps.seconds)) ??
    parseFraction(stream.avg_frame_rate, '/') ?? { numerator: 24, denominator: 1 };
  const frameRate = keepingRate(
    shown.map((time) => time - origin),
    usual,
  );
  // A last picture whose duration nobody says stays as long as the others.
  const lastSeconds = steps === undefined ? 0 : (shown.at(-1) ?? 0) + 1 / rateOf(usual);
  const endSeconds = Math.max(times.endSeconds, lastSeconds) - origin;
  checkLength(endSeconds, name);
  if (endSeconds < SHORTEST_SECONDS) throw new IntakeError('SOURCE_TOO_SHORT', { name });
  const picture: SourcePicture = {
    stream: stream.index,
    codec: stream.codec_name ?? 'unknown',
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    pixelAspect: pixelAspectOf(stream),
    rotation: rotationOf(stream),
    frameRate,
    isVariable: steps?.isVariable ?? false,
    isInterlaced: /^(?:tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    range: stream.color_transfer === 'smpte2084' ? 'pq' : stream.color_transfer === 'arib-std-b67' ? 'hlg' : 'sdr',
    matrix: stream.color_space === undefined || stream.color_space === 'unknown' ? null : stream.color_space,
    endSeconds,
    ...(isUntimed && { startSeconds: Math.max(0, times.startSeconds - origin) }),
  };
  const sounds = report.streams.flatMap((one) => {
    const soundTimes = scan.timesOf(one.index);
    return one.codec_type === 'audio' && (one.channels ?? 0) > 0 && soundTimes !== undefined
      ? [
          {
            stream: one.index,
            codec: one.codec_name ?? 'unknown',
            channels: one.channels ?? 0,
            tags: tagsOf(one),
            endSeconds: soundTimes.endSeconds - origin,
          },
        ]
      : [];
  });
  const subtitles = report.streams
    .filter(({ codec_type: type }) => type === 'subtitle')
    .map((one): SourceSubtitle => {
      const codec = one.codec_name ?? 'unknown';
      return { from: 'stream', stream: one.index, codec, format: TEXT_CODECS[codec] ?? null, tags: tagsOf(one) };
    });
  const chapters = report.chapters.map(({ start_time: startSeconds, end_time: chapterEnd, tags }) => ({
    startSeconds,
    endSeconds: chapterEnd,
    title: tags?.['title'] ?? '',
  }));
  const { bytes, modifiedMs } = file;
  return {
    bytes,
    modifiedMs,
    formatName: report.format.format_name,
    picture,
    sounds,
    subtitles: [...beside, ...subtitles],
    chapters,
  };
}

/** A header that says more than any source lasts is wrong, as with fragments that count from another instant; the packets say the truth. */
export function believedSeconds({ format: { duration = 0 } }: Report): number {
  return duration > LONGEST_SECONDS ? 0 : duration;
}

export const truncated = (name: string, present: number, declared: number) =>
  new IntakeError('SOURCE_TRUNCATED', { name, declared, present });

/** ffmpeg reports the angle counter-clockwise, from -180 to 180. */
function rotationOf({ side_data_list: data, tags }: ReportStream): SourcePicture['rotation'] {
  const told = data?.find(({ rotation }) => rotation !== undefined)?.rotation ?? -Number(tags?.['rotate'] ?? 0);
  const clockwise = (((Math.round(-told / 90) * 90) % 360) + 360) % 360;
  return clockwise === 90 || clockwise === 180 || clockwise === 270 ? clockwise : 0;
}

export function tagsOf({ tags, disposition }: ReportStream): TrackTags {
  if (disposition === undefined)
    return { ...NO_TAGS, language: tags?.['language'] ?? '', title: tags?.['title'] ?? '' };
  return {
    language: tags?.['language'] ?? '',
    // MP4 has no titles of tracks; people use the handler's name. Encoders write their own there.
    title: tags?.['title'] ?? (/handler/i.test(tags?.['handler_name'] ?? '') ? '' : (tags?.['handler_name'] ?? '')),
    isDefault: disposition.default,
    isForced: disposition.forced,
    isForDeaf: disposition.hearing_impaired || disposition.captions,
    isForBlind: disposition.visual_impaired || disposition.descriptions,
    isOriginal: disposition.original,
    isDub: disposition.dub,
    isComment: disposition.comment,
  };
}
