import type { ItemSummary } from '#contract/catalogue.ts';
import { searchItems, type FoundEpisode, type SearchProposal, type SubjectKind } from '#contract/search.ts';
import type { Client } from './client/client.ts';
import { GRID_PAGE, page, type Page, type PagedList } from './lists.ts';

/** A page of a search. */
export interface SearchPage extends Page<ItemSummary> {
  /** What was found instead of the keyword: a name, or the text of the other layout. */
  readonly understood?: string | null | undefined;
  /** When nothing was found: titles with the nearest names. */
  readonly nearest?: ItemSummary[] | undefined;
  /** When nothing was found: titles that viewers may request. */
  readonly requestable?: ItemSummary[] | undefined;
  /** On the first page: what the keyword may mean, what most viewers mean first. */
  readonly proposals?: SearchProposal[] | undefined;
  /** On the first page: episodes by their names. */
  readonly episodes?: FoundEpisode[] | undefined;
}

export interface SearchList extends PagedList<ItemSummary> {
  load(offset: number, signal: AbortSignal): Promise<SearchPage>;
}

/** @param about finds only the titles about the person, studio, genre or tag of this name. */
export const searchList = (api: Client, keyword: string, about?: SubjectKind): SearchList => ({
  key: ['items', 'search', keyword, about ?? null],
  pageSize: GRID_PAGE,
  load: (offset, signal) =>
    api.call(
      searchItems,
      { query: { keyword, ...(about === undefined ? {} : { about }), ...page(GRID_PAGE, offset) } },
      { signal },
    ),
});

/** The titles of an answer as a list of one page. */
export const answeredList = (key: string, items: readonly ItemSummary[]): PagedList<ItemSummary> => ({
  key: ['items', 'answered', key, items.map(({ id }) => id)],
  pageSize: GRID_PAGE,
  load: () => Promise.resolve({ count: items.length, results: [...items] }),
});
