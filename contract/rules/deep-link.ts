import * as z from 'zod/mini';
import { catalogueIdSchema } from '../values.ts';

/** Target of an external link: a title's page, or an episode that starts immediately. */
const deepLinkSchema = z.union([
  z.strictObject({ item: catalogueIdSchema }),
  z.strictObject({ episode: catalogueIdSchema }),
]);

export type DeepLink = z.output<typeof deepLinkSchema>;

/** Serializes a link: `action_data` of a tile on Samsung's home, `contentTarget` on LG's. */
export const writeDeepLink = (link: DeepLink): string => JSON.stringify(link);

/** Parses a link from untrusted text; null when the text is not a link. */
export function readDeepLink(text: string): DeepLink | null {
  try {
    return deepLinkSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
