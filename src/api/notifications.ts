import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type Notification,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/notifications.ts';
import type { Client } from './client/client.ts';
import { page, type PagedList } from './lists.ts';
import { createWrites } from './client/settle.ts';
import { UNREAD_KEY } from './client/unread-key.ts';
import { watchViewer } from './client/viewer-cache.ts';

/** Some three screens of the list. */
const PAGE = 20;

export const notificationList = (api: Client): PagedList<Notification> => ({
  key: ['notifications', 'list'],
  pageSize: PAGE,
  isPersonal: true,
  load: (offset, signal) => api.call(listNotifications, { query: page(PAGE, offset) }, { signal }),
});

/**
 * Marks the newest shown notification and all older ones as read. The shown list keeps its marks until the next visit.
 *
 * @throws ApiError
 */
export async function markSeen(api: Client, queryClient: QueryClient, newestId: string): Promise<void> {
  const isStillThere = watchViewer(queryClient);
  await api.call(readNotifications, { body: { up_to: newestId } });
  if (isStillThere()) queryClient.setQueryData(UNREAD_KEY, 0);
}

export const notificationSettingsQuery = (api: Client) =>
  queryOptions({
    queryKey: ['notifications', 'settings'],
    queryFn: ({ signal }) => api.call(getNotificationSettings, {}, { signal }),
    staleTime: 0,
  });

const settleSetting = createWrites<boolean>();

/** Turns a kind on or off: shown at once, rolled back when the server refuses. Other kinds stay as they are. */
export function setNotificationKind(
  api: Client,
  queryClient: QueryClient,
  known: NotificationSettings,
  kind: NotificationKind,
  onFailure: (error: unknown) => void,
): void {
  const { queryKey } = notificationSettingsQuery(api);
  const settler = settleSetting(api, queryClient, kind, known[kind], {
    send: async (own, isWanted) => (await own.call(updateNotificationSettings, { body: { [kind]: isWanted } }))[kind],
    isSame: (one, other) => one === other,
    show: (isWanted) =>
      queryClient.setQueryData(queryKey, (settings) => (settings ? { ...settings, [kind]: isWanted } : settings)),
    onFailure,
  });
  settler.want(!settler.wanted());
}

/**
 * Asks again for the number of unread notifications; a failure leaves it as it is. Nothing polls it: each answer of home
 * refreshes it (src/app/effects/home-effects.ts).
 */
export const refreshUnread = (api: Client, queryClient: QueryClient): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => (await api.call(listNotifications, { query: page(1, 0) }, { signal })).cnt_unread,
    staleTime: 0,
    retry: false,
  });
