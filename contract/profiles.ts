import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOf, uuidSchema } from './values.ts';

export const contentRatingSchema = z.enum(['all', '7', '12', '15', '19']);

export const profileSchema = z
  .object({
    id: uuidSchema,
    name: z.string().describe('1 to 20 characters'),
    default_image_id: z.int(),
    image_url: z.string(),
    max_rating: contentRatingSchema.describe('the highest content rating this profile may watch'),
    has_pin: z.boolean(),
    is_owner: z.boolean(),
  })
  .meta({ id: 'Profile' });

export const profileImageSchema = z
  .object({ id: z.int(), name: z.string(), url: z.string() })
  .meta({ id: 'ProfileImage' });

export const listProfiles = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/list/',
  summary: 'The profiles of the account',
  tag: 'profiles',
  auth: 'account',
  reply: listOf(profileSchema),
});

export const getProfileToken = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/:id/token/',
  summary: 'A token to act as one profile; x-profile-pin holds the PIN when the profile has one',
  tag: 'profiles',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
  reply: z.object({ token: z.string(), profile: profileSchema }),
});

export const listProfileImages = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/images/',
  summary: 'The pictures a profile may have',
  tag: 'profiles',
  auth: 'account',
  reply: listOf(profileImageSchema),
});

export const getMyProfile = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/my_profile/',
  summary: 'The profile of the token',
  tag: 'profiles',
  auth: 'profile',
  reply: profileSchema,
});

export type ContentRating = z.output<typeof contentRatingSchema>;
export type Profile = z.output<typeof profileSchema>;
export type ProfileImage = z.output<typeof profileImageSchema>;
