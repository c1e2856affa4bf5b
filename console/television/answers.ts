import { getMyAccount } from '#contract/accounts.ts';
import { getEpisode, getItem, listEpisodes } from '#contract/catalogue.ts';
import type { TitlePreview } from '#contract/console/title-editing.ts';
import { getMyShortReview } from '#contract/reviews.ts';
import { getPurchasable } from '#contract/shop.ts';
import { getStatus } from '#contract/status.ts';
import { PLATFORM_NAMES } from '#contract/platforms.ts';
import type { AppParts } from '#src/app/create-app.tsx';

export type Television = NonNullable<TitlePreview['television']>;

type Adapter = NonNullable<AppParts['adapter']>;
type Query = Readonly<Record<string, unknown>>;

const isPath = ({ path }: { path: string }, url: string) => new RegExp(`^${path.replace(/:\w+/g, '\\d+')}$`).test(url);

/** An episode with what its own call adds. */
function episodeAt({ item, episodes }: Television, url: string) {
  const at = episodes.findIndex(({ id }) => url.endsWith(`/${id}/`));
  const { series_id, rating_reasons } = item;
  const neighbours = { previous_id: episodes[at - 1]?.id ?? null, next_id: episodes[at + 1]?.id ?? null };
  return at === -1 ? undefined : { ...episodes[at], item, series_id, rating_reasons, ...neighbours };
}

/** A page of the episodes, in the order that the app asks for. */
function pageOf({ episodes }: Television, { sort, limit = 20, offset = 0 }: Query) {
  const ordered = sort === 'latest' ? [...episodes].reverse() : episodes;
  return { count: episodes.length, results: ordered.slice(Number(offset), Number(offset) + Number(limit)) };
}

/** The answer to a read; null for 204. */
function answerTo(television: Television, url: string, query: Query): unknown {
  if (isPath(getStatus, url))
    return {
      status: 'ok',
      message: '',
      server_time: new Date().toISOString(),
      min_version: Object.fromEntries(PLATFORM_NAMES.map((name) => [name, '0.0.0'])),
    };
  if (isPath(getItem, url)) return television.item;
  if (isPath(listEpisodes, url)) return pageOf(television, query);
  if (isPath(getEpisode, url)) return episodeAt(television, url);
  if (isPath(getMyShortReview, url)) return null;
  if (isPath(getPurchasable, url)) return { is_purchasable: false, min_price: null, cnt_product: 0 };
  if (isPath(getMyAccount, url)) return undefined;
  // The other rows of the screen are those of published titles.
  return { count: 0, results: [] };
}

const REFUSED = { code: 'NOT_FOUND', message: '미리 보기에서는 할 수 없어요.' };

/** Answers the app's calls with one title: a viewer who sees it does not exist. */
export const createAnswers =
  (television: Television): Adapter =>
  (config) => {
    const isRead = (config.method ?? 'get').toLowerCase() === 'get';
    const body = isRead ? answerTo(television, config.url ?? '', (config.params ?? {}) as Query) : undefined;
    const status = body === undefined ? 404 : body === null ? 204 : 200;
    const data = body === null ? '' : JSON.stringify(body ?? REFUSED);
    return Promise.resolve({ data, status, statusText: '', headers: {}, config });
  };
