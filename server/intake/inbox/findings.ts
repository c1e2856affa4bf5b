import type { InboxFindings } from '#contract/console/inbox.ts';
import { languageOf } from '../plan/languages.ts';
import { parseFraction, rateOf } from '../probe/frame-rate.ts';
import { checkReport, tagsOf, TEXT_CODECS } from '../probe/read-report.ts';
import { IntakeError } from '../intake-error.ts';
import { soundStreamOf } from '../sounds/sound-stream.ts';
import type { Report } from '../probe/report.ts';

const ofType = ({ streams }: Report, type: string) =>
  streams
    .filter(({ codec_type: own }) => own === type)
    .map((stream) => ({ stream, tags: tagsOf(stream), codec: stream.codec_name ?? 'unknown' }));

const soundsOf = (report: Report): InboxFindings['sounds'] =>
  ofType(report, 'audio').map(({ stream, tags, codec }) => ({
    lang: languageOf(tags.language),
    title: tags.title,
    codec,
    channels: stream.channels ?? 0,
    is_for_blind: tags.isForBlind,
    is_comment: tags.isComment,
  }));

/** What the headers of a file of sound alone say. @throws IntakeError for a file without one */
export function readSoundFindings(report: Report, name: string): InboxFindings {
  const { duration = 0, format_name: format } = report.format;
  soundStreamOf(report, name);
  if (duration <= 0) throw new IntakeError('SOURCE_UNREADABLE', { name });
  return { seconds: duration, format, picture: null, sounds: soundsOf(report), subtitles: [], cnt_chapter: 0 };
}

/**
 * What the headers of a video say. The job reads the whole file and may find more, such as a missing end.
 *
 * @throws IntakeError for a file that cannot become a clip.
 */
export function readFindings(report: Report, name: string): InboxFindings {
  const picture = checkReport(report, name);
  const rate = parseFraction(picture.avg_frame_rate, '/');
  return {
    seconds: report.format.duration ?? 0,
    format: report.format.format_name,
    picture: {
      codec: picture.codec_name ?? 'unknown',
      width: picture.width ?? 0,
      height: picture.height ?? 0,
      frame_rate: rate === undefined ? null : Math.round(rateOf(rate) * 1000) / 1000,
      range: picture.color_transfer === 'smpte2084' ? 'pq' : picture.color_transfer === 'arib-std-b67' ? 'hlg' : 'sdr',
      is_interlaced: /^(?:tt|bb|tb|bt)$/.test(picture.field_order ?? ''),
    },
    sounds: soundsOf(report),
    subtitles: ofType(report, 'subtitle').map(({ tags, codec }) => ({
      lang: languageOf(tags.language),
      title: tags.title,
      codec,
      is_forced: tags.isForced,
      is_for_deaf: tags.isForDeaf,
      is_text: codec in TEXT_CODECS,
    })),
    cnt_chapter: report.chapters.length,
  };
}
