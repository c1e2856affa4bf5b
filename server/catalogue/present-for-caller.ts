import type { EpisodeSeason } from './episode-seasons.ts';
import type { Episode, EpisodeDetail, Item, ItemSummary, StartAgain, Theme } from '#contract/catalogue.ts';
import { membershipOf, type Membership } from '../accounts/index.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Resume, ResumePoint } from '#server/watching/playback/resume.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { Right } from '../shop/right.ts';
import { validRights } from '../shop/index.ts';
import type { ListRights } from '../shop/rights.ts';
import { accessOf, identityAccess, needsIdentity } from './access.ts';
import type { EpisodePage } from './episode-pages.ts';
import type { OwnInTitle } from './activity-store.ts';
import {
  presentEpisode,
  presentEpisodeDetail,
  presentHiddenSummary,
  presentItem,
  presentItemSummary,
  presentLockedSummary,
  presentTheme,
} from './present.ts';
import type { BriefRow, CountedThemeRow, ItemBrief, ItemRow, Neighbours } from './store.ts';
import type { TrailerUrl } from './trailers.ts';

/** An episode with its neighbours. */
export interface FoundEpisode {
  episode: EpisodeRow;
  item: ItemRow;
  neighbours: Neighbours;
}

/** A page of a title's episodes, with the caller's own data on the title. */
export interface FoundPage {
  item: ItemBrief;
  page: EpisodePage;
  own: OwnInTitle;
}

interface WithOffsets {
  /** Whether the answer includes the profile's offsets. Whether an episode is watched is always included. */
  readonly withOffsets: boolean;
}

interface PresentedPage {
  count: number;
  results: Episode[];
  seasons?: EpisodeSeason[];
}

type Offsets = OwnInTitle['offsets'];

