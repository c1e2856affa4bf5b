import { listHomeRows } from '#contract/home.ts';
import { getOwnPreview, getPreview, type Preview } from '#contract/preview.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Place } from '../catalogue/viewed.ts';
import type { Mount } from '../http/mount.ts';
import type { HomeRows } from './home-rows.ts';

export function mountHome(
  mount: Mount,
  homeRows: HomeRows,
  preview: (place: Place) => Promise<Preview>,
  ownPreview: (caller: ProfileCaller) => Promise<Preview>,
): void {
  mount(listHomeRows, ({ caller }) => homeRows.write(caller));
  mount(getPreview, ({ country }) => preview({ country }));
  mount(getOwnPreview, ({ caller }) => ownPreview(caller));
}
