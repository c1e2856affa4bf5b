import type { Connection } from '#server/db/open.ts';
import type { CatalogueTable } from '#server/catalogue/columns.ts';
import { CatalogueError } from '#server/catalogue/format/index.ts';
import type { CatalogueChanges } from '#server/catalogue/transfer/import-changes.ts';
import { listRemoving } from './stored-pictures-store.ts';

/** Columns with the path of a picture. */
const PICTURES: Partial<Record<CatalogueTable, readonly string[]>> = {
  items: ['poster', 'wide', 'backdrop'],
  episodes: ['thumbnail'],
  themes: ['image'],
  profile_images: ['path'],
};

/**
 * Refuses changes that begin to use a picture while a worker removes its files. They were there when the change was
 * checked.
 *
 * @param tx holds the lock of imports
 * @throws CatalogueError
 */
export async function checkPicturesStay(tx: Connection, changes: CatalogueChanges): Promise<void> {
  const removing = new Set(await listRemoving(tx));
  if (removing.size === 0) return;
  const problems = Object.entries(PICTURES).flatMap(([table, columns]) =>
    changes[table as CatalogueTable].upserted.flatMap((row) =>
      columns
        .filter((column) => removing.has(row[column] as string))
        .map((column) => ({
          record: `${table} ${String(row['id'])}`,
          field: column,
          message: `"${row[column] as string}" is being removed, because nothing used it for 30 days: choose another picture`,
          shown: '지우고 있는 그림이에요. 다른 그림을 골라 주세요.',
        })),
    ),
  );
  if (problems.length > 0) throw new CatalogueError(problems);
}
