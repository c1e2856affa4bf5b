import * as z from 'zod/mini';
import { catalogueIdSchema, freeTextSchema, listOf, pageQuery } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

export const titleChoiceSchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    other_name: z.nullable(z.string()).check(z.describe('the original name, or the other name that was found')),
    picture: z.string().check(z.describe('address of the poster')),
    cnt_episode: z.int(),
  })
  .register(z.globalRegistry, { id: 'TitleChoice' });

export const listTitleChoices = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/title-choices/`,
  summary: 'Titles to choose from, found by any of their names; without a word, the newest',
  allowed: ['owner', 'editor'],
  scope: 'titles.read',
  query: z.object({ keyword: z.optional(freeTextSchema(80)), ...pageQuery({ defaultLimit: 20, maximumLimit: 100 }) }),
  reply: listOf(titleChoiceSchema),
});

export type TitleChoice = z.output<typeof titleChoiceSchema>;
