import { z } from 'zod';
import { shownStyleSchema } from './encode/encoded.ts';
import { soundRoles, subtitleRoles } from '#contract/playback.ts';

/**
 * `clip.json`: everything that the catalogue needs of a finished clip. Paths are relative to the folder `packaged`. Its
 * streams, subtitles and thumbnails are fields of the catalogue's clip records.
 */
export const clipFileSchema = z.object({
  durationSeconds: z.number(),
  bytes: z.int(),
  streams: z.array(
    z.object({
      protocol: z.enum(['dash', 'hls']),
      path: z.string(),
      /** Only of a protected clip, whose keys this service has. */
      drm: z.object({ key_system: z.string(), license_url: z.null(), clear_keys: z.null() }).optional(),
    }),
  ),
  /** The default first. Empty for a silent clip, which has a track of silence. */
  audio: z.array(z.object({ lang: z.string(), role: z.enum(soundRoles), label: z.string(), path: z.string() })),
  subtitles: z.array(
    z.object({
      lang: z.string(),
      role: z.enum(subtitleRoles),
      label: z.string(),
      path: z.string(),
      sheets: z.array(z.string()).optional(),
    }),
  ),
  /** Signs and songs that are drawn into the pictures, by language. */
  drawings: z.array(z.object({ lang: z.string(), label: z.string(), path: z.string() })).default([]),
  /** Styles of the scripts, for operators. */
  styles: z.array(shownStyleSchema).default([]),
  thumbnails: z.object({
    path: z.string(),
    interval: z.number(),
    columns: z.int(),
    rows: z.int(),
    width: z.int(),
    height: z.int(),
  }),
  renditions: z.array(
    z.object({ path: z.string(), codec: z.enum(['h264', 'hevc']), width: z.int(), height: z.int(), bytes: z.int() }),
  ),
  /** Chapters of the source, as candidates for marks. */
  chapters: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number(), title: z.string() })),
  notices: z.array(z.string()),
  /** Fingerprint of the default sound (`marks/fingerprint.ts`); empty without sound. */
  fingerprint: z.string().default(''),
});
export type ClipFile = z.output<typeof clipFileSchema>;
