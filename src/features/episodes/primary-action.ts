import type { Episode, Item, ItemSummary } from '#contract/catalogue.ts';
import type { Plan, Product } from '#contract/shop.ts';
import type { Offer } from '#src/api/shop.ts';
import { wonLabel } from '#src/lib/labels.ts';
import { watchState } from './watch-state.ts';
import { episodeToWatch, type Watching } from './episode-to-watch.ts';

/** The data that decides the primary button of a title. */
export interface Situation extends Watching {
  readonly item: Pick<Item, 'my' | 'medium' | 'cnt_episode'>;
  /** The newest episode, when it is not among `episodes`. */
  readonly lastEpisode?: Episode | null;
  /** The next title of the series, if the profile may watch it. */
  readonly nextSeason?: Pick<ItemSummary, 'id' | 'medium'> | null;
  /** Products of the title and its episodes. */
  readonly products?: readonly Product[];
  /** Memberships for sale. */
  readonly plans?: readonly Plan[];
  /** Whether household rules forbid purchases. */
  readonly isLimited?: boolean;
}

/** The primary button's action. Its label says so: `"3화 이어보기"`, `"대여 1,200원부터"`. */
export type PrimaryAction =
  | { readonly kind: 'play'; readonly label: string; readonly episodeId: number }
  | { readonly kind: 'next-season'; readonly label: string; readonly itemId: number }
  /** Something that unlocks the episode is for sale: shows the lowest price. */
  | { readonly kind: 'offer'; readonly label: string; readonly episode: Episode }
  /** The episode is for sale, but not to this profile: says where it can be bought. */
  | { readonly kind: 'adults-offer'; readonly label: string; readonly episode: Episode }
  /** The episode requires a membership, and none is for sale: says so. */
  | { readonly kind: 'membership'; readonly label: string; readonly episode: Episode }
  /** A title for adults, and nobody has proved their age: begins the proof. */
  | { readonly kind: 'identity'; readonly label: string; readonly episode: Episode }
  /** There is nothing to watch yet: requests the title. */
  | { readonly kind: 'request' };

/** Whether the viewer has finished a title. */
export function isFinished({ item, episodes, lastEpisode }: Situation): boolean {
  const last = lastEpisode ?? episodes[episodes.length - 1];
  return item.my.resume === null && last !== undefined && watchState(last).kind === 'finished';
}

/** Whether the viewer has begun a title, so that reviews are no spoilers. */
export const hasBegun = (item: Pick<Item, 'my'>, episodes: readonly Episode[]): boolean =>
  item.my.resume !== null || episodes.some((episode) => watchState(episode).kind !== 'new');

/** Products that unlock an episode: the title as a whole, or the episode; without owned ones. */
export const productsFor = (products: readonly Product[], episode: Pick<Episode, 'id'>): Product[] =>
  products.filter(({ episode_id, owned }) => owned === null && (episode_id === null || episode_id === episode.id));

const priceOf = (offer: Offer) => (offer.kind === 'plan' ? offer.plan.price : offer.product.price);

/** Everything that unlocks an episode, the cheapest first. */
export const offersFor = (
  { products = [], plans = [] }: Pick<Situation, 'products' | 'plans'>,
  episode: Episode,
): Offer[] =>
  [
    ...(episode.access.needs === 'membership' ? plans : []).map((plan) => ({ kind: 'plan', plan }) as const),
    ...productsFor(products, episode).map((product) => ({ kind: 'product', product }) as const),
  ].sort((one, other) => priceOf(one) - priceOf(other));

const verbOf = (offer: Offer) => {
  if (offer.kind === 'plan') return '멤버십';
  return offer.product.kind === 'rental' ? '대여' : '구매';
};

/** `"대여 1,200원부터"`: the lowest price of several, or the only one. */
export function offerLabel(offers: readonly Offer[]): string | null {
  const [cheapest] = offers;
  if (!cheapest) return null;
  const price = wonLabel(priceOf(cheapest));
  return `${verbOf(cheapest)} ${offers.length > 1 ? `${price}부터` : price}`;
}

/** The most likely wanted action of a title, by the profile's progress. */
export function primaryAction(situation: Situation): PrimaryAction {
  const { item, episodes, nextSeason = null } = situation;
  const episode = episodeToWatch(situation);
  if (!episode) return { kind: 'request' };
  if (nextSeason && isFinished(situation)) {
    const what = nextSeason.medium === '극장판' ? '극장판' : '다음 시즌 1화';
    return { kind: 'next-season', label: `${what} 재생`, itemId: nextSeason.id };
  }
  // A film has no numbers.
  const isAlone = item.medium === '극장판' && item.cnt_episode === 1;
  const labelled = (verb: string) => (isAlone ? verb : `${episode.episode_num} ${verb}`);
  if (episode.access.type === 'locked') {
    if (episode.access.needs === 'identity') return { kind: 'identity', label: '본인 확인하고 보기', episode };
    const offer = offerLabel(offersFor(situation, episode));
    if (offer !== null && situation.isLimited) return { kind: 'adults-offer', label: '성인 프로필에서 구매', episode };
    if (offer !== null) return { kind: 'offer', label: offer, episode };
    return { kind: 'membership', label: labelled('멤버십으로 보기'), episode };
  }
  const play = (label: string): PrimaryAction => ({ kind: 'play', label, episodeId: episode.id });
  const stoppedHere = item.my.resume?.episode_id === episode.id;
  if (stoppedHere && (item.my.resume?.offset ?? 0) > 0) return play(labelled('이어보기'));
  if (isFinished(situation) || (episodes.length > 0 && watchState(episode).kind === 'finished'))
    return play(labelled('다시 보기'));
  return play(labelled(episode.access.type === 'avod' ? '무료로 보기' : '재생'));
}
