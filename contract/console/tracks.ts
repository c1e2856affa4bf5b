import * as z from 'zod/mini';
import { soundRoles, soundSchema, streamSchema, subtitleRoles } from '../playback.ts';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  freeTextSchema,
  secondsSchema,
  uuidSchema,
  writtenTextSchema,
} from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;

const params = z.object({ id: catalogueIdTextSchema });

/** Changes with every change of the tracks. A change sends back the one that it started from. */
export const versionSchema = freeTextSchema(64).check(
  z.describe('of the tracks that were read; a change sends it back'),
);

/** Largest subtitle file, in bytes: a film's text has a hundredth of it. */
export const MOST_SUBTITLE_BYTES = 20 * 1024 * 1024;
/** Largest file of picture subtitles; an index comes on top of it. Those of an episode have a fifth of it. */
export const MOST_PICTURE_BYTES = 60 * 1024 * 1024;
export const MOST_INDEX_BYTES = 4 * 1024 * 1024;

/** Questions to the operator before a file becomes the subtitle of an episode. */
export const subtitleQuestions = ['SAME_LANGUAGE', 'LONGER', 'SHORTER', 'OTHER_NUMBER'] as const;
export type SubtitleQuestion = (typeof subtitleQuestions)[number];

/** Encodings that can be chosen where the guess is wrong. */
export const subtitleEncodings = [
  'utf-8',
  'cp949',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-jp',
  'windows-1252',
  'windows-1251',
  'windows-1250',
] as const;
export type SubtitleEncoding = (typeof subtitleEncodings)[number];

/** A tag of BCP 47; `und` where nobody knows it. */
export const langSchema = z.string().check(z.maxLength(10), z.regex(/^[A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,2}$/));
export const labelSchema = writtenTextSchema({ maximum: 40 });
export const trackIdSchema = z.string().check(z.maxLength(200), z.regex(/^[a-z0-9][a-z0-9_./-]*$/));

export const MOST_SUBTITLES = 60;

/** Languages whose letters can be read of pictures, and what Debian calls their data: `tesseract-ocr-kor`. */
export const READER_DATA = { ko: 'kor', ja: 'jpn', en: 'eng' } as const;
export type ReadableLang = keyof typeof READER_DATA;
/** Undefined for a language that cannot be read. */
export const readableLangOf = (lang: string): ReadableLang | undefined => {
  const [language = ''] = lang.toLowerCase().split('-');
  return language in READER_DATA ? (language as ReadableLang) : undefined;
};

/** `waiting`: for its turn. A failed one can go on where it stopped. */
export const readingStates = ['waiting', 'reading', 'failed', 'read'] as const;
export const readingFailures = ['READER_STUCK', 'READER_FAILED', 'LANGUAGE_MISSING', 'PICTURES_MISSING'] as const;
export type ReadingFailure = (typeof readingFailures)[number];

const readingSchema = z.object({
  id: uuidSchema,
  subtitle_id: trackIdSchema.check(z.describe('the pictures')),
  state: z.enum(readingStates),
  failure: z.nullable(z.enum(readingFailures)),
  cnt_line: z.int().check(z.describe('0 before the first line was read')),
  cnt_read: z.int(),
  cnt_doubtful: z.int(),
});

