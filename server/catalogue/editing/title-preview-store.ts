import type { Selectable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { EpisodeRow, ItemsTable } from '#server/db/tables.ts';

/** A stored title, published or not. */
export const findItemRow = (db: Connection, id: number): Promise<Selectable<ItemsTable> | undefined> =>
  db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirst();

/** All episodes of a title, the oldest first. */
export const listEpisodeRows = (db: Connection, itemId: number): Promise<EpisodeRow[]> =>
  db.selectFrom('episodes').selectAll().where('item_id', '=', itemId).orderBy('order').execute();
