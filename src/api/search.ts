import type { ItemSummary } from '#contract/catalogue.ts';
import { searchItems } from '#contract/search.ts';
import type { Client } from './client/client.ts';
import { GRID_PAGE, page, type PagedList } from './lists.ts';

export const searchList = (api: Client, keyword: string): PagedList<ItemSummary> => ({
  key: ['items', 'search', keyword],
  pageSize: GRID_PAGE,
  load: (offset, signal) => api.call(searchItems, { query: { keyword, ...page(GRID_PAGE, offset) } }, { signal }),
});