export const episodeTracksSchema = z
  .object({
    episode_id: catalogueIdSchema,
    clip_id: z.string(),
    version: versionSchema,
    duration: secondsSchema,
    is_own: z.boolean().check(z.describe('made by this service of a video: only such clips take files')),
    cnt_episode: z.int().check(z.describe('episodes that play this clip and share its tracks')),
    renditions: z
      .nullable(z.array(z.object({ width: z.int(), height: z.int(), codec: z.string(), kilobits: z.int() })))
      .check(z.describe('the largest first; null when the manifest cannot be read')),
    sounds: z.array(soundSchema).check(z.describe('the default first; empty where only the manifests name them')),
    can_change_sounds: z.boolean().check(z.describe('manifests of other services are never rewritten')),
    chapters: z
      .array(z.object({ start_seconds: z.int(), title: z.string() }))
      .check(z.describe('of the file that the video was made of; empty for videos of earlier versions')),
    sound_jobs: z
      .array(z.object({ id: uuidSchema, label: z.string(), state: z.string(), fraction: z.number() }))
      .check(z.describe('sounds that are being made for the video, or could not be')),
    subtitles: z
      .array(
        z.object({
          id: trackIdSchema.check(z.describe('within the clip; a replaced file gets another one')),
          lang: z.string(),
          role: z.enum(subtitleRoles),
          label: z.string(),
          url: z.string(),
          is_pictures: z.boolean().check(z.describe('the file at `url` says which part of which picture is where')),
        }),
      )
      .check(z.describe('in the order for viewers')),
    reader: z
      .nullable(z.object({ langs: z.array(z.string()) }))
      .check(
        z.describe('languages whose letters this server can read of pictures; null where it has no program for it'),
      ),
    readings: z.array(readingSchema).check(z.describe('drafts of texts that are read of pictures')),
    streams: z.array(streamSchema).check(z.describe('addresses that open the clip for an hour')),
  })
  .register(z.globalRegistry, { id: 'EpisodeTracks' });

export const getEpisodeTracks = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/episodes/:id/tracks/`,
  summary: 'What the video of an episode has: pictures, sounds and subtitles, and the clip to look at',
  allowed: EDITORS,
  scope: 'titles.read',
  params,
  reply: episodeTracksSchema,
});

const FILE = {
  types: ['application/octet-stream', 'text/plain'],
  most: MOST_PICTURE_BYTES + MOST_INDEX_BYTES,
} as const;

const wholeText = (digits: number) =>
  z.pipe(z.string().check(z.regex(new RegExp(`^\\d{1,${digits}}$`))), z.transform(Number)).register(z.globalRegistry, {
    documentedAs: { type: 'integer', minimum: 0, maximum: 10 ** digits - 1 },
  });

/** How a file is read. */
const readingQuery = {
  name: freeTextSchema(255).check(z.minLength(1), z.describe('of the file; its ending says the format')),
  encoding: z
    .optional(z.enum(subtitleEncodings))
    .check(z.describe('chosen by the operator; without it, it is guessed')),
  track: z.optional(wholeText(2)).check(z.describe('which language of a file with several; default: the first')),
  file_id: z.optional(uuidSchema).check(z.describe('a file of the inbox in place of a body')),
  index_bytes: z
    .optional(wholeText(7))
    .check(z.describe('the body begins with a file `idx` of so many bytes, and its file `sub` follows')),
};

export const examinedSubtitleSchema = z
  .object({
    format: z.nullable(z.string()).check(z.describe('null for a file that is no subtitle')),
    encoding: z.nullable(z.string()).check(z.describe('a guess of a character set; null where the file says it')),
    notices: z
      .array(z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }))
      .check(z.describe('what is wrong with the file; codes of `media-codes.ts`')),
    tracks: z
      .array(
        z.object({
          lang: z.string(),
          role: z.enum(subtitleRoles),
          label: z.string(),
          is_pictures: z.boolean(),
          cnt_cue: z.int(),
          cnt_beyond: z.int().check(z.describe('texts behind the end of the video, which are left out')),
          first_seconds: z.number(),
          last_seconds: z.number(),
          sample: z.array(z.string()),
          questions: z.array(z.enum(subtitleQuestions)).check(z.describe('to be accepted when the file is added')),
        }),
      )
      .check(z.describe('one for each language of the file; empty when nothing of it can be used')),
  })
  .register(z.globalRegistry, { id: 'ExaminedSubtitle' });

export const examineSubtitle = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/episodes/:id/subtitles/examine/`,
  summary: 'What a subtitle file is, and whether it suits the video; changes nothing',
  allowed: EDITORS,
  params,
  query: z.object({
    ...readingQuery,
    lang: z.optional(langSchema).check(z.describe('as the operator says; without it, as file and text say')),
    role: z
      .optional(z.enum(subtitleRoles))
      .check(z.describe("as the operator says; without it, as the file's name says")),
    replaces: z.optional(trackIdSchema),
  }),
  bytes: FILE,
  reply: examinedSubtitleSchema,
});

