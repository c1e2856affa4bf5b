import type { Notification } from '#contract/notifications.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { ShownNotification } from './notifications.ts';
import { MEMBERSHIP_TITLE } from './texts.ts';

export const presentNotification = ({ row, item }: ShownNotification, artUrl: ArtUrl): Notification => ({
  id: row.id,
  kind: row.kind,
  title: item?.name ?? MEMBERSHIP_TITLE,
  text: row.text,
  item_id: row.item_id,
  episode_id: row.episode_id,
  image: item ? artUrl(item.wide) : null,
  created_at: row.created_at.toISOString(),
  is_read: row.read_at !== null,
});
