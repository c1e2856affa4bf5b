import { checkCatalogue } from '#catalogue/check.ts';
import type { CatalogueRecord } from '#catalogue/format.ts';
import { readCatalogue } from '#catalogue/read.ts';

const idOf = ({ id }: CatalogueRecord) => (typeof id === 'number' ? id : 0);

/**
 * The demo catalogue, read and checked, in the order of its ids: the order of lists that nothing else orders.
 * @throws CatalogueError that names every record and field that is wrong.
 */
export async function readDemoCatalogue(folder: string): Promise<CatalogueRecord[]> {
  const read = await readCatalogue(folder);
  await checkCatalogue(read, { folder });
  return read.map(({ record }) => record).sort((one, other) => idOf(one) - idOf(other));
}
