import type { parseArgs } from 'node:util';
import { z } from 'zod';
import type { OwnAccess } from '#contract/console/inbox.ts';
import { contentRatingSchema, type ContentRating } from '#contract/profiles.ts';
import { catalogueIdSchema } from '#contract/values.ts';
import { accessSchema, titleNameSchema } from '#server/console/operator/calls.ts';
import { SCHEMES, type Scheme } from '#server/lib/protection.ts';
import { readSoundWords, type SoundWords } from './read-sound-words.ts';
import { readSubtitleWords, type SubtitleWords } from './read-subtitle-words.ts';
import { parseCommand, readerOf, UsageError } from '../operator-commands/words.ts';

export const USAGE = `bora media add PATH…            takes videos in: files, or folders with all that is in them
    --title ID | new                    where they go; without it the names say it, and are shown for correction
    --name "…" --season 2 --episode 3   instead of what the names say
    --rating all|7|12|15|19             of a new title; without it, as metadata beside the videos say, or asked, or 19
    --access free|avod|membership       who may watch; without it asked, or free
    --protect cenc|cbcs                 encrypted; cenc plays on every set, cbcs on those from about 2020 on
    --publish                           shown to viewers as soon as it is done; a draft without it
    --yes                               asks nothing; refuses files whose names leave a doubt, and adds the others
    --wait                              until all are done, with their progress
bora media status [JOB] [--wait]  all jobs, or one with its log
bora media retry JOB              a failed or cancelled one, from its last finished step
bora media cancel JOB
bora media remove JOB             with all that it has made; "remove episode ID" for an episode; never what is published
bora media marks EPISODE-ID [--intro 1:02-2:32|none] [--outro 22:10|22:10-23:20|none] [--recap 0:00-0:40|none]
                  [--preview 23:20-23:50|none]    opening, ending, recap and preview, which viewers may skip
    --accept                            takes the ones that chapters name or that episodes of the title share
bora media marks --title ID [--accept]    all that were found: episode, mark, times, confidence, origin. Takes those of 0.75 and more
bora media tracks EPISODE-ID      what its video has: pictures, sounds, subtitles with their numbers
bora media subtitle EPISODE-ID FILE    adds a subtitle; the video is not made again
    --lang ko --role subtitle|caption|forced --label "…"    instead of what name and text say
    --encoding cp949                    where the letters are read wrongly
    --number 2                          in place of that subtitle
    --yes                               accepts what is doubtful
bora media subtitle EPISODE-ID --number 2 [--lang …] [--role …] [--label …] [--place 1] [--remove]
bora media sound EPISODE-ID --number 2 [--lang …] [--role main|dub|description] [--label …] [--place 1] [--remove]
    --json                              prints answers as JSON
Exit codes: 0 done, 1 refused or failed, 2 these words are no command.`;

export interface AddWords {
  title: number | 'new' | undefined;
  name: string | undefined;
  season: number | undefined;
  episode: number | undefined;
  rating: ContentRating | undefined;
  access: OwnAccess | undefined;
  isPublished: boolean;
  protection: Scheme | undefined;
}

type MarksTarget = { title: number } | { episode: number };
type Part = { start: number; end: number };
type Marks = {
  intro?: Part | null;
  outro?: { start: number; end?: number } | null;
  recap?: Part | null;
  preview?: Part | null;
};

export type Command =
  | { name: 'add'; paths: readonly string[]; words: AddWords; isYes: boolean; isWaiting: boolean }
  | { name: 'status'; job: string | undefined; isWaiting: boolean }
  | { name: 'retry' | 'cancel'; job: string }
  | { name: 'remove'; target: { job: string } | { episode: number } }
  | { name: 'marks'; target: MarksTarget; marks: Marks; isAccepting: boolean }
  | { name: 'tracks'; episode: number }
  | { name: 'subtitle'; words: SubtitleWords }
  | { name: 'sound'; words: SoundWords };

const OPTIONS = {
  title: { type: 'string' },
  name: { type: 'string' },
  season: { type: 'string' },
  episode: { type: 'string' },
  rating: { type: 'string' },
  access: { type: 'string' },
  protect: { type: 'string' },
  publish: { type: 'boolean' },
  yes: { type: 'boolean' },
  wait: { type: 'boolean' },
  intro: { type: 'string' },
  outro: { type: 'string' },
  recap: { type: 'string' },
  preview: { type: 'string' },
  accept: { type: 'boolean' },
  number: { type: 'string' },
  lang: { type: 'string' },
  role: { type: 'string' },
  label: { type: 'string' },
  encoding: { type: 'string' },
  place: { type: 'string' },
  remove: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** The options that a command takes, apart from `--json`. */
const TAKES: Record<Command['name'], readonly (keyof typeof OPTIONS)[]> = {
  add: ['title', 'name', 'season', 'episode', 'rating', 'access', 'protect', 'publish', 'yes', 'wait'],
  status: ['wait'],
  retry: [],
  cancel: [],
  remove: [],
  marks: ['title', 'intro', 'outro', 'recap', 'preview', 'accept'],
  tracks: [],
  subtitle: ['number', 'lang', 'role', 'label', 'encoding', 'place', 'remove', 'yes'],
  sound: ['number', 'lang', 'role', 'label', 'place', 'remove'],
};

const read = readerOf(USAGE);
const numberOf = (text: string) => (/^\d+(\.\d)?$/.test(text) ? Number(text) : NaN);
const readId = (text: string | undefined) => read(catalogueIdSchema, numberOf(text ?? ''), `"${text ?? ''}" is no id.`);
const readNumber = (option: string, text: string | undefined, schema: z.ZodNumber): number | undefined =>
  text === undefined ? undefined : read(schema, numberOf(text), `--${option} must be a number.`);

/** `1:02`, `22:10`, `1:00:03` or seconds. */
const TIME = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})$/;

