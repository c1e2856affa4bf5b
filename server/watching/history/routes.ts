import { listHistory, markWatched, removeHistory, restoreHistory, unmarkWatched } from '#contract/history.ts';
import type { Mount } from '#server/http/mount.ts';
import type { History } from './history.ts';
import type { WatchedMarks } from './marks.ts';

export function mountHistory(mount: Mount, { history, marks }: { history: History; marks: WatchedMarks }): void {
  mount(listHistory, ({ caller, query }) => history.list(caller, query.offset));
  mount(removeHistory, ({ caller, params }) => history.remove(caller, params.id));
  mount(restoreHistory, ({ caller, params }) => history.restore(caller, params.id));
  mount(markWatched, ({ caller, params, query }) => marks.mark(caller, params.id, query.scope));
  mount(unmarkWatched, ({ caller, params, query }) => marks.unmark(caller, params.id, query.scope));
}
