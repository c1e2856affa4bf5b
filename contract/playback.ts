import * as z from 'zod/mini';
import { platformNameSchema } from './platforms.ts';
import { endpoint } from './endpoint.ts';
import { mediaTicketSchema } from './media-tickets.ts';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  instantSchema,
  secondsSchema,
  uuidSchema,
  watchSecondsLeftSchema,
} from './values.ts';

/**
 * One way to fetch a video. A DASH manifest lists every codec family. An HLS master lists one, H.264/AAC if available,
 * because some players do not filter variants by codec.
 */
export const streamSchema = z.object({
  protocol: z.enum(['dash', 'hls']),
  url: z.string(),
  drm: z.nullable(
    z.object({
      key_system: z.string(),
      license_url: z.nullable(z.string()),
      clear_keys: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
});

/** `main` is the original sound, `dub` another language, `description` a sound that also tells what the picture shows. */
export const soundRoles = ['main', 'dub', 'description'] as const;
/** `caption` also writes sounds down; `forced` has only what a viewer of this language's sound must read. */
export const subtitleRoles = ['subtitle', 'caption', 'forced'] as const;

export const subtitleSchema = z.object({
  lang: z.string(),
  label: z.string(),
  url: z.string(),
  role: z
    .optional(z.enum(subtitleRoles))
    .check(z.describe('default: subtitle; of one language, the last track is the one for players without roles')),
});

/** A subtitle that consists of pictures, as discs have them. */
const pictureSubtitleSchema = z.object({
  lang: z.string(),
  label: z.string(),
  url: z.string().check(z.describe('WebVTT whose cues name a part of a sheet and its place')),
  role: z.enum(subtitleRoles),
  sheets: z.array(z.string()).check(z.describe('addresses of the pictures, in the order of their numbers')),
});

export const soundSchema = z.object({ lang: z.string(), role: z.enum(soundRoles), label: z.string() });

const partSchema = z.optional(z.nullable(z.object({ start: secondsSchema, end: secondsSchema })));

export const videoSchema = z
  .object({
    episode_id: catalogueIdSchema,
    play_log_id: uuidSchema,
    resume_offset: secondsSchema,
    expires_at: instantSchema,
    ticket: z
      .optional(mediaTicketSchema)
      .check(
        z.describe(
          'the ticket in the addresses of this answer, to renew in time; absent when they live as long as the play log',
        ),
      ),
    streams: z.array(streamSchema),
    subtitles: z.array(subtitleSchema),
    picture_subtitles: z
      .optional(z.array(pictureSubtitleSchema))
      .check(z.describe('subtitles that are no text; of a language and role that has text, only the text is here')),
    audio: z
      .optional(z.array(soundSchema))
      .check(z.describe('the sounds in the streams, the default first; empty where only the manifests name them')),
    drawings: z
      .optional(z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })))
      .check(z.describe('tables of the segments that exist with signs and songs drawn into their pictures')),
    thumbnails: z.nullable(
      z.object({
        url: z.string(),
        interval: z.number().check(z.describe('seconds between two pictures')),
        columns: z.int(),
        rows: z.int(),
        width: z.int(),
        height: z.int(),
      }),
    ),
    markers: z.object({
      intro: z.nullable(z.object({ start: secondsSchema, end: secondsSchema })),
      outro: z.nullable(
        z.object({
          start: secondsSchema,
          end: z.optional(secondsSchema).check(z.describe('only when something follows the ending')),
        }),
      ),
      recap: partSchema.check(z.describe('what happened before')),
      preview: partSchema.check(z.describe('of the next episode')),
    }),
    next_episode_id: z.nullable(catalogueIdSchema),
    watch_seconds_left: watchSecondsLeftSchema,
  })
  .register(z.globalRegistry, { id: 'Video' });

/** Rows of titles by which a viewer comes to one: those of home, 비슷한 작품 (`related`) and what follows the last episode (`after`). */
export const openingRows = [
  'liked',
  'related',
  'after',
  'ranking',
  'today',
  'newly_rated',
  'new_episodes',
  'theme',
  'genre',
] as const;

export const openingRowSchema = z
  .optional(z.enum(openingRows))
  .check(z.describe('the row in which the viewer chose the title, for sums by row'));

export const videoQuery = z.object({ device: platformNameSchema, row: openingRowSchema });

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/episodes/v2/:id/video/',
  summary: 'The streams of an episode; opens a play log',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: videoQuery,
  reply: videoSchema,
  carriesSecret: true,
});

export const getVideoDownload = endpoint({
  method: 'GET',
  path: '/api/episodes/v1/:id/video-download/',
  summary: 'An episode as one file, for accounts with a right to it without advertisements; opens a grant',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({
    url: z.string(),
    size: z.int().check(z.minimum(1), z.describe('bytes')),
    expires_at: instantSchema,
    streams: z
      .array(streamSchema)
      .check(z.describe('the same right as streams, for players that store an episode in their own format')),
  }),
  carriesSecret: true,
});

export type OpeningRow = (typeof openingRows)[number];
export type Video = z.output<typeof videoSchema>;
export type Stream = z.output<typeof streamSchema>;
export type Sound = z.output<typeof soundSchema>;
export type Drawing = NonNullable<Video['drawings']>[number];
export type PictureSubtitle = NonNullable<Video['picture_subtitles']>[number];
export type Subtitle = z.output<typeof subtitleSchema>;
