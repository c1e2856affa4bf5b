import {
  listItems,
  listStartAgain,
  listThemes,
  type ItemSummary,
  type StartAgain,
  type Theme,
} from '#contract/catalogue.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';

/** A page of a list; `count` is the total number. */
export interface Page<T> {
  readonly count: number;
  readonly results: T[];
}

/** A paged list of the server. Equal arguments give the same key. */
export interface PagedList<T> {
  readonly key: readonly unknown[];
  readonly pageSize: number;
  /** Revalidated whenever it is shown, because the viewer changes it on other screens. */
  readonly isPersonal?: boolean;
  /** @param firstReadAt when the first page was read, in ms since 1970; undefined for that page. */
  load(offset: number, signal: AbortSignal, firstReadAt?: number): Promise<Page<T>>;
}

export type ItemSorting = 'popular' | 'recent' | 'rating' | 'name';

export interface ItemListFilter {
  readonly theme?: string;
  readonly genre?: string;
  readonly weekday?: string;
  readonly year?: string;
  readonly audio?: string;
  readonly subtitles?: string;
  readonly sorting?: ItemSorting;
}

/** Five rows of a grid with six columns. */
export const GRID_PAGE = 30;
/** The server's page size of begun titles. */
const START_AGAIN_PAGE = 20;
/** Number of items that a row of home already has, and page size of the rest. */
export const ROW_PAGE = 20;
/** Maximum page size, for lists that are drawn as a whole. */
export const LARGEST_PAGE = 100;

/** Query of a page. */
export const page = (limit: number, offset: number) => ({ limit: String(limit), offset: String(offset) });

export const itemList = (api: Client, filter: ItemListFilter, pageSize = GRID_PAGE): PagedList<ItemSummary> => ({
  key: ['items', 'list', filter, pageSize],
  pageSize,
  load: (offset, signal, firstReadAt) => {
    // Later pages follow the chart of the first one, so that no title is skipped.
    const isCharted = filter.sorting === undefined || filter.sorting === 'popular';
    const version = isCharted && firstReadAt !== undefined ? { as_of: new Date(firstReadAt).toISOString() } : {};
    return api.call(listItems, { query: { ...filter, ...page(pageSize, offset), ...version } }, { signal });
  },
});

export const themeList = (api: Client): PagedList<Theme> => ({
  key: ['themes', 'list'],
  pageSize: LARGEST_PAGE,
  load: (offset, signal) => api.call(listThemes, { query: page(LARGEST_PAGE, offset) }, { signal }),
});

export const startAgainList = (api: Client, sorting: 'recent' | 'name' = 'recent'): PagedList<StartAgain> => ({
  key: [WATCHED_KEY, 'start-again', sorting],
  pageSize: START_AGAIN_PAGE,
  isPersonal: true,
  load: (offset, signal) => api.call(listStartAgain, { query: { sorting, offset: String(offset) } }, { signal }),
});

/** The list behind a row's `more`; null when it is not paged (contract/home.ts). */
export function restOfRow(api: Client, more: string | null): PagedList<ItemSummary> | PagedList<StartAgain> | null {
  const [path, query = ''] = (more ?? '').split('?');
  if (path === listStartAgain.path) return startAgainList(api);
  if (path !== listItems.path) return null;
  const filter: Record<string, string> = {};
  for (const part of query.split('&').filter(Boolean)) {
    const [name = '', value = ''] = part.split('=').map((text) => decodeURIComponent(text.replace(/\+/g, ' ')));
    filter[name] = value;
  }
  return itemList(api, filter, ROW_PAGE);
}
