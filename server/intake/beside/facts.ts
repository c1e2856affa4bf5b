import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import type { CodedText } from '../texts/coded-text.ts';

/** Facts of the metadata files beside a video. */
export interface Beside {
  title: TitleFacts | null;
  episode: EpisodeFacts | null;
  /** Names of the files that were read. */
  files: string[];
  /** What the operator should know about them. */
  notices: CodedText[];
}

export const NOTHING_BESIDE: Beside = { title: null, episode: null, files: [], notices: [] };

/** Joins what several files say; what an earlier one says counts. */
export const joinBeside = (all: readonly Beside[]): Beside =>
  all.reduce(
    (one, other) => ({
      title: one.title || other.title ? { ...other.title, ...one.title } : null,
      episode: one.episode || other.episode ? { ...other.episode, ...one.episode } : null,
      files: [...one.files, ...other.files],
      notices: [...one.notices, ...other.notices],
    }),
    NOTHING_BESIDE,
  );

export const TITLE_FIELDS = [
  ...(['name', 'originalName', 'synopsis', 'contentRating', 'airedAt', 'year'] as const),
  ...(['genres', 'director', 'studio', 'cast', 'score', 'ids'] as const),
];
export const EPISODE_FIELDS = ['season', 'number', 'subject', 'synopsis', 'airedAt', 'score', 'ids'] as const;

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, id]) => `${key} ${String(id)}`)
          .join(', ')
      : String(value);

/** The facts as lines for the operator, in the order of `fields`. */
export const factLines = <Field extends string>(
  facts: Partial<Record<Field, unknown>> | null,
  fields: readonly Field[],
): { field: Field; text: string }[] =>
  facts === null
    ? []
    : fields.flatMap((field) => (facts[field] === undefined ? [] : [{ field, text: textOf(facts[field]) }]));
