import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Finds a picture by its path, so that no process holds the paths of all pictures. */
export const artByPath: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists items_by_poster on items (poster)`,
      `create index if not exists items_by_wide on items (wide)`,
      `create index if not exists items_by_backdrop on items (backdrop)`,
      // The tile of a title is beside its wide picture (catalogue/art.ts).
      `create index if not exists items_by_tile on items ((regexp_replace(wide, '[^/]+$', 'tile.jpg')))`,
      `create index if not exists episodes_by_thumbnail on episodes (thumbnail)`,
    ]),
};
