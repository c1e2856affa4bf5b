import * as z from 'zod/mini';
import { episodeAccessSchema, episodeSchema, itemSchema } from '../catalogue.ts';
import { contentRatingSchema } from '../profiles.ts';
import { streamSchema } from '../playback.ts';
import { catalogueIdSchema, catalogueIdTextSchema, freeTextSchema, secondsSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';
import { releaseStates } from './titles.ts';

const EDITORS = ['owner', 'editor'] as const;

const params = z.object({ id: catalogueIdTextSchema });

/** Changes with every change of the part that it belongs to. A change sends back the one that it started from. */
const versionSchema = freeTextSchema(64).check(z.describe('of the part that was read; a change sends it back'));

/** The title form describes them, so that a new field of the format needs no line here. */
const fieldsSchema = z
  .record(z.string(), z.unknown())
  .check(z.describe("fields of a record of the catalogue's format, as the title form describes them"));

/** Pictures in the sizes that televisions draw, in pixels. */
export const PICTURE_SIZES = {
  poster: { width: 320, height: 480 },
  wide: { width: 480, height: 270 },
  backdrop: { width: 1920, height: 1080 },
  still: { width: 480, height: 270 },
} as const;

export type PictureKind = keyof typeof PICTURE_SIZES;

export const titlePictures = ['poster', 'wide', 'backdrop'] as const;

const jsonSchema = z
  .record(z.string(), z.unknown())
  .check(z.describe('JSON Schema, with `title`, `names`, `widget` and `hint` for a form'));

export const titleFormSchema = z
  .object({
    title: jsonSchema,
    episode: jsonSchema,
    product: jsonSchema,
    new_title: fieldsSchema.check(z.describe('what the form of a new title begins with')),
    themes: z.array(z.object({ id: catalogueIdSchema, title: z.string() })),
    genres: z.array(z.string()).check(z.describe('those that titles have')),
    tags: z.array(z.string()).check(z.describe('those that titles have')),
  })
  .register(z.globalRegistry, { id: 'TitleForm' });

export const titleRecordSchema = z
  .object({
    id: catalogueIdSchema,
    version: versionSchema,
    fields: fieldsSchema,
    pictures: z
      .object({ poster: z.string(), wide: z.string(), backdrop: z.string() })
      .check(z.describe('addresses of the pictures')),
    is_removable: z.boolean().check(z.describe('unpublished, and no viewer has ever seen it')),
    order_version: versionSchema,
    episodes: z.array(
      z.object({
        id: catalogueIdSchema,
        version: versionSchema,
        fields: fieldsSchema,
        picture: z.string().check(z.describe('address of the thumbnail')),
        is_removable: z.boolean(),
      }),
    ),
    products_version: versionSchema,
    products: z.array(z.object({ id: catalogueIdSchema, fields: fieldsSchema })),
  })
  .register(z.globalRegistry, { id: 'EditedTitle' });

export const getTitleForm = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/title-form/`,
  summary: 'What the forms of titles, episodes and products look like',
  allowed: EDITORS,
  scope: 'titles.read',
  reply: titleFormSchema,
});

export const createTitle = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/titles/`,
  summary: 'Create a title without episodes; viewers do not see it until it is published',
  allowed: EDITORS,
  scope: 'titles.write',
  body: z.object({ fields: fieldsSchema }),
  reply: titleRecordSchema,
  status: 201,
});

export const getTitleRecord = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/titles/:id/record/`,
  summary: 'Everything that can be edited of a title',
  allowed: EDITORS,
  scope: 'titles.read',
  params,
  reply: titleRecordSchema,
});

export const changeTitle = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/titles/:id/fields/`,
  summary: 'Change the fields of a title',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({ version: versionSchema, fields: fieldsSchema }),
  reply: titleRecordSchema,
});

export const removeTitle = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/titles/:id/`,
  summary: 'Remove a title that was never published, with its episodes and products; clips stay',
  allowed: EDITORS,
  params,
});

export const addTitleEpisode = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/titles/:id/episodes/`,
  summary: 'Add an episode at the end of a title; viewers do not see it until it is published',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({ fields: fieldsSchema }),
  reply: titleRecordSchema,
  status: 201,
});

export const orderEpisodes = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/titles/:id/order/`,
  summary: 'Put the episodes of a title in another order',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({
    version: versionSchema,
    ids: z.array(catalogueIdSchema).check(z.maxLength(5000), z.describe('of all its episodes, in the new order')),
  }),
  reply: titleRecordSchema,
});

export const changeProducts = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/titles/:id/products/`,
  summary: 'Change, add and remove the products of a title',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({
    version: versionSchema,
    products: z
      .array(
        z.object({
          id: z.nullable(catalogueIdSchema).check(z.describe('null for a new product')),
          fields: fieldsSchema,
        }),
      )
      .check(z.maxLength(200)),
  }),
  reply: titleRecordSchema,
});

