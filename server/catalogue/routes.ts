import { getEpisode, getItem, listEpisodes, listItems, listStartAgain, listThemes } from '#contract/catalogue.ts';
import { searchItems } from '#contract/search.ts';
import { listItemFilters } from '#contract/item-filters.ts';
import type { OpeningRow } from '#contract/playback.ts';
import { listRelatedItems, listSeriesItems, listThemesOfItem } from '#contract/related.ts';
import { listReleases } from '#contract/releases.ts';
import { listWeek } from '#contract/week.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { FindHidden } from '#server/watching/hidden/find-hidden.ts';
import type { Mount } from '../http/mount.ts';
import type { Resume } from '#server/watching/playback/resume.ts';
import { needsIdentity } from './access.ts';
import type { Page, PageOfItems } from './lists/list-query.ts';
import type { Lists } from './lists/lists.ts';
import type { Presenter } from './present-for-caller.ts';
import type { ListReleases } from './releases.ts';
import type { ListWeek } from './week.ts';
import type { BriefRow, CountedThemeRow } from './store.ts';
import type { Titles } from './titles.ts';

const START_AGAIN_PAGE = 20;

export function mountCatalogue(
  mount: Mount,
  {
    titles,
    lists,
    releasesOf,
    weekOf,
    resume,
    present,
    findHidden,
    onMissedSearch,
    onOpenedPage,
  }: {
    titles: Titles;
    lists: Lists;
    releasesOf: ListReleases;
    weekOf: ListWeek;
    resume: Resume;
    present: Presenter;
    findHidden: FindHidden;
    /** Counts a search that found nothing. */
    onMissedSearch(accountId: string, keyword: string): Promise<void>;
    /** Counts a title's page that was opened from a row. */
    onOpenedPage(accountId: string, row: OpeningRow): Promise<void>;
  },
): void {
  const summaries = (caller: ProfileCaller, { count, items }: PageOfItems) => ({
    count,
    results: items.map(present.itemSummary(caller)),
  });
  const themes = (rows: CountedThemeRow[], { limit, offset }: Page) => ({
    count: rows.length,
    results: rows.slice(offset, offset + limit).map(present.theme),
  });

  mount(getItem, async ({ caller, params }) => {
    const { item, my } = await titles.getWithMine(caller, params.id);
    const shown = present.item(item, my);
    return needsIdentity(item, caller.account) ? { ...shown, trailer: null } : shown;
  });
  mount(listItems, async ({ caller, query: { as_of: asOf, ...query } }) =>
    summaries(caller, await lists.list(caller, { ...query, asOf: asOf === undefined ? undefined : new Date(asOf) })),
  );
  mount(listItemFilters, async ({ caller }) => lists.filters(caller));
  mount(searchItems, async ({ caller, query }) => {
    const [found, hidden] = await Promise.all([lists.search(caller, query), findHidden(caller)]);
    const [summaryOfHidden, summaryOfShown] = [present.hiddenSummary(caller), present.itemSummary(caller)];
    if (found.count === 0) await onMissedSearch(caller.account.id, query.keyword);
    const summaryOf = (item: BriefRow) => (hidden.has(item.id) ? summaryOfHidden : summaryOfShown)(item);
    return {
      count: found.count,
      results: found.items.map(summaryOf),
      understood: found.understood,
      nearest: found.nearest.map(summaryOf),
      requestable: found.requestable.map(summaryOf),
      proposals: found.proposals.map((proposal) =>
        proposal.kind === 'title'
          ? { kind: proposal.kind, name: proposal.item.name, item_id: proposal.item.id, cnt_item: 1 }
          : { kind: proposal.kind, name: proposal.name, item_id: null, cnt_item: proposal.cnt },
      ),
      episodes: found.episodes,
    };
  });
  mount(listReleases, async (call) => {
    const { answer, sharedSeconds } = await releasesOf(call.query.ids, call);
    call.shareFor(sharedSeconds);
    return answer;
  });
  mount(listWeek, ({ caller }) => weekOf(caller));
  mount(listRelatedItems, async ({ caller, params, query: { row, ...page } }) => {
    const related = await lists.related(caller, params.id, page);
    if (row !== undefined) await onOpenedPage(caller.account.id, row);
    return summaries(caller, related);
  });
  mount(listSeriesItems, async ({ caller, params, query }) =>
    summaries(caller, await lists.series(caller, params.id, query)),
  );
  mount(listThemes, async ({ caller, query }) => themes(await lists.themes(caller), query));
  mount(listThemesOfItem, async ({ caller, params, query }) => themes(await lists.themesOf(caller, params.id), query));
  mount(listStartAgain, async ({ caller, query }) => {
    const { count, points } = await resume.list(caller, { limit: START_AGAIN_PAGE, ...query });
    const items = await titles.withRatings(points.map(({ item }) => item));
    return { count, results: await present.startAgain(caller, points, items) };
  });
  mount(listEpisodes, async ({ caller, query }) => {
    const found = await titles.listEpisodes(caller, query);
    return present.episodePage(caller, found, { withOffsets: query.show_playback_offset });
  });
  mount(getEpisode, async ({ caller, params }) => {
    const [episode] = await present.episodeDetails(caller, [await titles.getEpisode(caller, params.id)]);
    return episode!;
  });
}
