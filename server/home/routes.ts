import { getPreview, listHomeRows, type Preview } from '#contract/home.ts';
import type { Mount } from '../http/mount.ts';
import type { HomeRows } from './home-rows.ts';

export function mountHome(mount: Mount, homeRows: HomeRows, preview: () => Promise<Preview>): void {
  mount(listHomeRows, ({ caller }) => homeRows.list(caller));
  mount(getPreview, preview);
}
