import * as z from 'zod/mini';
import { freeTextSchema, listOf, pageQuery, secondsSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

export const operatedClipSchema = z
  .object({
    id: z.string(),
    duration: secondsSchema,
    used_by: z.array(z.string()).check(z.describe('names of episodes and titles; at most three')),
    file: z.nullable(z.string()).check(z.describe('name of the file that it was made of')),
    picture: z.nullable(z.string()).check(z.describe('address of a picture')),
  })
  .register(z.globalRegistry, { id: 'OperatedClip' });

/** Lists count clips up to here. */
export const MOST_COUNTED_CLIPS = 10_000;

/** A page of clips that are found by a word. */
export const clipsOf = <S extends z.ZodMiniType>(clip: S) =>
  z.object({
    ...listOf(clip).shape,
    is_partial: z
      .boolean()
      .check(z.describe('many titles have the word in their names: of episodes, those of the newest titles alone')),
  });

export const listClips = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/clips/`,
  summary: `Clips of the catalogue, the newest first, counted up to ${MOST_COUNTED_CLIPS}`,
  allowed: ['owner', 'editor'],
  scope: 'titles.read',
  query: z.object({ keyword: z.optional(freeTextSchema(80)), ...pageQuery({ defaultLimit: 20 }) }),
  reply: clipsOf(operatedClipSchema),
});

export type OperatedClip = z.output<typeof operatedClipSchema>;