/** An account's and a profile's own data on some episodes. */
interface Own {
  readonly membership: Membership;
  readonly rights: readonly Right[];
  readonly offsets: Offsets;
  /** Titles for adults, while nobody of the account has proved their age. */
  readonly lockedItems: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** Free, or any paid plan: all paid plans give the same access to episodes. */
export type PlanKind = 'free' | 'member';
const kindOf = ({ plan }: Membership): PlanKind => (plan === 'free' ? 'free' : 'member');

/** Converts rows of the catalogue to the contract's shapes, for one caller. */
export interface Presenter {
  /** Summaries for one caller: a title for adults has a lock until an adult of the account has proved their age. */
  itemSummary(caller: Pick<ProfileCaller, 'account'>): (row: BriefRow) => ItemSummary;
  /** Summaries of titles that the profile has hidden. */
  hiddenSummary(caller: Pick<ProfileCaller, 'account'>): (row: BriefRow) => ItemSummary;
  item(row: ItemRow, my: Item['my']): Item;
  theme(row: CountedThemeRow): Theme;
  /**
   * Tells whether an account sees the same access to these titles as all accounts with its kind of plan, so that an answer
   * can be shared. Undefined if not: the account bought one of them, or its membership has an end, which answers show.
   */
  planFor(caller: Pick<ProfileCaller, 'account'>, itemIds: readonly number[]): Promise<PlanKind | undefined>;
  episodePage(caller: Pick<ProfileCaller, 'account'>, found: FoundPage, options: WithOffsets): PresentedPage;
  /**
   * @param watchedIds the titles in which the profile has an offset, where that is known already.
   * @param rights of the account to these titles, where they are known already.
   */
  episodeDetails(
    caller: ProfileCaller,
    found: readonly FoundEpisode[],
    watchedIds?: ReadonlySet<number>,
    rights?: readonly Right[],
  ): Promise<EpisodeDetail[]>;
  /** @param items the titles of the places, in the same order. */
  startAgain(caller: ProfileCaller, places: readonly ResumePoint[], items: readonly BriefRow[]): Promise<StartAgain[]>;
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);

export function createPresenter({
  artUrl,
  trailerUrl,
  clock,
  resume,
  listRights,
}: {
  artUrl: ArtUrl;
  trailerUrl: TrailerUrl;
  clock: Clock;
  resume: Resume;
  listRights: ListRights;
}): Presenter {
  const ownOf = (
    { account }: Pick<ProfileCaller, 'account'>,
    items: readonly ItemBrief[],
    rights: readonly Right[],
    offsets: Offsets,
  ): Own => {
    const locked = items.filter((item) => needsIdentity(item, account));
    const lockedItems = locked.length === 0 ? NONE : new Set(idsOf(locked));
    return { membership: membershipOf(account, clock.now()), rights, offsets, lockedItems };
  };
  const findOwn = async (
    caller: ProfileCaller,
    items: readonly ItemBrief[],
    givenOffsets: Promise<Offsets> | Offsets,
    known?: readonly Right[],
  ): Promise<Own> => {
    const givenRights = known ?? (items.length > 0 ? listRights(caller.account.id, idsOf(items)) : []);
    const [rights, offsets] = await Promise.all([givenRights, givenOffsets]);
    return ownOf(caller, items, rights, offsets);
  };
  const withOwn = (
    rows: readonly EpisodeRow[],
    { membership, rights, offsets, lockedItems }: Own,
    { withOffsets }: WithOffsets,
  ) =>
    rows.map((row) => {
      const access = lockedItems.has(row.item_id) ? identityAccess : accessOf(row, membership, rights);
      return presentEpisode(row, access, offsets.get(row.id) ?? null, withOffsets, { artUrl, now: clock.now() });
    });

  const itemSummary: Presenter['itemSummary'] =
    ({ account }) =>
    (row) => {
      const summary = presentItemSummary(row, artUrl, clock.now());
      return needsIdentity(row, account) ? presentLockedSummary(summary) : summary;
    };

  return {
    itemSummary,
    hiddenSummary: (caller) => (row) => presentHiddenSummary(itemSummary(caller)(row)),
    item: (row, my) => presentItem(row, my, { artUrl, trailerUrl, now: clock.now() }),
    theme: (row) => presentTheme(row, artUrl),
    async planFor({ account }, itemIds) {
      const membership = membershipOf(account, clock.now());
      const isOfAll = membership.expiresAt === null && (await listRights(account.id, itemIds)).length === 0;
      return isOfAll ? kindOf(membership) : undefined;
    },
    episodePage(caller, { item, page, own: found }, options) {
      const own = ownOf(caller, [item], validRights(found.bought, clock), found.offsets);
      const seasons = page.seasons.length > 0 ? { seasons: [...page.seasons] } : {};
      return { count: page.count, results: withOwn(page.episodes, own, options), ...seasons };
    },
    async startAgain(caller, places, items) {
      const rows = places.map(({ episode }) => episode);
      const offsets = new Map(places.flatMap(({ stored }) => (stored ? [[stored.episode_id, stored] as const] : [])));
      const own = await findOwn(caller, items, offsets);
      const presented = withOwn(rows, own, { withOffsets: true });
      const summaryOf = itemSummary(caller);
      return places.map(({ offset, updatedAt }, index) => ({
        item: summaryOf(items[index]!),
        episode: presented[index]!,
        offset,
        updated_at: updatedAt.toISOString(),
      }));
    },
    async episodeDetails(caller, found, watchedIds, rights) {
      const rows = found.map(({ episode }) => episode);
      const begun = watchedIds ? rows.filter(({ item_id: itemId }) => watchedIds.has(itemId)) : rows;
      const items = found.map(({ item }) => item);
      const own = await findOwn(caller, items, resume.listOffsets(caller, idsOf(begun)), rights);
      const presented = withOwn(rows, own, { withOffsets: true });
      const summaryOf = itemSummary(caller);
      return found.map(({ item, neighbours }, index) =>
        presentEpisodeDetail(presented[index]!, summaryOf(item), item, neighbours),
      );
    },
  };
}
