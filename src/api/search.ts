import type { ItemSummary } from '#contract/catalogue.ts';
import { searchItems } from '#contract/search.ts';
import type { Client } from './client/client.ts';
import { GRID_PAGE, page, type Page, type PagedList } from './lists.ts';

/** A page of a search. */
export interface SearchPage extends Page<ItemSummary> {
  /** What was found instead of the keyword: a name, or the text of the other layout. */
  readonly understood?: string | null | undefined;
  /** When nothing was found: titles with the nearest names. */
  readonly nearest?: ItemSummary[] | undefined;
}

export interface SearchList extends PagedList<ItemSummary> {
  load(offset: number, signal: AbortSignal): Promise<SearchPage>;
}

export const searchList = (api: Client, keyword: string): SearchList => ({
  key: ['items', 'search', keyword],
  pageSize: GRID_PAGE,
  load: (offset, signal) => api.call(searchItems, { query: { keyword, ...page(GRID_PAGE, offset) } }, { signal }),
});
