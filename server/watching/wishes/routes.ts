import { addWish, removeWish } from '#contract/wishes.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Wishes } from './wishes.ts';

export function mountWishes(mount: Mount, wishes: Wishes): void {
  mount(addWish, ({ caller, params }) => wishes.add(caller, params.id));
  mount(removeWish, ({ caller, params }) => wishes.remove(caller, params.id));
}
