import {
  getViewedTitle,
  getViewing,
  listCohorts,
  listMissedSearches,
  listViewedTitles,
} from '#contract/console/viewing.ts';
import { listOpenedRows } from '#contract/console/overview.ts';
import type { MountConsole } from '#server/http/mount-console.ts';
import type { Viewings } from './viewing.ts';

/** What is watched, for operators in a browser. */
export function mountViewing(mount: MountConsole, viewings: Viewings): void {
  mount(getViewing, ({ query }) => viewings.find(query.step));
  mount(listViewedTitles, ({ query }) => viewings.listTitles(query));
  mount(getViewedTitle, ({ params, query }) => viewings.showTitle(params.id, query.step));
  mount(listMissedSearches, ({ query }) => viewings.listMissed(query));
  mount(listOpenedRows, ({ query }) => viewings.listRows(query.range));
  mount(listCohorts, () => viewings.listCohorts());
}
