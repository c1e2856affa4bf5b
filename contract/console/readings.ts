import * as z from 'zod/mini';
import { subtitleRoles } from '../playback.ts';
import { catalogueIdTextSchema, freeTextSchema, listOf, pageQuery, uuidSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';
import { episodeTracksSchema, labelSchema, langSchema, trackIdSchema, versionSchema } from './tracks.ts';

const EDITORS = ['owner', 'editor'] as const;

/** A line below it is looked at by people: the confidence of its least certain word, from 0 to 100. */
export const DOUBTFUL_BELOW = 80;

/** Letters of one line: no screen holds more. */
const MOST_LETTERS = 2000;
/** Lines that one call corrects. */
export const MOST_SAVED_LINES = 500;

const params = z.object({ id: uuidSchema });

const readLineSchema = z.object({
  position: z.int().check(z.describe('of the line in its track, counted from 0')),
  start_seconds: z.number(),
  end_seconds: z.number(),
  cell: z
    .object({ sheet: z.int(), x: z.int(), y: z.int(), width: z.int(), height: z.int() })
    .check(z.describe('the picture: a part of a sheet, in pixels; the first sheet is 1')),
  text: z.string().check(z.describe('empty where nothing was read')),
  confidence: z.int().check(z.describe('of the least certain word, from 0 to 100')),
  is_checked: z.boolean().check(z.describe('by an operator')),
});
export type ReadLine = z.output<typeof readLineSchema>;

export const readingLinesSchema = z
  .object({
    ...listOf(readLineSchema).shape,
    cnt_line: z.int(),
    cnt_doubtful: z
      .int()
      .check(z.describe(`lines that nobody has checked and that are less certain than ${DOUBTFUL_BELOW}`)),
    sheets: z.array(z.string()).check(z.describe('addresses of the sheets, for an hour')),
  })
  .register(z.globalRegistry, { id: 'ReadingLines' });
export type ReadingLines = z.output<typeof readingLinesSchema>;

export const beginReading = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/episodes/:id/readings/`,
  summary: 'Read a subtitle that consists of pictures as text, or go on after a failure; a draft until it is published',
  allowed: EDITORS,
  params: z.object({ id: catalogueIdTextSchema }),
  body: z.object({ subtitle_id: trackIdSchema }),
  reply: episodeTracksSchema,
});

export const listReadLines = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/media/readings/:id/lines/`,
  summary: 'What was read of a subtitle, with the place of each picture',
  allowed: EDITORS,
  params,
  query: z.object({
    only: z.optional(z.enum(['doubtful'])).check(z.describe('lines that somebody should look at')),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: readingLinesSchema,
});

export const correctReadLines = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/media/readings/:id/lines/`,
  summary: 'Correct lines, or say that they are right; an empty text leaves a line out',
  allowed: EDITORS,
  params,
  body: z.object({
    lines: z
      .array(
        z.object({ position: z.int().check(z.minimum(0), z.maximum(100_000)), text: freeTextSchema(MOST_LETTERS) }),
      )
      .check(z.minLength(1), z.maxLength(MOST_SAVED_LINES)),
  }),
});

export const publishReading = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/media/readings/:id/publish/`,
  summary: 'Make a text subtitle of what was read; the pictures stay, and viewers get the text',
  allowed: EDITORS,
  params,
  body: z.object({
    version: versionSchema,
    lang: langSchema,
    role: z.enum(subtitleRoles),
    label: labelSchema,
    replaces_text: z.boolean().check(z.describe('where the video has a text of this language and role already')),
  }),
  reply: episodeTracksSchema,
});

export const removeReading = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/media/readings/:id/`,
  summary: 'Stop reading a subtitle, and discard what was read',
  allowed: EDITORS,
  params,
});
