import { z } from 'zod';
import type { SoundRole } from '#contract/console/tracks.ts';
import { soundRoles } from '#contract/playback.ts';
import { writtenTextSchema } from '#contract/values.ts';
import { languageOf, UNKNOWN_LANGUAGE } from '#server/intake/plan/languages.ts';
import { UsageError, type readerOf } from '../operator-commands/words.ts';

export interface SoundWords {
  episode: number;
  number: number;
  lang: string | undefined;
  role: SoundRole | undefined;
  label: string | undefined;
  place: number | undefined;
  isRemoving: boolean;
}

/** The options of the command, as they were typed. */
interface Given {
  number?: string | undefined;
  lang?: string | undefined;
  role?: string | undefined;
  label?: string | undefined;
  place?: string | undefined;
  remove?: boolean | undefined;
}

const countSchema = z.coerce.number().int().min(1).max(99);

/** @throws UsageError */
export function readSoundWords(
  episode: number,
  others: readonly string[],
  given: Given,
  { read, usage }: { read: ReturnType<typeof readerOf>; usage: string },
): SoundWords {
  const optional = <S extends z.core.$ZodType>(schema: S, value: string | undefined, problem: string) =>
    value === undefined ? undefined : read(schema, value, problem);
  if (others.length > 0) throw new UsageError(`Files of sounds are added in the console.\n${usage}`);
  const lang = given.lang === undefined ? undefined : languageOf(given.lang);
  if (lang === UNKNOWN_LANGUAGE && given.lang !== UNKNOWN_LANGUAGE)
    throw new UsageError(`There is no language "${given.lang}".\n${usage}`);
  return {
    episode,
    number: read(countSchema, given.number ?? '', '--number must be the number of a sound.'),
    lang,
    role: optional(z.enum(soundRoles), given.role, `--role must be one of ${soundRoles.join(', ')}.`),
    label: optional(writtenTextSchema({ maximum: 40 }), given.label, '--label must have at most 40 characters.'),
    place: optional(countSchema, given.place, '--place must be a number from 1.'),
    isRemoving: given.remove ?? false,
  };
}
