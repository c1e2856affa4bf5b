import type { Source, SourceSubtitle } from '../probe/source.ts';
import { shownName } from '../intake-error.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { languageName, languageOf } from './languages.ts';
import type { PlannedPictures, PlannedSubtitle } from './plan.ts';

const FORCED = /forced|signs|강제/i;
const CAPTION = /\bsdh\b|\bcc\b|closed caption|hearing|청각/i;

type Role = PlannedSubtitle['role'];

export const subtitleRoleOf = ({ title, isForced, isForDeaf }: SourceSubtitle['tags']): Role => {
  if (isForced || FORCED.test(title)) return 'forced';
  return isForDeaf || CAPTION.test(title) ? 'caption' : 'subtitle';
};

/** How notices name a subtitle. */
export const subtitleParams = (origin: PlannedSubtitle['origin']) =>
  origin.from === 'file' ? { file: shownName(origin.name) } : { track: origin.stream };

/**
 * The subtitles to convert, in order of preference: files beside the source are made for it; a default track comes
 * before others. Those of one language and role compete when their text is read.
 */
export function planSubtitles({ subtitles }: Pick<Source, 'subtitles'>): {
  subtitles: PlannedSubtitle[];
  pictures: PlannedPictures[];
  notices: CodedText[];
} {
  const notices: CodedText[] = [];
  const pictures: PlannedPictures[] = [];
  const planned = [...subtitles]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((one): PlannedSubtitle[] => {
      const origin =
        one.from === 'file'
          ? ({ from: 'file', name: one.name } as const)
          : ({ from: 'stream', stream: one.stream } as const);
      const said = { origin, lang: languageOf(one.tags.language), role: subtitleRoleOf(one.tags) };
      const pictureFormat = one.format === null ? pictureFormatOf(one) : undefined;
      if (pictureFormat) pictures.push({ ...said, format: pictureFormat });
      else if (one.format === null) {
        notices.push(
          one.from === 'file'
            ? noticeOf('SUBTITLE_UNSUPPORTED', { file: shownName(one.name) })
            : noticeOf('SUBTITLE_PICTURES', { track: one.stream, codec: one.codec }),
        );
      }
      return one.format === null ? [] : [{ ...said, format: one.format }];
    });
  return { subtitles: planned, pictures, notices };
}

const rank = ({ from, tags }: SourceSubtitle) => (from === 'file' ? 0 : tags.isDefault ? 1 : 2);

const PICTURE_CODECS: Readonly<Record<string, PlannedPictures['format']>> = {
  hdmv_pgs_subtitle: 'sup',
  dvd_subtitle: 'vobsub',
  dvb_subtitle: 'dvb',
};

/** A file `idx` says where the pictures are in the file `sub` beside it. */
const PICTURE_FILES: Readonly<Record<string, 'sup' | 'vobsub'>> = { sup: 'sup', idx: 'vobsub' };

/** Undefined for a file without pictures, as its name says. */
export const pictureFormatOfFile = (name: string) => PICTURE_FILES[name.split('.').at(-1)?.toLowerCase() ?? ''];

const pictureFormatOf = (one: SourceSubtitle) =>
  one.from === 'stream' ? PICTURE_CODECS[one.codec] : pictureFormatOfFile(one.name);

/** The label for viewers, in Korean. */
export function subtitleLabel(lang: string, role: Role): string {
  const name = languageName(lang) || '자막';
  switch (role) {
    case 'subtitle':
      return name;
    case 'caption':
      return `${name} (청각 장애인용)`;
    case 'forced':
      return `${name} (화면 글자)`;
  }
}

/** The label of a subtitle that consists of pictures, which nobody can read aloud. */
export function pictureLabel(lang: string, role: Role): string {
  const name = languageName(lang) || '자막';
  return role === 'subtitle' ? `${name} (그림)` : subtitleLabel(lang, role).replace(/\)$/, ', 그림)');
}
