import { sql } from 'kysely';
import type { LookKind } from '#contract/console/looks.ts';
import type { Connection } from '#server/db/open.ts';

/** A theme or a profile picture. */
export interface LookRow {
  id: number;
  name: string;
  /** Null for a profile picture. */
  description: string | null;
  path: string;
}

export async function listLookRows(db: Connection, kind: LookKind): Promise<LookRow[]> {
  const { rows } =
    kind === 'theme'
      ? await sql<LookRow>`
          select id, title as name, description, image as path from themes order by "position", id`.execute(db)
      : await sql<LookRow>`
          select id, name, null as description, path from profile_images order by "position", id`.execute(db);
  return rows;
}

/** Adds one behind all others. */
export async function insertLook(
  tx: Connection,
  kind: LookKind,
  { id, name, description, path }: LookRow,
): Promise<void> {
  if (kind === 'theme')
    await sql`insert into themes (id, title, description, image, "position")
      select ${id}, ${name}, ${description ?? ''}, ${path}, coalesce(max("position") + 1, 0) from themes`.execute(tx);
  else
    await sql`insert into profile_images (id, name, path, "position")
      select ${id}, ${name}, ${path}, coalesce(max("position") + 1, 0) from profile_images`.execute(tx);
}

export async function updateLook(
  tx: Connection,
  kind: LookKind,
  { id, name, description, path }: LookRow,
): Promise<void> {
  if (kind === 'theme')
    await tx
      .updateTable('themes')
      .set({ title: name, description: description ?? '', image: path })
      .where('id', '=', id)
      .execute();
  else await tx.updateTable('profile_images').set({ name, path }).where('id', '=', id).execute();
}

export async function deleteLook(tx: Connection, kind: LookKind, id: number): Promise<void> {
  await tx
    .deleteFrom(kind === 'theme' ? 'themes' : 'profile_images')
    .where('id', '=', id)
    .execute();
}

export async function placeLook(tx: Connection, kind: LookKind, id: number, position: number): Promise<void> {
  await tx
    .updateTable(kind === 'theme' ? 'themes' : 'profile_images')
    .set({ position })
    .where('id', '=', id)
    .execute();
}

export async function hasPlans(db: Connection): Promise<boolean> {
  return (await db.selectFrom('plans').select('id').limit(1).executeTakeFirst()) !== undefined;
}
