import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const previewTileSchema = z.object({
  title: z.string(),
  subtitle: z.string(),
  image_ratio: z.literal('16by9'),
  image_url: z.string(),
  action_data: z.string().check(z.describe('handed to the app as it is when the tile is chosen')),
  is_playable: z.boolean(),
  position: z.int(),
});

export const previewSchema = z
  .object({
    expires: z.int().check(z.describe('seconds since 1970')),
    sections: z.array(z.object({ title: z.string(), position: z.int(), tiles: z.array(previewTileSchema) })),
  })
  .register(z.globalRegistry, { id: 'Preview' });

/** Field names are Samsung's: Samsung sets read this document, the app only hands it over. */
export const getPreview = endpoint({
  method: 'GET',
  path: '/api/home/v1/preview/',
  summary: 'Tiles for the home of Samsung televisions, not personalized',
  tag: 'home',
  auth: 'none',
  reply: previewSchema,
});

/** Begun titles and new episodes of a profile, which the app hands to the set; empty for profiles with limits or a PIN. */
export const getOwnPreview = endpoint({
  method: 'GET',
  path: '/api/home/v1/preview/mine/',
  summary: 'Tiles of the profile for the home of Samsung televisions',
  tag: 'home',
  auth: 'profile',
  reply: previewSchema,
});

export type Preview = z.output<typeof previewSchema>;
