import type { HomeRow } from '#contract/home.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { ratingsUpTo } from '../catalogue/age-limit.ts';
import type { Presenter } from '../catalogue/presenter.ts';
import { listItems, listNeighbours, listNewestEpisodes, listThemes, type ItemRow } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Resume } from '../playback/resume.ts';
import { koreanWeekday } from './korean-day.ts';
import { listMostWatched } from './store.ts';

const BILLBOARD_SIZE = 5;
const RANKING_SIZE = 10;
const ROW_SIZE = 20;
const RANKING_SINCE_MS = 7 * 24 * 3600_000;
/** A home screen with fewer rows looks empty (issue of the house: at least five). */
const FEWEST_ROWS = 5;

export interface HomeRows {
  list(caller: ProfileCaller): Promise<HomeRow[]>;
}

export function createHomeRows(options: {
  db: Connection;
  clock: Clock;
  titles: Titles;
  resume: Resume;
  present: Presenter;
}): HomeRows {
  const { db, clock, titles, resume, present } = options;

  const itemsRow = (id: string, title: string, rows: readonly ItemRow[]): HomeRow[] =>
    rows.length === 0
      ? []
      : [{ id, kind: 'items', title, results: rows.map((row) => present.itemSummary(row)), more: null }];

  const billboard = async (caller: ProfileCaller, allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const rows = await listItems(db, { allowed, sorting: 'recent', limit: BILLBOARD_SIZE }, clock.now());
    const mine = await titles.listMine(
      caller,
      rows.map(({ id }) => id),
    );
    const results = rows.map((row, index) => present.item(row, mine[index]!));
    return results.length === 0 ? [] : [{ id: 'billboard', kind: 'billboard', title: '추천', results, more: null }];
  };

  const startAgain = async (caller: ProfileCaller, allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const now = clock.now();
    const places = (await resume.list(caller.profile.id, { allowed })).slice(0, ROW_SIZE);
    if (places.length === 0) return [];
    const items = await listItems(
      db,
      { allowed, ids: places.map(({ episode }) => episode.item_id), limit: ROW_SIZE },
      now,
    );
    const byId = new Map(items.map((item) => [item.id, item]));
    const episodes = await present.episodes(
      caller,
      places.map(({ episode }) => episode),
      { withOffsets: true },
    );
    const results = places.flatMap(({ offset, updatedAt }, index) => {
      const episode = episodes[index]!;
      const item = byId.get(episode.item_id);
      if (!item) return [];
      return [{ item: present.itemSummary(item), episode, offset, updated_at: updatedAt.toISOString() }];
    });
    return [{ id: 'start_again', kind: 'start_again', title: '이어서 보기', results, more: null }];
  };

  const today = async (allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const now = clock.now();
    const rows = await listItems(db, { allowed, weekday: koreanWeekday(now), limit: ROW_SIZE }, now);
    return itemsRow('today', '오늘 업데이트', rows);
  };

  /** The most watched of the last seven days; where too few were watched, the best rated fill up. */
  const ranking = async (allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const now = clock.now();
    const watched = await listMostWatched(db, new Date(now.getTime() - RANKING_SINCE_MS), 5 * RANKING_SIZE);
    const rows = await listItems(db, { allowed, ids: watched, limit: 5 * RANKING_SIZE }, now);
    const others = await listItems(db, { allowed, sorting: 'rating', limit: 2 * RANKING_SIZE }, now);
    const seen = new Set(rows.map(({ id }) => id));
    const results = [...rows, ...others.filter(({ id }) => !seen.has(id))]
      .slice(0, RANKING_SIZE)
      .map((row) => present.itemSummary(row));
    return results.length === 0 ? [] : [{ id: 'ranking', kind: 'ranking', title: '인기 순위', results, more: null }];
  };

  const newEpisodes = async (caller: ProfileCaller, allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const now = clock.now();
    const rows = await listNewestEpisodes(db, { allowed, limit: ROW_SIZE }, now);
    const neighbours = await listNeighbours(db, rows, now);
    const ids = rows.map(({ item_id: id }) => id);
    const items = new Map((await listItems(db, { allowed, ids, limit: ROW_SIZE }, now)).map((item) => [item.id, item]));
    const found = rows.flatMap((episode) => {
      const item = items.get(episode.item_id);
      const around = neighbours.get(episode.id);
      return item && around ? [{ episode, item, neighbours: around }] : [];
    });
    return [
      {
        id: 'new_episodes',
        kind: 'episodes',
        title: '새로 올라온 에피소드',
        results: await present.episodeDetails(caller, found),
        more: null,
      },
    ];
  };

  const themes = async (allowed: readonly ContentRating[]): Promise<HomeRow[]> => {
    const found = await listThemes(db, { allowed });
    const rows = await Promise.all(
      found.map(async (theme) => {
        const items = await listItems(db, { allowed, themeId: theme.id, limit: ROW_SIZE }, clock.now());
        return itemsRow(`theme-${theme.id}`, theme.title, items);
      }),
    );
    if (found.length === 0) return [];
    const results = found.map((theme) => present.theme(theme));
    return [...rows.flat(), { id: 'themes', kind: 'themes', title: '테마별로 보기', results, more: null }];
  };

  /** Rows by genre, for a catalogue whose themes fill too little. */
  const genres = async (allowed: readonly ContentRating[], count: number): Promise<HomeRow[]> => {
    if (count <= 0) return [];
    const items = await listItems(db, { allowed, limit: 10 * ROW_SIZE }, clock.now());
    const names = [...new Set(items.flatMap((item) => item.genres))];
    return names
      .slice(0, count)
      .flatMap((name) =>
        itemsRow(`genre-${name}`, name, items.filter((item) => item.genres.includes(name)).slice(0, ROW_SIZE)),
      );
  };

  return {
    async list(caller) {
      const allowed = ratingsUpTo(caller.profile.max_rating);
      const rows = [
        ...(await billboard(caller, allowed)),
        ...(await startAgain(caller, allowed)),
        ...(await today(allowed)),
        ...(await ranking(allowed)),
        ...(await newEpisodes(caller, allowed)),
        ...(await themes(allowed)),
      ].filter((row) => row.results.length > 0);
      return [...rows, ...(await genres(allowed, FEWEST_ROWS - rows.length))];
    },
  };
}
