import type { Preview } from '#contract/preview.ts';
import { writeDeepLink } from '#contract/rules/deep-link.ts';
import { hasHomeTiles } from '#contract/rules/home-tiles.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { tileOf, type Art } from '../catalogue/index.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { ItemBrief } from '../catalogue/store.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { Resume } from '#server/watching/playback/resume.ts';

const ROW_SIZE = 10;
/** Begun titles and notifications to look at: some have no picture, or are not shown to everybody in the room. */
const LOOKED_AT = 2 * ROW_SIZE;
/** An episode counts as new for so long, in seconds. */
const NEW_SECONDS = 14 * 24 * 3600;
/** The set must not show what a profile watched long ago. The app hands over new tiles whenever it runs. */
const VALID_SECONDS = 3 * 24 * 3600;
/** The television's home has no age limit. */
const NOT_FOR_EVERYBODY = '19';

export interface TileEpisode {
  readonly item: Pick<ItemBrief, 'name' | 'wide'>;
  readonly episode: Pick<EpisodeRow, 'id' | 'episode_num'>;
}

export interface OwnPreviewParts {
  readonly now: Date;
  readonly begun: readonly TileEpisode[];
  readonly fresh: readonly TileEpisode[];
  readonly artUrl: (path: string) => string;
}

/** The Smart Hub document of a profile. Each episode appears once, because each tile needs a distinct link. */
export function composeOwnPreview({ now, begun, fresh, artUrl }: OwnPreviewParts): Preview {
  const shown = new Set(begun.map(({ episode }) => episode.id));
  const rows = [
    ['이어보기', begun] as const,
    ['보던 작품의 새 에피소드', fresh.filter(({ episode }) => !shown.has(episode.id))] as const,
  ];
  return {
    expires: Math.floor(now.getTime() / 1000) + VALID_SECONDS,
    sections: rows
      .filter(([, tiles]) => tiles.length > 0)
      .map(([title, tiles], position) => ({
        title,
        position,
        tiles: tiles.slice(0, ROW_SIZE).map(({ item, episode }, place) => ({
          title: item.name,
          subtitle: episode.episode_num,
          image_ratio: '16by9' as const,
          image_url: artUrl(tileOf(item.wide)),
          action_data: writeDeepLink({ episode: episode.id }),
          is_playable: true,
          position: place,
        })),
      })),
  };
}

/** Tiles of a profile without secrets: names, pictures and episode ids. */
export function createOwnPreview(options: {
  clock: Clock;
  catalogue: Catalogue;
  resume: Pick<Resume, 'list' | 'listOffsets'>;
  notifications: Pick<Notifications, 'list'>;
  findHidden: (caller: ProfileCaller) => Promise<ReadonlySet<number>>;
  artUrl: (path: string) => string;
  art: Pick<Art, 'hasFile'>;
}): (caller: ProfileCaller) => Promise<Preview> {
  const { clock, catalogue, resume, notifications, findHidden, artUrl, art } = options;

  const pictured = async <T extends { item: ItemBrief }>(found: readonly T[]): Promise<T[]> => {
    const forAll = found.filter(({ item }) => item.content_rating !== NOT_FOR_EVERYBODY);
    const have = await Promise.all(forAll.map(({ item }) => art.hasFile(tileOf(item.wide))));
    return forAll.filter((_one, index) => have[index]);
  };

  const listFresh = async (caller: ProfileCaller) => {
    const [snapshot, hidden, { results }] = await Promise.all([
      catalogue.current(caller),
      findHidden(caller),
      notifications.list(caller, { limit: LOOKED_AT, offset: 0 }),
    ]);
    const since = clock.now().getTime() - NEW_SECONDS * 1000;
    const told = results.flatMap(({ row, item }) =>
      row.kind === 'new_episode' && item && !hidden.has(item.id) && row.created_at.getTime() >= since
        ? [{ item, episodeId: row.episode_id }]
        : [],
    );
    const found = await Promise.all(
      told.map(async ({ item, episodeId }) => {
        const episode = episodeId === null ? undefined : await snapshot.episode(item.id, episodeId);
        return episode ? [{ item, episode }] : [];
      }),
    );
    const seen = await resume.listOffsets(
      caller,
      found.flat().map(({ episode }) => episode.id),
    );
    return found.flat().filter(({ episode }) => !seen.has(episode.id));
  };

  return async (caller) => {
    const { max_rating, pin_hash } = caller.profile;
    const now = clock.now();
    if (!hasHomeTiles({ max_rating, has_pin: pin_hash !== null }))
      return composeOwnPreview({ now, begun: [], fresh: [], artUrl });
    const [{ points }, news] = await Promise.all([
      resume.list(caller, { sorting: 'recent', limit: LOOKED_AT, offset: 0 }),
      listFresh(caller),
    ]);
    const [begun, fresh] = await Promise.all([pictured(points), pictured(news)]);
    return composeOwnPreview({ now, begun: begun.slice(0, ROW_SIZE), fresh, artUrl });
  };
}
