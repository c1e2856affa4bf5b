import {
  READER_DATA,
  readableLangOf,
  type EpisodeSubtitle,
  type EpisodeTracks,
  type ReadingFailure,
  type SubtitleReading,
} from '#contract/console/tracks.ts';
import { countText } from '../../lib/format.ts';
import { languageName } from './track-names.ts';

const FAILURES: Readonly<Record<ReadingFailure, string>> = {
  READER_STUCK: '글자를 읽는 프로그램이 계속 멈춰서 그만뒀어요.',
  READER_FAILED: '글자를 읽는 프로그램이 계속 실패해서 그만뒀어요.',
  LANGUAGE_MISSING: '이 언어를 읽을 자료가 작업하는 서버에 없어요.',
  PICTURES_MISSING: '자막 그림을 찾지 못했어요.',
};

/** How far a text is that is read of pictures. */
export function readingText({ state, failure, ...counts }: SubtitleReading): string {
  if (state === 'waiting') return '차례를 기다려요';
  if (state === 'failed') return failure === null ? '읽지 못했어요.' : FAILURES[failure];
  const [line, read, doubtful] = [counts.cnt_line, counts.cnt_read, counts.cnt_doubtful].map(countText);
  if (state === 'reading') return `읽는 중 ${read}/${line}줄`;
  return counts.cnt_doubtful === 0 ? `${line}줄을 읽었어요` : `${line}줄을 읽었어요. 확인할 줄 ${doubtful}개`;
}

/** Whether this server can read the letters of a subtitle that nobody has begun to read. */
export const canRead = ({ reader, readings, is_own: isOwn }: EpisodeTracks, subtitle: EpisodeSubtitle): boolean => {
  const lang = readableLangOf(subtitle.lang);
  return (
    isOwn &&
    subtitle.is_pictures &&
    lang !== undefined &&
    (reader?.langs.includes(lang) ?? false) &&
    readings.every((one) => one.subtitle_id !== subtitle.id)
  );
};

/** Whether viewers do not get these pictures, because the video has a text of the same language and role. */
export const isBehindText = ({ subtitles }: EpisodeTracks, { is_pictures: isPictures, lang, role }: EpisodeSubtitle) =>
  isPictures && subtitles.some((one) => !one.is_pictures && one.lang === lang && one.role === role);

const INSTALL = 'sudo apt install tesseract-ocr';

/**
 * Tells an operator what to install so that this video's picture subtitles can be read as text; undefined where nothing is
 * missing.
 */
export function readerHint({ reader, subtitles, is_own: isOwn }: EpisodeTracks): string | undefined {
  const langs = isOwn ? subtitles.filter((one) => one.is_pictures).map(({ lang }) => readableLangOf(lang)) : [];
  const missing = [...new Set(langs)].filter((lang) => lang !== undefined && !reader?.langs.includes(lang));
  if (missing.length > 0)
    return `${missing.map((lang) => languageName(lang!)).join(', ')} 그림 자막을 글자로 읽으려면 서버에 설치해 주세요: ${[
      INSTALL,
      ...missing.map((lang) => `tesseract-ocr-${READER_DATA[lang!]}`),
    ].join(' ')}`;
  return langs.includes(undefined) ? '그림 자막은 한국어, 일본어, 영어만 글자로 읽을 수 있어요.' : undefined;
}
