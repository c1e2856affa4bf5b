import * as z from 'zod/mini';
import { catalogueIdSchema, catalogueIdTextSchema, freeTextSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';
import { titleRecordSchema } from './title-editing.ts';

const EDITORS = ['owner', 'editor'] as const;
const params = z.object({ id: catalogueIdTextSchema });

export const episodeMoveSchema = z
  .object({
    is_number_taken: z.boolean().check(z.describe('the other title has an episode of the same number')),
    release: z
      .enum(['kept', 'title-hidden', 'hides'])
      .check(
        z.describe(
          '`title-hidden`: viewers do not see the other title; `hides`: it waits for its own publication there',
        ),
      ),
    is_rated_otherwise: z.boolean().check(z.describe('the other title has another age rating')),
    cnt_bought: z.int().check(z.describe('accounts that bought the whole title and lose the episode')),
    cnt_product: z.int().check(z.describe('products of the episode alone, which move with it')),
  })
  .register(z.globalRegistry, { id: 'EpisodeMove' });

export const lookAtMove = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/episodes/:id/move/`,
  summary: 'What moving an episode to another title would change',
  allowed: EDITORS,
  scope: 'titles.read',
  params,
  query: z.object({ title_id: catalogueIdTextSchema }),
  reply: episodeMoveSchema,
});

export const moveEpisode = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/episodes/:id/move/`,
  summary: 'Move an episode to another title, with what viewers have of it; answers the other title',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({
    version: freeTextSchema(64).check(z.describe('of the episode that was read')),
    title_id: catalogueIdSchema,
    episode_num: writtenTextSchema({ maximum: 20 }),
  }),
  reply: titleRecordSchema,
});

export type EpisodeMove = z.output<typeof episodeMoveSchema>;
