import type { Source, SourceSubtitle } from '../probe/source.ts';
import { shownName } from '../intake-error.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { languageName, languageOf } from './languages.ts';
import type { PlannedSubtitle } from './plan.ts';

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
  notices: CodedText[];
} {
  const notices: CodedText[] = [];
  const planned = [...subtitles]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((one): PlannedSubtitle[] => {
      if (one.format === null) {
        notices.push(
          one.from === 'file'
            ? noticeOf('SUBTITLE_UNSUPPORTED', { file: shownName(one.name) })
            : noticeOf('SUBTITLE_PICTURES', { track: one.stream, codec: one.codec }),
        );
        return [];
      }
      const origin =
        one.from === 'file'
          ? ({ from: 'file', name: one.name } as const)
          : ({ from: 'stream', stream: one.stream } as const);
      return [{ origin, format: one.format, lang: languageOf(one.tags.language), role: subtitleRoleOf(one.tags) }];
    });
  return { subtitles: planned, notices };
}

const rank = ({ from, tags }: SourceSubtitle) => (from === 'file' ? 0 : tags.isDefault ? 1 : 2);

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