export const changeEpisode = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/episodes/:id/fields/`,
  summary: 'Change the fields of an episode',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({ version: versionSchema, fields: fieldsSchema }),
  reply: titleRecordSchema,
});

export const removeTitleEpisode = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/episodes/:id/`,
  summary: 'Remove an episode that was never published; its clip stays',
  allowed: EDITORS,
  params,
  reply: titleRecordSchema,
});

const partSchema = z.nullable(z.object({ start: secondsSchema, end: secondsSchema }));

export const marksSchema = z.object({
  intro: partSchema,
  outro: z.nullable(z.object({ start: secondsSchema, end: z.optional(secondsSchema) })),
  recap: partSchema,
  preview: partSchema,
});

export const episodeMarksSchema = z
  .object({
    episode_id: catalogueIdSchema,
    duration: secondsSchema,
    version: versionSchema,
    marks: marksSchema,
    found: z
      .array(
        z.object({
          kind: z.enum(['intro', 'outro', 'recap', 'preview']),
          start: z.number(),
          end: z.number(),
          confidence: z.number(),
          from: z.enum(['chapter', 'sound']),
        }),
      )
      .check(z.describe('parts that chapters name or other episodes share, which nobody has decided about')),
    streams: z.array(streamSchema).check(z.describe('addresses that open the clip for an hour')),
    cnt_episode: z.int().check(z.describe('episodes that play this clip and share the marks')),
  })
  .register(z.globalRegistry, { id: 'EpisodeMarks' });

export const getEpisodeMarks = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/episodes/:id/marks/`,
  summary: 'The parts of an episode that viewers may skip, and the clip to look at',
  allowed: EDITORS,
  scope: 'titles.read',
  params,
  reply: episodeMarksSchema,
});

export const changeEpisodeMarks = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/episodes/:id/marks/`,
  summary: 'Set the parts of an episode that viewers may skip',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  body: z.object({ version: versionSchema, marks: marksSchema }),
  reply: episodeMarksSchema,
});

export const previewTimes = ['now', 'published'] as const;
export const previewPlans = ['free', 'basic', 'premium'] as const;

export const titlePreviewSchema = z
  .object({
    is_shown: z.boolean().check(z.describe('whether lists and search have the title')),
    why: z
      .nullable(z.enum(['unpublished', 'ended', 'country', 'rating', 'empty']))
      .check(z.describe('why they do not')),
    state: z.enum(releaseStates),
    episodes: z.array(
      z.object({ id: catalogueIdSchema, episode_num: z.string(), subject: z.string(), access: episodeAccessSchema }),
    ),
    television: z
      .nullable(z.object({ item: itemSchema, episodes: z.array(episodeSchema) }))
      .check(z.describe('what the app would get, the oldest episode first; null for a title that it would not get')),
  })
  .register(z.globalRegistry, { id: 'TitlePreview' });

export const previewTitle = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/titles/:id/preview/`,
  summary: 'A title as a viewer with this age limit and this membership sees it',
  allowed: EDITORS,
  params,
  query: z.object({
    max_rating: contentRatingSchema,
    plan: z.enum(previewPlans),
    country: z
      .optional(z.string().check(z.regex(/^[A-Z]{2}$/)))
      .check(z.describe('as in this country; without it, as if the title were limited to none')),
    at: z
      ._default(z.enum(previewTimes), 'now')
      .check(z.describe('`published`: as if the title and all its episodes that are not hidden were published')),
  }),
  reply: titlePreviewSchema,
});

/** Types of pictures that an operator may send. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;
/** Largest picture, in bytes. */
export const MOST_PICTURE_BYTES = 20 * 1024 * 1024;

const wholeText = z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number)).register(z.globalRegistry, {
  documentedAs: { type: 'integer', minimum: 0, maximum: 99_999 },
});

const cropQuery = z.object({ left: wholeText, top: wholeText, width: wholeText, height: wholeText });

export const setTitlePicture = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/titles/:id/pictures/:kind/`,
  summary: 'Set a picture of a title from a part of the one that is sent; the part is in its pixels',
  allowed: EDITORS,
  scope: 'titles.write',
  params: z.object({ id: catalogueIdTextSchema, kind: z.enum(titlePictures) }),
  query: cropQuery,
  bytes: { types: PICTURE_TYPES, most: MOST_PICTURE_BYTES },
  reply: titleRecordSchema,
});

export const setEpisodePicture = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/episodes/:id/picture/`,
  summary: 'Set the thumbnail of an episode from a part of the picture that is sent',
  allowed: EDITORS,
  scope: 'titles.write',
  params,
  query: cropQuery,
  bytes: { types: PICTURE_TYPES, most: MOST_PICTURE_BYTES },
  reply: titleRecordSchema,
});

export type TitleForm = z.output<typeof titleFormSchema>;
export type EditedTitle = z.output<typeof titleRecordSchema>;
export type EpisodeMarks = z.output<typeof episodeMarksSchema>;
export type MarksOfEpisode = z.output<typeof marksSchema>;
export type TitlePreview = z.output<typeof titlePreviewSchema>;
