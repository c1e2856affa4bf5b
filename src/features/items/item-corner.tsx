import type { ReactNode } from 'react';
import type { ItemSummary } from '#contract/catalogue.ts';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { LaterLabel } from './later-label.tsx';

/** The corner of a title's poster: its lock, or the remaining time until its next episode. */
export function itemCorner(item: ItemSummary): ReactNode {
  if (item.needs_identity) return LOCK_BADGE;
  return item.next_release && <LaterLabel item={item} isShort />;
}
