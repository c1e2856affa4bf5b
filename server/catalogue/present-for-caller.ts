import type { Episode, EpisodeDetail, Item, ItemSummary, StartAgain, Theme } from '#contract/catalogue.ts';
import { membershipOf, type Membership } from '../accounts/index.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { EpisodeRow, PlaybackOffsetRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { rememberBy } from '../lib/layers.ts';
import type { Resume, ResumePlace } from '../playback/resume.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { Right } from '../shop/right.ts';
import type { ListRights } from '../shop/rights.ts';
import { accessOf } from './access.ts';
import type { EpisodePage } from './episode-pages.ts';
import { presentEpisode, presentEpisodeDetail, presentItem, presentItemSummary, presentTheme } from './present.ts';
import type { CountedThemeRow, ItemRow, Neighbours } from './store.ts';
import type { TrailerUrl } from './trailers.ts';

/** An episode with its neighbours. */
export interface FoundEpisode {
  episode: EpisodeRow;
  item: ItemRow;
  neighbours: Neighbours;
}

interface WithOffsets {
  /** Whether the answer includes the profile's offsets. */
  readonly withOffsets: boolean;
}

interface PresentedPage {
  count: number;
  results: Episode[];
}

/** An account's and a profile's own data on some episodes. */
interface Own {
  readonly membership: Membership;
  readonly rights: readonly Right[];
  /** Undefined when not requested. */
  readonly offsets: ReadonlyMap<number, PlaybackOffsetRow> | undefined;
}

/** Whether the caller has no own data here, so that the answer shared by its kind of membership applies. */
const isAsAll = ({ membership, rights, offsets }: Own) =>
  membership.expiresAt === null && rights.length === 0 && (offsets?.size ?? 0) === 0;

/** Converts rows of the catalogue to the contract's shapes, for one caller. */
export interface Presenter {
  itemSummary(row: ItemRow): ItemSummary;
  item(row: ItemRow, my: Item['my']): Item;
  theme(row: CountedThemeRow): Theme;
  episodePage(caller: ProfileCaller, page: EpisodePage, options: WithOffsets): Promise<PresentedPage>;
  episodeDetails(caller: ProfileCaller, found: readonly FoundEpisode[]): Promise<EpisodeDetail[]>;
  /** @param items the titles of the places, in the same order. */
  startAgain(caller: ProfileCaller, places: readonly ResumePlace[], items: readonly ItemRow[]): Promise<StartAgain[]>;
}

const idsOf = (rows: readonly EpisodeRow[]) => rows.map(({ id }) => id);
const itemIdsOf = (rows: readonly EpisodeRow[]) => rows.map(({ item_id: itemId }) => itemId);

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
  const findOwn = async (
    caller: ProfileCaller,
    rows: readonly EpisodeRow[],
    { withOffsets }: WithOffsets,
  ): Promise<Own> => ({
    membership: membershipOf(caller.account, clock.now()),
    rights: rows.length > 0 ? await listRights(caller.account.id, itemIdsOf(rows)) : [],
    offsets: withOffsets ? await resume.listOffsets(caller, idsOf(rows)) : undefined,
  });
  const withOwn = (rows: readonly EpisodeRow[], { membership, rights, offsets }: Own) =>
    rows.map((row) =>
      presentEpisode(row, accessOf(row, membership, rights), offsets && (offsets.get(row.id) ?? null), artUrl),
    );
  const episodes = async (caller: ProfileCaller, rows: readonly EpisodeRow[]) =>
    withOwn(rows, await findOwn(caller, rows, { withOffsets: true }));

  /** Shared pages by membership and by whether offsets were requested; each is built and serialized once. */
  const pagesOfAll = {
    free: { asked: rememberBy<EpisodePage, PresentedPage>(), bare: rememberBy<EpisodePage, PresentedPage>() },
    member: { asked: rememberBy<EpisodePage, PresentedPage>(), bare: rememberBy<EpisodePage, PresentedPage>() },
  };
  const pageOfAll = (page: EpisodePage, own: Own) => {
    const kind = pagesOfAll[own.membership.plan === 'free' ? 'free' : 'member'];
    const first = page.episodes[0];
    return (own.offsets ? kind.asked : kind.bare)(
      page,
      ({ results }) => results[0]?.thumbnail === (first && artUrl(first.thumbnail)),
      () => ({ count: page.count, results: withOwn(page.episodes, own) }),
    );
  };

  return {
    itemSummary: (row) => presentItemSummary(row, artUrl, clock.now()),
    item: (row, my) => presentItem(row, my, { artUrl, trailerUrl, now: clock.now() }),
    theme: (row) => presentTheme(row, artUrl),
    async episodePage(caller, page, options) {
      const own = await findOwn(caller, page.episodes, options);
      return isAsAll(own) ? pageOfAll(page, own) : { count: page.count, results: withOwn(page.episodes, own) };
    },
    async startAgain(caller, places, items) {
      const rows = places.map(({ episode }) => episode);
      const presented = await episodes(caller, rows);
      return places.map(({ offset, updatedAt }, index) => ({
        item: presentItemSummary(items[index]!, artUrl, clock.now()),
        episode: presented[index]!,
        offset,
        updated_at: updatedAt.toISOString(),
      }));
    },
    async episodeDetails(caller, found) {
      const rows = found.map(({ episode }) => episode);
      const presented = await episodes(caller, rows);
      return found.map(({ item, neighbours }, index) =>
        presentEpisodeDetail(presented[index]!, presentItemSummary(item, artUrl, clock.now()), item, neighbours),
      );
    },
  };
}
