import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from '#contract/notifications.ts';
import type { Mount } from '../http/mount.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { Notifications } from './notifications.ts';
import { presentNotification } from './present.ts';

export function mountNotifications(
  mount: Mount,
  { notifications, artUrl }: { notifications: Notifications; artUrl: ArtUrl },
): void {
  mount(listNotifications, async ({ caller, query }) => {
    const { count, unread, results } = await notifications.list(caller, query);
    return { count, cnt_unread: unread, results: results.map((shown) => presentNotification(shown, artUrl)) };
  });
  mount(readNotifications, async ({ caller, body }) => {
    await notifications.read(caller, body.up_to);
    return undefined;
  });
  mount(getNotificationSettings, ({ caller }) => notifications.settings(caller));
  mount(updateNotificationSettings, ({ caller, body }) => notifications.change(caller, body));
}
