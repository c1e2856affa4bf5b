import * as z from 'zod/mini';
import { catalogueIdSchema, catalogueIdTextSchema, writtenTextSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';
import { MOST_PICTURE_BYTES, PICTURE_TYPES } from './title-editing.ts';

const EDITORS = ['owner', 'editor'] as const;

/** What a service is for, and what its first start makes: profile pictures and themes for all, plans for two of them. */
export const serviceKinds = ['home', 'club', 'paid'] as const;

export const lookKinds = ['theme', 'profile_image'] as const;

export const lookSchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    description: z.nullable(z.string()).check(z.describe('null for a profile picture')),
    picture: z.string().check(z.describe('its address')),
    version: z.string().check(z.describe('of its texts; a change sends it back')),
  })
  .register(z.globalRegistry, { id: 'Look' });

const looksSchema = z.object({
  is_new: z.boolean().check(z.describe('whether the service has no profile picture, theme or plan yet')),
  themes: z.array(lookSchema),
  profile_images: z.array(lookSchema),
});

export const listLooks = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/looks/`,
  summary: 'Themes and profile pictures, in their order',
  allowed: EDITORS,
  reply: looksSchema,
});

export const setUpService = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/looks/set-up/`,
  summary: 'Give a new service profile pictures, themes and plans, which can be changed afterwards',
  allowed: ['owner'],
  body: z.object({ kind: z.enum(serviceKinds) }),
  reply: looksSchema,
});

const fields = {
  name: writtenTextSchema({ maximum: 40 }),
  description: z.nullable(writtenTextSchema({ maximum: 200 })),
};

export const addLook = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/looks/:kind/`,
  summary: 'Add a theme or a profile picture, with a drawn picture',
  allowed: EDITORS,
  params: z.object({ kind: z.enum(lookKinds) }),
  body: z.object(fields),
  reply: looksSchema,
  status: 201,
});

const ofLook = { params: z.object({ kind: z.enum(lookKinds), id: catalogueIdTextSchema }) };

export const changeLook = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/looks/:kind/:id/`,
  summary: 'Change the texts of a theme or a profile picture',
  allowed: EDITORS,
  ...ofLook,
  body: z.object({ ...fields, version: z.string() }),
  reply: looksSchema,
});

export const setLookPicture = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/looks/:kind/:id/picture/`,
  summary: 'Set the picture of a theme or a profile from the middle of the one that is sent',
  allowed: EDITORS,
  ...ofLook,
  bytes: { types: PICTURE_TYPES, most: MOST_PICTURE_BYTES },
  reply: looksSchema,
});

export const removeLook = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/looks/:kind/:id/`,
  summary: 'Remove a theme, also from its titles, or a profile picture; profiles that have it show the first one',
  allowed: EDITORS,
  ...ofLook,
  reply: looksSchema,
});

export const orderLooks = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/looks/:kind/order/`,
  summary: 'Order the themes or the profile pictures',
  allowed: EDITORS,
  params: z.object({ kind: z.enum(lookKinds) }),
  body: z.object({ ids: z.array(catalogueIdSchema).check(z.maxLength(200)) }),
  reply: looksSchema,
});

export type Look = z.output<typeof lookSchema>;
export type Looks = z.output<typeof looksSchema>;
export type LookKind = (typeof lookKinds)[number];
export type LookFields = { name: string; description: string | null };
export type ServiceKind = (typeof serviceKinds)[number];
