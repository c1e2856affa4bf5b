import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { DraftArt } from '#server/catalogue/pictures/draft-art.ts';
import { pictureUrls } from './clip-faces.ts';
import { listPosters } from './title-choices-store.ts';

/** Addresses of the posters of titles, for tables of the console. */
export type FindPosters = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

export const createFindPosters =
  (options: {
    db: Connection;
    clock: Clock;
    artUrl(path: string): string;
    draftArt: Pick<DraftArt, 'sign'>;
  }): FindPosters =>
  async (ids) => {
    const { db, clock } = options;
    if (ids.length === 0) return new Map();
    const posters = await listPosters(db, ids);
    const urlOf = await pictureUrls(db, [...posters.values()], { ...options, now: clock.now() });
    return new Map([...posters].map(([id, poster]) => [id, urlOf(poster)]));
  };
