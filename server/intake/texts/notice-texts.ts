import type { MediaNoticeCode } from '#contract/console/media-codes.ts';
import type { PlannedSubtitle } from '../plan/plan.ts';
import { definedParams, type CodedText, type ParamsOf } from './coded-text.ts';

interface Track {
  /** Number of the stream in the file. */
  track: number;
}

/** A subtitle is a track, or a file as `shownName` writes it. */
interface Subtitle extends Partial<Track> {
  file?: string | undefined;
}

interface File {
  /** As `shownName` writes it. */
  file: string;
}

const subtitleName = ({ file, track }: Subtitle) =>
  file === undefined ? `Subtitle track ${track}` : `Subtitle file ${file}`;

const AS_TEXT = 'Add the same subtitles as .srt, .smi, .ass or .vtt.';

/** The sentences of notices for terminals. Korean ones: `console/pages/media/media-texts.ts`. */
export const noticeTexts = {
  SOURCE_HDR: ({ range }: { range: 'PQ' | 'HLG' }) =>
    `The source is HDR (${range}): its colours are converted to SDR. Check bright scenes.`,
  SOURCE_INTERLACED: () => 'The source is interlaced: its pictures are deinterlaced.',
  SOURCE_VARIABLE_RATE: () =>
    'The source has a variable frame rate: frames are repeated or dropped to make it constant.',
  SOURCE_PARTLY_READ: () => 'Parts of the source could not be decoded. Watch the clip before you publish it.',
  SOURCE_REORDERED: () =>
    'The chapters of the source show only parts of it, or in another order: the clip has all of it, from start to end. Watch it before you publish it.',
  SOUND_LONGER: ({ seconds }: { seconds: number }) =>
    `The sound is ${seconds.toFixed(1)} s longer than the picture: the last picture stays until it ends.`,
  SOUND_COMMENTARY: ({ track }: Track) => `Sound track ${track} is a commentary and is left out.`,
  SOUND_SAME_LANGUAGE: ({ track, lang }: Track & { lang: string }) =>
    `Sound track ${track} is left out: the clip has another one in the same language (${lang}). Remove the other track from the file to use this one.`,
  SOUND_MISSING: () => 'The source has no sound: the clip is silent.',
  SOUND_UNCOMPARED: () => 'The sound has no fingerprint, so its opening and ending are not found. Set them by hand.',
  SUBTITLE_PICTURES: ({ track, codec }: Track & { codec: string }) =>
    `Subtitle track ${track} consists of pictures or an unknown format (${codec}) and is left out. ${AS_TEXT}`,
  SUBTITLE_UNSUPPORTED: ({ file }: { file: string }) =>
    `Subtitle file ${file} cannot be read and is left out. ${AS_TEXT}`,
  SUBTITLE_EMPTY: (subtitle: Subtitle) => `${subtitleName(subtitle)} has no readable text and is left out.`,
  SUBTITLE_SAME_LANGUAGE: ({ lang, role, ...subtitle }: Subtitle & { lang: string; role: PlannedSubtitle['role'] }) =>
    `${subtitleName(subtitle)} is left out: the clip has another one of this language (${lang}, ${role}).`,
  SUBTITLE_UNMATCHED: ({ file }: { file: string }) =>
    `Subtitle file ${file} is left out: its name does not say its video and its language. Rename it like the video, with a language and an ending (video.ko.srt).`,
  SUBTITLE_TOO_LARGE: (subtitle: Subtitle) => `${subtitleName(subtitle)} is too large for a subtitle and is left out.`,
  SUBTITLE_UNDECODABLE: (subtitle: Subtitle) =>
    `${subtitleName(subtitle)} is left out: its letters cannot be read. Which encoding is it? Save it as UTF-8 and add it again.`,
  SUBTITLE_ENCODING: ({ encoding, ...subtitle }: Subtitle & { encoding: string }) =>
    `${subtitleName(subtitle)} does not say its encoding: it is read as ${encoding}. Look at it before you publish.`,
  SUBTITLE_LOST: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} is damaged in ${count} places: those letters are missing.`,
  SUBTITLE_UNTIMED: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} has ${count} texts without times that can be read: they are left out.`,
  SUBTITLE_CUT: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} has too many texts: ${count} of them are left out, texts within the picture first.`,
  SUBTITLE_LONG: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} has ${count} texts that no screen holds: their ends are left out.`,
  PICTURES_EMPTY: (subtitle: Subtitle) => `${subtitleName(subtitle)} has no readable pictures and is left out.`,
  PICTURES_LOST: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} is damaged in ${count} places: those pictures are missing.`,
  PICTURES_CUT: ({ count, ...subtitle }: Subtitle & { count: number }) =>
    `${subtitleName(subtitle)} has too many pictures: the last ${count} of them are left out.`,
  PICTURES_SLOW: (subtitle: Subtitle) =>
    `${subtitleName(subtitle)} is left out: its pictures take too long to read. ${AS_TEXT}`,
  DRAWINGS_FAILED: ({ lang, detail }: { lang: string; detail: string }) =>
    `Signs and songs (${lang}) could not be drawn, so they are shown as text: ${detail}`,
  LETTERS_MISSING: ({ lang, letters, fonts }: { lang: string; letters: string; fonts: string }) =>
    `Signs and songs (${lang}) are shown as text: no font has letters such as ${letters}. Put the fonts of the script (${fonts}) into the folder "fonts" beside the video, or install them, and add the video again.`,
  FONT_MISSING: ({ font, by }: { font: string; by: string }) =>
    `The font ${font} is missing: signs are drawn in ${by}. Put it into the folder "fonts" beside the video and add the video again.`,
  METADATA_PAGE: ({ file }: File) => `${file} is a web page, not metadata: nothing of it is used.`,
  METADATA_ADDRESS: ({ file }: File) => `${file} has only an address. Nothing is loaded from there.`,
  METADATA_UNREADABLE: ({ file }: File) =>
    `${file} has no metadata as Kodi and Jellyfin write them (tvshow, movie, episodedetails): nothing of it is used.`,
  METADATA_UNDECODABLE: ({ file }: File) =>
    `${file} is left out: its letters cannot be read. Save it as UTF-8 and add it again.`,
  METADATA_TOO_LARGE: ({ file }: File) => `${file} is too large or too deep for metadata: nothing of it is used.`,
  METADATA_ENCODING: ({ file, said, encoding }: File & { said: string; encoding: string }) =>
    `${file} says ${said} and is not: it is read as ${encoding}. Look at its texts before you publish.`,
  METADATA_ENTITIES: ({ file }: File) => `${file} defines entities. They are left out of its texts.`,
  METADATA_CUT: ({ file }: File) => `${file} ends in the middle: what stands before is used.`,
  METADATA_SEVERAL: ({ file, count }: File & { count: number }) =>
    `${file} describes ${count} episodes in one video: they become one, with the number of the first.`,
  METADATA_CHANGED: ({ file }: File) => `${file} changed while it was read: nothing of it is used. Add it again.`,
  ART_UNUSABLE: ({ file, detail }: File & { detail: string }) =>
    `Picture ${file} is left out: ${detail} Set another one in the console.`,
  ART_CHANGED: ({ file }: File) =>
    `Picture ${file} cannot be read any more and is left out. Set another one in the console.`,
  TITLE_UNPUBLISHED: ({ title }: { title: number }) =>
    `Title ${title} is not published, so viewers do not see the episode: bora titles publish ${title}`,
  VIDEO_LENGTH_CHANGED: ({ before, after }: { before: number; after: number }) =>
    `The new video lasts ${after} s and the one before ${before} s: marks and later subtitles were not kept. Set them again.`,
  SOUNDS_GONE: ({ sounds }: { sounds: string }) =>
    `The new video has no ${sounds}, which the one before had. Add it again in the console.`,
  NOTICES_LEFT_OUT: ({ count }: { count: number }) =>
    `${count} more ${count === 1 ? 'notice is' : 'notices are'} left out. Correct what the others say, and add the video again to see them.`,
} satisfies Record<MediaNoticeCode, (params: never) => string>;

type NoticeParams<Code extends MediaNoticeCode> = ParamsOf<typeof noticeTexts, Code>;

export function noticeOf<Code extends MediaNoticeCode>(code: Code, params: NoticeParams<Code>): CodedText {
  const write = noticeTexts[code] as (given: NoticeParams<Code>) => string;
  return { code, params: definedParams(params), message: write(params) };
}
