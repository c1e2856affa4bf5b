import * as z from 'zod/mini';
import { contentRatingSchema, type ContentRating } from '../profiles.ts';
import { catalogueIdSchema, freeTextSchema, instantSchema, uuidSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;

/**
 * Uploads by the tus protocol, version 1.0.0: POST here with `upload-length` and `upload-metadata` begins one and answers its
 * address in `location`; HEAD asks that address for the offset; PATCH continues there. The calls need the session's cookie, the
 * header `x-csrf-token`, and the role owner or editor. The metadata are `path` (the file's name, with its folders), and
 * `modified_at` (an instant).
 */
export const UPLOADS_PATH = `${CONSOLE_PATH}/media/uploads/`;

/** Bytes that the console sends in one request: a slow line finishes it within the time limit of a request. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024;

/** Endings of subtitles that consist of pictures: of Blu-ray discs, and the two files of DVDs. */
export const pictureSubtitleEndings = ['sup', 'idx', 'sub'] as const;

/** Endings of the files that can be uploaded. */
export const uploadEndings = {
  video:
    'mkv mp4 m4v mov avi webm ts m2ts mts wmv flv mpg mpeg m2v vob ogv 3gp mxf ogm rmvb rm asf divx tp mk3d f4v'.split(
      ' ',
    ),
  sound: 'm4a aac mp3 flac wav ac3 eac3 dts ogg oga opus mka thd aiff wma'.split(' '),
  subtitle: ['srt', 'ass', 'ssa', 'vtt', 'smi', 'sami', ...pictureSubtitleEndings],
  picture: ['jpg', 'jpeg', 'png', 'webp', 'avif'],
  metadata: ['nfo'],
} as const;

export const inboxStates = ['receiving', 'received', 'ready', 'refused'] as const;
export const inboxKinds = ['video', 'sound', 'subtitle', 'picture', 'metadata'] as const;
/** Videos that are no episodes, as their names say. */
export const leftOutKinds = ['opening', 'ending', 'trailer', 'extra'] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];
export const pictureKinds = ['poster', 'wide', 'backdrop'] as const;
export const ownAccesses = ['free', 'avod', 'membership'] as const;
/** Defaults of new titles and episodes: rated 19, so that no child sees them by mistake, and free for adults. */
export const DEFAULT_RATING = '19' satisfies ContentRating;
export const DEFAULT_ACCESS = 'free' satisfies (typeof ownAccesses)[number];
export const protections = ['cenc', 'cbcs'] as const;

const findingsSchema = z.object({
  seconds: z.number(),
  format: z.string(),
  picture: z
    .nullable(
      z.object({
        codec: z.string(),
        width: z.int(),
        height: z.int(),
        frame_rate: z.nullable(z.number()),
        range: z.enum(['sdr', 'pq', 'hlg']),
        is_interlaced: z.boolean(),
      }),
    )
    .check(z.describe('null for a file of sound alone')),
  sounds: z.array(
    z.object({
      lang: z.string().check(z.describe('`und` where the file does not say it')),
      title: z.string(),
      codec: z.string(),
      channels: z.int(),
      is_for_blind: z.boolean(),
      is_comment: z.boolean(),
    }),
  ),
  subtitles: z.array(
    z.object({
      lang: z.string(),
      title: z.string(),
      codec: z.string(),
      is_forced: z.boolean(),
      is_for_deaf: z.boolean(),
      is_text: z.boolean().check(z.describe('others are pictures, as discs have them')),
    }),
  ),
  cnt_chapter: z.int(),
});

export const inboxFileSchema = z
  .object({
    id: uuidSchema,
    origin: z.enum(['upload', 'watched']),
    kind: z.enum(inboxKinds),
    path: z.string().check(z.describe('the name of the file with its folders')),
    bytes: z.int(),
    received_bytes: z.int(),
    modified_at: z
      .nullable(instantSchema)
      .check(z.describe('of the file; with path and bytes, it tells the same file again')),
    state: z.enum(inboxStates),
    problem: z.nullable(z.object({ code: z.string(), message: z.string() })).check(z.describe('why it is refused')),
    findings: z.nullable(findingsSchema).check(z.describe('what the headers of a video say')),
    missing: z
      .nullable(z.string())
      .check(z.describe('name of the other file of a subtitle of a DVD, where it has not come')),
    uploaded_by: z.nullable(z.string()),
    created_at: instantSchema,
  })
  .register(z.globalRegistry, { id: 'InboxFile' });

/** Facts of a metadata file as lines for the operator; `field` is one of `metadata.ts`. */
const factsSchema = z.array(z.object({ field: z.string(), text: z.string() }));

