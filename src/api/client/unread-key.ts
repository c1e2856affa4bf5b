import { skipToken, useQuery } from '@tanstack/react-query';

/** Key of the number of unread notifications; alone in its file, because the navigation loads first. */
export const UNREAD_KEY = ['notifications', 'unread'] as const;

/** The last known number of unread notifications. */
export const useUnreadCount = (): number => useQuery<number>({ queryKey: UNREAD_KEY, queryFn: skipToken }).data ?? 0;