function readTime(text: string, problem: string): number {
  const match = text.match(TIME);
  if (!match) throw new UsageError(`${problem}\n${USAGE}`);
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  return hours! * 3600 + minutes! * 60 + seconds!;
}

/** A part from-to; null for `none`. */
function readPart(option: string, text: string): Part | null {
  if (text === 'none') return null;
  const problem = `--${option} must be from-to, as in 1:02-2:32, or none.`;
  const [start, end, ...more] = text.split('-');
  if (start === undefined || end === undefined || more.length > 0) throw new UsageError(`${problem}\n${USAGE}`);
  return { start: readTime(start, problem), end: readTime(end, problem) };
}

const readOutro = (text: string): NonNullable<Marks['outro']> | null =>
  text === 'none' || text.includes('-')
    ? readPart('outro', text)
    : { start: readTime(text, '--outro must be a time, as in 22:10, from-to, or none.') };

const readMarks = ({ intro, outro, recap, preview }: Options): Marks => ({
  ...(intro !== undefined && { intro: readPart('intro', intro) }),
  ...(outro !== undefined && { outro: readOutro(outro) }),
  ...(recap !== undefined && { recap: readPart('recap', recap) }),
  ...(preview !== undefined && { preview: readPart('preview', preview) }),
});

const readAdd = (options: Options): AddWords => ({
  title: options.title === undefined || options.title === 'new' ? options.title : readId(options.title),
  name:
    options.name === undefined
      ? undefined
      : read(titleNameSchema, options.name, '--name must be a name of at most 60 characters.'),
  season: readNumber('season', options.season, z.number().int().min(1).max(99)),
  episode: readNumber('episode', options.episode, z.number().min(0).max(9999)),
  rating:
    options.rating === undefined
      ? undefined
      : read(contentRatingSchema, options.rating, `There is no rating "${options.rating}".`),
  access:
    options.access === undefined
      ? undefined
      : read(accessSchema, options.access, `There is no access "${options.access}".`),
  isPublished: options.publish ?? false,
  protection:
    options.protect === undefined
      ? undefined
      : read(z.enum(SCHEMES), options.protect, '--protect must be cenc or cbcs.'),
});

function readJob(words: readonly string[]): string {
  const [job, ...more] = words;
  if (job === undefined || more.length > 0) throw new UsageError(USAGE);
  return job;
}

function readMarksCommand(words: readonly string[], options: Options): Command {
  const { title, accept = false } = options;
  const marks = readMarks(options);
  const isSetting = Object.keys(marks).length > 0;
  if (isSetting && accept)
    throw new UsageError(
      `--accept takes the found marks, and --intro, --outro, --recap and --preview set others.\n${USAGE}`,
    );
  if (title === undefined)
    return { name: 'marks', target: { episode: readId(readJob(words)) }, marks, isAccepting: accept };
  if (isSetting || words.length > 0) throw new UsageError(`Marks are set for one episode at a time.\n${USAGE}`);
  return { name: 'marks', target: { title: readId(title) }, marks, isAccepting: accept };
}

function toCommand(name: Command['name'], words: readonly string[], options: Options): Command {
  const isWaiting = options.wait ?? false;
  switch (name) {
    case 'add':
      if (words.length === 0) throw new UsageError(USAGE);
      return { name, paths: words, words: readAdd(options), isYes: options.yes ?? false, isWaiting };
    case 'status':
      return { name, job: words.length === 0 ? undefined : readJob(words), isWaiting };
    case 'retry':
    case 'cancel':
      return { name, job: readJob(words) };
    case 'remove':
      return {
        name,
        target: words[0] === 'episode' ? { episode: readId(readJob(words.slice(1))) } : { job: readJob(words) },
      };
    case 'marks':
      return readMarksCommand(words, options);
    case 'tracks':
      return { name, episode: readId(readJob(words)) };
    case 'sound': {
      const [episode, ...others] = words;
      return { name, words: readSoundWords(readId(episode), others, options, { read, usage: USAGE }) };
    }
    case 'subtitle': {
      const [episode, ...files] = words;
      return { name, words: readSubtitleWords(readId(episode), files, options, { read, usage: USAGE }) };
    }
  }
}

/** @throws UsageError */
export function readWords(args: readonly string[]): { command: Command; isJson: boolean } {
  const parsed = parseCommand(args, { usage: USAGE, options: OPTIONS, takes: TAKES });
  return { command: toCommand(parsed.command, parsed.words, parsed.values), isJson: parsed.values.json ?? false };
}
