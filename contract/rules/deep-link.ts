import * as z from 'zod/mini';
import { catalogueIdSchema } from '../values.ts';

/** Where a link from outside leads: a title's page, or an episode that plays at once. */
const deepLinkSchema = z.union([
  z.strictObject({ item: catalogueIdSchema }),
  z.strictObject({ episode: catalogueIdSchema }),
]);

export type DeepLink = z.output<typeof deepLinkSchema>;

/** The link as its text travels: in `action_data` of a tile on Samsung's home, in `contentTarget` on LG's. */
export const writeDeepLink = (link: DeepLink): string => JSON.stringify(link);

/** The link in a text that anybody may have written; null for what is none. */
export function readDeepLink(text: string): DeepLink | null {
  try {
    return deepLinkSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
