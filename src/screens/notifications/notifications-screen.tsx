import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { markSeen, notificationList } from '#src/api/notifications.ts';
import { NavigationScreen } from '#src/features/navigation/navigation-screen.tsx';
import { loadingKey, PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import type { GridShape, VisitMemory } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import type { GridTiles } from '#src/ui/list/grid.tsx';
import { Message } from '#src/ui/list/message.tsx';
import { CONTENT_X } from '#src/ui/page/page.tsx';
import { agoLabel } from './ago-label.ts';
import { NotificationLine, notificationLabel } from './notification-line.tsx';
import styles from './notifications-screen.module.css';

export interface NotificationsScreenProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
  readonly onMembership: () => void;
}

const listKey = 'notifications/list';
const emptyKey = 'notifications/again';

/** Height of the list, to the lower edge of the screen, in rem (notifications-screen.module.css). */
const HEIGHT = 57;
const LINE: GridShape = {
  columns: 1,
  tileWidth: 102,
  tileHeight: 13.5,
  gap: 0,
  rowHeight: 15.75,
  large: { columns: 1, tileWidth: 102, tileHeight: 21, gap: 0, rowHeight: 23.25 },
};

const keyOf = ({ id }: Notification) => `notification:${id}`;

/** The profile's notifications, newest first. OK opens the subject of one; showing the list marks all as read. */
export function NotificationsScreen({ visit, onOpenItem, onPlay, onMembership }: NotificationsScreenProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const clock = useClock();
  const pages = usePages({ visit, list: notificationList(api), keyOf });
  const newestUnread = pages.data?.find(({ is_read: isRead }) => !isRead)?.id;
  useEffect(() => {
    // The marks are not worth a message: what was not marked is new again at the next visit.
    if (newestUnread !== undefined) markSeen(api, queryClient, newestUnread).catch(() => undefined);
  }, [api, queryClient, newestUnread]);

  const tiles = useMemo<GridTiles<Notification>>(() => {
    const agoOf = ({ created_at: at }: Notification) => agoLabel(at, clock.instant());
    return {
      keyOf,
      label: (notification) => notificationLabel(notification, agoOf(notification)),
      draw: (notification) => <NotificationLine notification={notification} ago={agoOf(notification)} />,
      onPress({ item_id: itemId }) {
        if (itemId === null) onMembership();
        else onOpenItem(itemId);
      },
      onPlay({ kind, item_id: itemId, episode_id: episodeId }) {
        if (kind === 'new_episode' && episodeId !== null) onPlay(episodeId);
        else if (itemId !== null) onOpenItem(itemId);
        else onMembership();
      },
    };
  }, [clock, onOpenItem, onPlay, onMembership]);
  const initialKey = pages.data ? (pages.data.length > 0 ? listKey : emptyKey) : loadingKey(listKey);
  return (
    <NavigationScreen name="notifications" area="notifications" visit={visit} initialKey={initialKey}>
      <h1 className={styles.head}>알림</h1>
      <div className={styles.body}>
        <PagedGrid
          focusKey={listKey}
          pages={pages}
          shape={LINE}
          tiles={tiles}
          insetLeft={CONTENT_X}
          height={HEIGHT}
          empty={
            <Message
              focusKey="notifications/empty"
              icon="bell"
              title="아직 알림이 없어요"
              text="보고 있거나 찜한 작품에 새 회차가 공개되면 여기서 알려 드려요."
            >
              <Button focusKey={emptyKey} label="다시 확인" isPrimary onPress={() => void pages.refetch()} />
            </Message>
          }
        />
      </div>
    </NavigationScreen>
  );
}