export const addSubtitle = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/episodes/:id/subtitles/`,
  summary: 'Add a subtitle to the video of an episode, or replace one; the pictures stay as they are',
  allowed: EDITORS,
  params,
  query: z.object({
    ...readingQuery,
    version: versionSchema,
    lang: langSchema,
    role: z.enum(subtitleRoles),
    label: labelSchema,
    replaces: z.optional(trackIdSchema).check(z.describe('id of the subtitle whose place it takes')),
    accepts: z
      .optional(z.string().check(z.maxLength(100), z.regex(/^[A-Z_]*(?:,[A-Z_]+)*$/)))
      .check(z.describe('the questions that the operator has answered with yes, between commas')),
  }),
  bytes: FILE,
  reply: episodeTracksSchema,
});

export const changeSubtitles = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/episodes/:id/subtitles/`,
  summary: 'Rename, reorder and remove the subtitles of an episode; those that are missing are removed',
  allowed: EDITORS,
  params,
  body: z.object({
    version: versionSchema,
    subtitles: z
      .array(z.object({ id: trackIdSchema, lang: langSchema, role: z.enum(subtitleRoles), label: labelSchema }))
      .check(z.maxLength(MOST_SUBTITLES)),
  }),
  reply: episodeTracksSchema,
});

/** Questions to the operator before a file becomes a sound of an episode. */
export const soundQuestions = ['SAME_SOUND', 'OTHER_LENGTH'] as const;
export type SoundQuestion = (typeof soundQuestions)[number];

/** A sound and its video are of one cut if their lengths differ by less, in seconds: encoders add silence at the ends. */
export const SOUND_TOLERANCE_SECONDS = 1;

export const MOST_SOUNDS = 20;

const soundFields = { lang: langSchema, role: z.enum(soundRoles), label: labelSchema };
/** A sound is known by its language and role, which are unique in a video: `ja/main`. */
const soundIdSchema = z.string().check(z.maxLength(30), z.regex(/^[A-Za-z\d-]{1,14}\/[a-z]{1,15}$/));
export const soundIdOf = ({ lang, role }: { lang: string; role: string }): string => `${lang}/${role}`;

export const addSound = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/episodes/:id/sounds/`,
  summary: 'Make a sound of the video of an episode from an uploaded file; the pictures stay as they are',
  allowed: EDITORS,
  params,
  body: z.object({
    version: versionSchema,
    file_id: uuidSchema,
    ...soundFields,
    replaces: z.optional(soundIdSchema).check(z.describe('the sound whose place it takes')),
    accepts: z
      .array(z.enum(soundQuestions))
      .check(z.maxLength(soundQuestions.length), z.describe('the questions that the operator has answered with yes')),
  }),
  reply: episodeTracksSchema,
});

export const changeSounds = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/episodes/:id/sounds/`,
  summary: 'Rename, reorder and remove the sounds of an episode; the first one plays by itself',
  allowed: EDITORS,
  params,
  body: z.object({
    version: versionSchema,
    sounds: z.array(z.object({ id: soundIdSchema, ...soundFields })).check(z.minLength(1), z.maxLength(MOST_SOUNDS)),
  }),
  reply: episodeTracksSchema,
});

export const readInboxSubtitle = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/media/inbox/:id/subtitle/`,
  summary: 'A subtitle that came without its video, and the episode that its name says',
  allowed: EDITORS,
  params: z.object({ id: uuidSchema }),
  reply: z.object({
    name: z.string().check(z.describe('of its file; of a subtitle of a DVD, that of the index')),
    file_ids: z.array(uuidSchema).check(z.describe('the first is given to the episode; a subtitle of a DVD has two')),
    episode: z.nullable(
      z.object({
        id: catalogueIdSchema,
        episode_num: z.string(),
        title: z.object({ id: catalogueIdSchema, name: z.string() }),
      }),
    ),
  }),
});

export type EpisodeTracks = z.output<typeof episodeTracksSchema>;
export type EpisodeSound = EpisodeTracks['sounds'][number];
export type SubtitleReading = EpisodeTracks['readings'][number];
export type EpisodeSubtitle = EpisodeTracks['subtitles'][number];
export type ExaminedSubtitle = z.output<typeof examinedSubtitleSchema>;
export type SubtitleRole = (typeof subtitleRoles)[number];
export type SoundRole = (typeof soundRoles)[number];
