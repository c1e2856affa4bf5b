import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogueIdSchema, instantSchema, listOf, pageQuery, uuidSchema } from './values.ts';

export const notificationKindSchema = z.enum([
  'new_episode',
  'rental_ending',
  'membership_ending',
  'request',
  'delay',
  'leaving',
]);

export const notificationSchema = z
  .object({
    id: uuidSchema,
    kind: notificationKindSchema,
    title: z.string().check(z.describe('name of the title, or what it is about')),
    text: z.string(),
    item_id: z.nullable(catalogueIdSchema),
    episode_id: z.nullable(catalogueIdSchema),
    image: z.nullable(z.string()).check(z.describe('wide picture of the title')),
    created_at: instantSchema,
    is_read: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Notification' });

export const notificationListSchema = z.extend(listOf(notificationSchema), {
  cnt_unread: z.int().check(z.minimum(0)),
});

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/v1/list/',
  summary: 'Notifications of the profile, the newest first',
  tag: 'notifications',
  auth: 'profile',
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: notificationListSchema,
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/v1/read/',
  summary: 'Mark a notification and all older ones as read',
  tag: 'notifications',
  auth: 'profile',
  body: z.object({ up_to: uuidSchema.check(z.describe('id of the newest notification that the viewer saw')) }),
  isIdempotent: true,
});

const wanted = z.boolean().check(z.describe('whether the profile wants notifications of this kind'));

export const notificationSettingsSchema = z
  .object({
    new_episode: wanted,
    rental_ending: wanted,
    membership_ending: wanted,
    request: wanted,
    delay: wanted,
    leaving: wanted,
  })
  .register(z.globalRegistry, { id: 'NotificationSettings' });

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/v1/settings/',
  summary: 'The kinds of notifications that the profile wants',
  tag: 'notifications',
  auth: 'profile',
  reply: notificationSettingsSchema,
});

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/notifications/v1/settings/',
  summary: 'Turn kinds of notifications on or off; other kinds stay as they are',
  tag: 'notifications',
  auth: 'profile',
  body: z.partial(notificationSettingsSchema),
  reply: notificationSettingsSchema,
  isIdempotent: true,
});

export type Notification = z.output<typeof notificationSchema>;
export type NotificationKind = Notification['kind'];
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;
