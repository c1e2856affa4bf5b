import { resolve } from 'node:path';
import { z } from 'zod';
import { subtitleEncodings, type SubtitleEncoding, type SubtitleRole } from '#contract/console/tracks.ts';
import { subtitleRoles } from '#contract/playback.ts';
import { writtenTextSchema } from '#contract/values.ts';
import { languageOf, UNKNOWN_LANGUAGE } from '#server/intake/plan/languages.ts';
import { UsageError, type readerOf } from '../operator-commands/words.ts';

export interface SubtitleWords {
  episode: number;
  /** A file to add; without it, subtitle `number` is changed. */
  path: string | undefined;
  number: number | undefined;
  lang: string | undefined;
  role: SubtitleRole | undefined;
  label: string | undefined;
  encoding: SubtitleEncoding | undefined;
  place: number | undefined;
  isRemoving: boolean;
  isYes: boolean;
}

/** The options of the command, as they were typed. */
interface Given {
  number?: string | undefined;
  lang?: string | undefined;
  role?: string | undefined;
  label?: string | undefined;
  encoding?: string | undefined;
  place?: string | undefined;
  remove?: boolean | undefined;
  yes?: boolean | undefined;
}

const countSchema = z.coerce.number().int().min(1).max(99);

/** @throws UsageError */
export function readSubtitleWords(
  episode: number,
  files: readonly string[],
  given: Given,
  { read, usage }: { read: ReturnType<typeof readerOf>; usage: string },
): SubtitleWords {
  const [path, ...more] = files;
  const refuse = (problem: string): never => {
    throw new UsageError(`${problem}\n${usage}`);
  };
  const optional = <S extends z.core.$ZodType>(schema: S, value: string | undefined, problem: string) =>
    value === undefined ? undefined : read(schema, value, problem);
  const lang = given.lang === undefined ? undefined : languageOf(given.lang);
  if (lang === UNKNOWN_LANGUAGE && given.lang !== UNKNOWN_LANGUAGE) refuse(`There is no language "${given.lang}".`);
  const words: SubtitleWords = {
    episode,
    path: path === undefined ? undefined : resolve(path),
    number: optional(countSchema, given.number, '--number must be the number of a subtitle.'),
    lang,
    role: optional(z.enum(subtitleRoles), given.role, `--role must be one of ${subtitleRoles.join(', ')}.`),
    label: optional(writtenTextSchema({ maximum: 40 }), given.label, '--label must have at most 40 characters.'),
    encoding: optional(
      z.enum(subtitleEncodings),
      given.encoding,
      `--encoding must be one of ${subtitleEncodings.join(', ')}.`,
    ),
    place: optional(countSchema, given.place, '--place must be a number from 1.'),
    isRemoving: given.remove ?? false,
    isYes: given.yes ?? false,
  };
  if (more.length > 0) refuse('One file at a time.');
  if (path === undefined && words.number === undefined)
    refuse('Say a file to add, or with --number which subtitle to change.');
  if (path !== undefined && words.isRemoving) refuse('--remove takes no file.');
  return words;
}
