import type { Episode, EpisodeDetail, Item, ItemSummary, StartAgain, Theme } from '#contract/catalogue.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Resume, ResumePlace } from '../playback/resume.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { ListRights } from '../shop/rights.ts';
import { accessOf } from './access.ts';
import { presentEpisode, presentEpisodeDetail, presentItem, presentItemSummary, presentTheme } from './present.ts';
import type { CountedThemeRow, ItemRow, Neighbours } from './store.ts';

/** An episode with what stands around it. */
export interface FoundEpisode {
  episode: EpisodeRow;
  item: ItemRow;
  neighbours: Neighbours;
}

/** Rows of the catalogue as the contract's shapes, for one caller. */
export interface Presenter {
  itemSummary(row: ItemRow): ItemSummary;
  item(row: ItemRow, my: Item['my']): Item;
  theme(row: CountedThemeRow): Theme;
  episodes(caller: ProfileCaller, rows: readonly EpisodeRow[], options: { withOffsets: boolean }): Promise<Episode[]>;
  episodeDetails(caller: ProfileCaller, found: readonly FoundEpisode[]): Promise<EpisodeDetail[]>;
  /** @param items the titles of the places, in the same order. */
  startAgain(caller: ProfileCaller, places: readonly ResumePlace[], items: readonly ItemRow[]): Promise<StartAgain[]>;
}

export function createPresenter({
  artUrl,
  clock,
  resume,
  listRights,
}: {
  artUrl: ArtUrl;
  clock: Clock;
  resume: Resume;
  listRights: ListRights;
}): Presenter {
  const episodes: Presenter['episodes'] = async ({ account, profile }, rows, { withOffsets }) => {
    const membership = membershipOf(account, clock.now());
    const ids = rows.map(({ id }) => id);
    const rights =
      rows.length > 0
        ? await listRights(
            account.id,
            rows.map((row) => row.item_id),
          )
        : [];
    const offsets = withOffsets && ids.length > 0 ? await resume.listOffsets(profile.id, ids) : new Map();
    return rows.map((row) =>
      presentEpisode(
        row,
        accessOf(row, membership, rights),
        withOffsets ? (offsets.get(row.id) ?? null) : undefined,
        artUrl,
      ),
    );
  };

  return {
    itemSummary: (row) => presentItemSummary(row, artUrl, clock.now()),
    item: (row, my) => presentItem(row, my, artUrl, clock.now()),
    theme: (row) => presentTheme(row, artUrl),
    episodes,
    async startAgain(caller, places, items) {
      const rows = places.map(({ episode }) => episode);
      const presented = await episodes(caller, rows, { withOffsets: true });
      return places.map(({ offset, updatedAt }, index) => ({
        item: presentItemSummary(items[index]!, artUrl, clock.now()),
        episode: presented[index]!,
        offset,
        updated_at: updatedAt.toISOString(),
      }));
    },
    async episodeDetails(caller, found) {
      const rows = found.map(({ episode }) => episode);
      const presented = await episodes(caller, rows, { withOffsets: true });
      return found.map(({ item, neighbours }, index) =>
        presentEpisodeDetail(
          presented[index]!,
          presentItemSummary(item, artUrl, clock.now()),
          item.series_id,
          neighbours,
        ),
      );
    },
  };
}