export const inboxProposalSchema = z
  .object({
    title: z
      .nullable(z.object({ id: catalogueIdSchema, name: z.string() }))
      .check(z.describe('the title of the catalogue with this name')),
    name: z.nullable(z.string()).check(z.describe('what the names say; null when they say nothing')),
    access: z.enum(ownAccesses),
    content_rating: contentRatingSchema.check(z.describe('of a new title: what metadata say, or the strictest')),
    facts: factsSchema.check(z.describe('what metadata beside the videos say about the title')),
    metadata: z.array(z.string()).check(z.describe('the metadata files that say it')),
    notices: z
      .array(z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }))
      .check(z.describe('what is wrong with these files; codes of notices')),
    pictures: z.array(z.object({ kind: z.enum(pictureKinds), path: z.string() })),
    episodes: z.array(
      z.object({
        file_id: uuidSchema,
        number: z.nullable(z.number()),
        subject: z.nullable(z.string()),
        is_unsure: z.boolean().check(z.describe('the names leave a doubt about title, season or number: check them')),
        left_out_as: z
          .nullable(z.enum(leftOutKinds))
          .check(z.describe('what the name says of a video that is no episode; null for an episode')),
        is_taken: z.boolean().check(z.describe('the title has an episode of this number, or a job makes it')),
        subtitles: z.array(z.string()).check(z.describe('names of the subtitle files of this video')),
        facts: factsSchema.check(z.describe('what metadata beside the video say')),
        still: z.nullable(z.string()).check(z.describe('the picture of the episode beside the video')),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'InboxProposal' });

export const inboxSchema = z
  .object({
    files: z.array(inboxFileSchema),
    proposals: z.array(inboxProposalSchema),
    has_tools: z.boolean().check(z.describe('whether this server has the tools that examine and encode videos')),
    can_prove_age: z.boolean().check(z.describe('without a proof of age, nobody watches titles for adults')),
    free_bytes: z.nullable(z.number()).check(z.describe('room for uploads; null when the disk does not answer')),
    largest_bytes: z.number(),
    watched: z
      .nullable(
        z.object({
          looked_at: z.nullable(instantSchema),
          problem: z.nullable(z.string()),
          skipped: z.array(z.string()),
        }),
      )
      .check(z.describe('null without a watched folder')),
  })
  .register(z.globalRegistry, { id: 'Inbox' });

export const getInbox = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/media/inbox/`,
  summary: 'Files that were uploaded or found in the watched folder, and what their names say',
  allowed: EDITORS,
  scope: 'media.write',
  reply: inboxSchema,
});

const titleNameSchema = writtenTextSchema({ maximum: 60 });

/** Videos in one call: the body of a call is limited. */
export const MOST_STARTED = 200;

export const startInboxFiles = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/media/inbox/start/`,
  summary: 'Make episodes of a title from files of the inbox; their names are confirmed',
  allowed: EDITORS,
  scope: 'media.write',
  body: z.object({
    title: z.union([
      z.object({ id: catalogueIdSchema }),
      z.object({ name: titleNameSchema, content_rating: contentRatingSchema }),
    ]),
    access: z.enum(ownAccesses),
    protection: z.optional(z.enum(protections)).check(z.describe('how the clips are encrypted; absent: not at all')),
    episodes: z
      .array(
        z.object({
          file_id: uuidSchema,
          number: z.number().check(z.minimum(0), z.maximum(9999), z.multipleOf(0.1)),
          subject: z.nullable(writtenTextSchema({ maximum: 80 })),
          replaces: z
            .optional(z.boolean())
            .check(z.describe('the title has an episode of this number: its video is replaced, the rest of it stays')),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_STARTED)),
  }),
  reply: z.object({ title_id: catalogueIdSchema, job_ids: z.array(uuidSchema) }),
});

export const startInboxAdvertisements = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/media/inbox/start-advertisements/`,
  summary: 'Make clips for advertisements from videos of the inbox; they belong to no title',
  allowed: EDITORS,
  body: z.object({ file_ids: z.array(uuidSchema).check(z.minLength(1), z.maxLength(MOST_STARTED)) }),
  reply: z.object({ job_ids: z.array(uuidSchema) }),
});

export const removeInboxFile = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/media/inbox/:id/`,
  summary: 'Cancel an upload or remove an uploaded file; leave a file of the watched folder out',
  allowed: EDITORS,
  params: z.object({ id: uuidSchema }),
});

/** The metadata of an upload. */
export const uploadMetadataSchema = z.object({
  path: freeTextSchema(2000),
  modified_at: z.optional(instantSchema),
});

export type Inbox = z.output<typeof inboxSchema>;
export type InboxFile = z.output<typeof inboxFileSchema>;
export type InboxFindings = z.output<typeof findingsSchema>;
export type InboxProposal = z.output<typeof inboxProposalSchema>;
export type InboxState = (typeof inboxStates)[number];
export type InboxKind = (typeof inboxKinds)[number];
export type OwnAccess = (typeof ownAccesses)[number];
export type OwnProtection = (typeof protections)[number];
