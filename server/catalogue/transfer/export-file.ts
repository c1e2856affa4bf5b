import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import type { Connection } from '#server/db/open.ts';
import { exportCatalogue } from './export-catalogue.ts';

/**
 * Writes records as lines to a temporary file, and renames it when complete.
 *
 * @param onRecord called with the number of records so far
 * @returns how many records the file has
 */
export async function writeRecordFile(
  path: string,
  writeAll: (write: (record: CatalogueRecord) => Promise<void>) => Promise<void>,
  onRecord: (written: number) => void = () => undefined,
): Promise<number> {
  const part = `${path}.part`;
  const file = createWriteStream(part);
  await once(file, 'open');
  let written = 0;
  try {
    await writeAll(async (record) => {
      if (!file.write(`${JSON.stringify(record)}\n`)) await once(file, 'drain');
      onRecord((written += 1));
    });
    file.end();
    await once(file, 'finish');
  } catch (error) {
    file.destroy();
    await rm(part, { force: true });
    throw error;
  }
  await rename(part, path);
  return written;
}

/** What commands ask about the catalogue as a whole. */
export interface CatalogueOperations {
  /** Writes the catalogue to a file of this machine; viewers of the embedded database wait for it. */
  exportTo(path: string): Promise<{ cnt_record: number }>;
}

export const createCatalogueOperations = ({ db }: { db: Connection }): CatalogueOperations => ({
  exportTo: async (path) => ({
    cnt_record: await writeRecordFile(path, (write) => exportCatalogue(db, write)),
  }),
});
