import type { InboxFindings } from '#contract/console/inbox.ts';
import { languageOf } from '../plan/languages.ts';
import { parseFraction, rateOf } from '../probe/frame-rate.ts';
import { checkReport, tagsOf, TEXT_CODECS } from '../probe/read-report.ts';
import type { Report } from '../probe/report.ts';

/**
 * What the headers of a video say. The job reads the whole file and may find more, such as a missing end.
 *
 * @throws IntakeError for a file that cannot become a clip.
 */
export function readFindings(report: Report, name: string): InboxFindings {
  const picture = checkReport(report, name);
  const rate = parseFraction(picture.avg_frame_rate, '/');
  const ofType = (type: string) =>
    report.streams
      .filter(({ codec_type: own }) => own === type)
      .map((stream) => ({ stream, tags: tagsOf(stream), codec: stream.codec_name ?? 'unknown' }));
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
    sounds: ofType('audio').map(({ stream, tags, codec }) => ({
      lang: languageOf(tags.language),
      title: tags.title,
      codec,
      channels: stream.channels ?? 0,
      is_for_blind: tags.isForBlind,
      is_comment: tags.isComment,
    })),
    subtitles: ofType('subtitle').map(({ tags, codec }) => ({
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
