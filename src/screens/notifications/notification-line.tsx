import type { Notification, NotificationKind } from '#contract/notifications.ts';
import { Icon, type AnyIcon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import styles from './notifications-screen.module.css';

const KINDS: Readonly<Record<NotificationKind, readonly [name: string, icon: AnyIcon]>> = {
  new_episode: ['새 회차', 'play'],
  delay: ['공개 연기', 'calendar'],
  leaving: ['곧 내려가요', 'calendar'],
  rental_ending: ['대여 종료', laterIcons.bag],
  membership_ending: ['이용권', 'star'],
  request: ['요청한 작품', laterIcons.heart],
};

/** The spoken label of a notification. */
export const notificationLabel = ({ kind, title, text, is_read: isRead }: Notification, ago: string): string =>
  [isRead ? '' : '새 알림', KINDS[kind][0], title, text, ago].filter(Boolean).join(', ');

/** One notification: picture, kind, title, text, and how long ago it was. */
export function NotificationLine({ notification, ago }: { notification: Notification; ago: string }) {
  const { kind, title, text, image, is_read: isRead } = notification;
  const [name, icon] = KINDS[kind];
  return (
    <div className={`${styles.line} ${isRead ? '' : styles.unread}`}>
      <span className={styles.picture}>
        {image !== null ? <Picture src={image} color="#22104d" /> : <Icon name={icon} size={4} />}
      </span>
      <span className={styles.texts}>
        <span className={styles.kind}>
          {!isRead && <span className={styles.dot} />}
          {name}
          <span className={styles.ago}>{ago}</span>
        </span>
        <span className={styles.title}>{title}</span>
        <span className={styles.text}>{text}</span>
      </span>
      <span className={styles.forward}>
        <Icon name={laterIcons.forward} size={2} />
      </span>
    </div>
  );
}
