import { hideItem, listHiddenItems, showItem } from '#contract/hidden.ts';
import type { Presenter } from '#server/catalogue/present-for-caller.ts';
import type { Mount } from '#server/http/mount.ts';
import type { HiddenTitles } from './hidden-titles.ts';

export function mountHidden(
  mount: Mount,
  { hiddenTitles, present }: { hiddenTitles: HiddenTitles; present: Presenter },
): void {
  mount(hideItem, ({ caller, params }) => hiddenTitles.hide(caller, params.id));
  mount(showItem, ({ caller, params }) => hiddenTitles.show(caller, params.id));
  mount(listHiddenItems, async ({ caller, query }) => {
    const { count, items } = await hiddenTitles.list(caller, query);
    return { count, results: items.map(present.hiddenSummary(caller)) };
  });
}
