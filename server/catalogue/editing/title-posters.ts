import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import { pictureUrls } from './clip-faces.ts';
import { listPosters } from './title-choices-store.ts';

/** Adds the addresses of posters to a list of the console; null for a row without a title. */
export type AddPosters = <Row extends object>(
  list: { readonly count: number; readonly results: readonly Row[] },
  titleIdOf: (row: Row) => number | null,
) => Promise<{ count: number; results: (Row & { poster: string | null })[] }>;

export const createAddPosters =
  (options: {
    db: Connection;
    clock: Clock;
    artUrl(path: string): string;
    draftArt: Pick<DraftArt, 'sign'>;
  }): AddPosters =>
  async ({ count, results }, titleIdOf) => {
    const { db, clock } = options;
    const ids = new Set(results.map(titleIdOf).filter((id) => id !== null));
    if (ids.size === 0) return { count, results: results.map((row) => ({ ...row, poster: null })) };
    const posters = await listPosters(db, [...ids]);
    const urlOf = await pictureUrls(db, [...posters.values()], { ...options, now: clock.now() });
    const posterOf = (id: number | null) => {
      const poster = id === null ? undefined : posters.get(id);
      return poster === undefined ? null : urlOf(poster);
    };
    return { count, results: results.map((row) => ({ ...row, poster: posterOf(titleIdOf(row)) })) };
  };
