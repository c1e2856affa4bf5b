import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogueIdSchema, listOf, saying, uuidSchema, freeTextSchema, writtenTextSchema } from './values.ts';

export const contentRatingSchema = z.enum(['all', '7', '12', '15', '19']);

/** `HH:MM` */
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Instants of a day in Korea. */
const bedtimeSchema = z
  .object({ from: z.string().check(z.regex(CLOCK)), to: z.string().check(z.regex(CLOCK)) })
  .check(z.describe('from when to when nothing plays, "HH:MM" in Korea; may pass midnight'));

const watchLimits = {
  daily_minutes: z.nullable(z.int()).check(z.describe('how long it may watch a day; null: as long as it likes')),
  bedtime: z.nullable(bedtimeSchema),
};

export const profileSchema = z
  .object({
    id: uuidSchema,
    name: z.string().check(z.describe('1 to 20 characters')),
    default_image_id: z.int(),
    image_url: z.string(),
    max_rating: contentRatingSchema.check(z.describe('the highest content rating this profile may watch')),
    has_pin: z.boolean(),
    is_owner: z.boolean(),
    ...watchLimits,
    counts_for_proposals: z
      .boolean()
      .check(z.describe('whether what it watches is used for the proposals of everybody')),
  })
  .register(z.globalRegistry, { id: 'Profile' });

/** Longest name, in characters. */
const NAME_LENGTH = 20;

export const profileNameSchema = writtenTextSchema({ maximum: NAME_LENGTH })
  .check(z.describe('1 to 20 characters, without the space around them'))
  .register(z.globalRegistry, { documentedAs: { type: 'string', minLength: 1, maxLength: NAME_LENGTH } });

/** The PIN of the profile that the call addresses. */
const pinHeader = {
  'x-profile-pin': { description: 'the PIN of the profile, where it has one', pattern: '^\\d{4}$' },
};

export const pinSchema = z.string().check(z.regex(/^\d{4}$/));

/** Same limit as sign-in: an account keeps the password it was created with. */
export const passwordSchema = freeTextSchema(510);

export const newProfileSchema = z.object({
  name: profileNameSchema,
  default_image_id: catalogueIdSchema,
  max_rating: z.optional(contentRatingSchema).check(z.describe('as high as the caller may give when left out')),
  pin: z.optional(z.nullable(pinSchema)),
});

export const profileChangesSchema = z.object({
  name: z.optional(profileNameSchema),
  default_image_id: z.optional(catalogueIdSchema),
  max_rating: z.optional(contentRatingSchema),
  pin: z.optional(z.nullable(pinSchema)).check(z.describe('null removes it')),
  daily_minutes: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(1440))))
    .check(z.describe('null removes the limit')),
  bedtime: z
    .optional(
      z.nullable(
        bedtimeSchema.check(z.refine(({ from, to }) => from !== to, { ...saying('OUT_OF_RANGE'), path: ['to'] })),
      ),
    )
    .check(z.describe('null removes it')),
  counts_for_proposals: z.optional(z.boolean()),
  password: z
    .optional(passwordSchema)
    .check(
      z.describe(
        'the account’s: with it the owner’s profile, or the account’s token, removes a PIN without knowing the PIN',
      ),
    ),
});

export const profileImageSchema = z
  .object({ id: z.int(), name: z.string(), url: z.string() })
  .register(z.globalRegistry, { id: 'ProfileImage' });

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/list/',
  summary: 'The profiles of the account',
  tag: 'profiles',
  auth: 'account',
  reply: listOf(profileSchema),
});

export const createProfile = endpoint({
  method: 'POST',
  path: '/api/profiles/v1/list/',
  summary: 'Create a profile; an account has at most five',
  tag: 'profiles',
  auth: 'account',
  body: newProfileSchema,
  reply: profileSchema,
  status: 201,
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profiles/v1/:id/',
  summary:
    'Change a profile; x-profile-pin must hold its PIN if it has one and another profile calls or the PIN changes',
  tag: 'profiles',
  auth: 'account',
  headers: pinHeader,
  params: z.object({ id: uuidSchema }),
  body: profileChangesSchema,
  reply: profileSchema,
});

export const removeProfile = endpoint({
  method: 'DELETE',
  path: '/api/profiles/v1/:id/',
  summary: 'Remove a profile and its tokens; needs x-profile-pin as a change does',
  tag: 'profiles',
  auth: 'account',
  headers: pinHeader,
  params: z.object({ id: uuidSchema }),
});

export const getProfileToken = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/:id/token/',
  summary: 'Create a token of a profile; x-profile-pin must hold its PIN if it has one',
  tag: 'profiles',
  auth: 'account',
  headers: pinHeader,
  params: z.object({ id: uuidSchema }),
  reply: z.object({ token: z.string(), profile: profileSchema }),
  carriesSecret: true,
});

export const listProfileImages = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/images/',
  summary: 'The available profile pictures',
  tag: 'profiles',
  auth: 'account',
  reply: listOf(profileImageSchema),
});

export const getMyProfile = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/my_profile/',
  summary: 'The token’s profile',
  tag: 'profiles',
  auth: 'profile',
  reply: profileSchema,
});

export type ContentRating = z.output<typeof contentRatingSchema>;
export type Profile = z.output<typeof profileSchema>;
export type ProfileImage = z.output<typeof profileImageSchema>;
export type NewProfile = z.output<typeof newProfileSchema>;
export type ProfileChanges = z.output<typeof profileChangesSchema>;
