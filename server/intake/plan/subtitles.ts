import type { Source, SourceSubtitle } from '../probe/source.ts';
import { shownName } from '../intake-error.ts';
import { languageName, languageOf } from './languages.ts';
import type { PlannedSubtitle } from './plan.ts';

const FORCED = /forced|signs|강제/i;
const CAPTION = /\bsdh\b|\bcc\b|closed caption|hearing|청각/i;

type Role = PlannedSubtitle['role'];

const roleOf = ({ title, isForced, isForDeaf }: SourceSubtitle['tags']): Role => {
  if (isForced || FORCED.test(title)) return 'forced';
  return isForDeaf || CAPTION.test(title) ? 'caption' : 'subtitle';
};

/** How messages call a subtitle. */
export const subtitleName = (origin: PlannedSubtitle['origin']): string =>
  origin.from === 'file' ? `Subtitle file ${shownName(origin.name)}` : `Subtitle track ${origin.stream}`;

/**
 * The subtitles to convert, in order of preference: files beside the source are made for it; a default track comes
 * before others. Those of one language and role compete when their text is read.
 */
export function planSubtitles({ subtitles }: Pick<Source, 'subtitles'>): {
  subtitles: PlannedSubtitle[];
  notices: string[];
} {
  const notices: string[] = [];
  const planned = [...subtitles]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((one): PlannedSubtitle[] => {
      const origin =
        one.from === 'file'
          ? ({ from: 'file', name: one.name } as const)
          : ({ from: 'stream', stream: one.stream } as const);
      if (one.format === null) {
        const kind =
          one.from === 'file' ? 'cannot be read' : `consists of pictures or an unknown format (${one.codec})`;
        notices.push(`${subtitleName(origin)} ${kind} and is left out. Add the same subtitles as .srt, .ass or .vtt.`);
        return [];
      }
      return [{ origin, format: one.format, lang: languageOf(one.tags.language), role: roleOf(one.tags) }];
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
