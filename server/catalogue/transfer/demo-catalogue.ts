import { checkCatalogue, readCatalogue, type CatalogueRecord } from '#server/catalogue/format/index.ts';

const idOf = ({ id }: CatalogueRecord) => (typeof id === 'number' ? id : 0);

/**
 * Reads and checks the demo catalogue, in the order of ids, which is the default order of lists.
 * @throws CatalogueError that names every invalid record and field.
 */
export async function readDemoCatalogue(folder: string): Promise<CatalogueRecord[]> {
  const read = await readCatalogue(folder);
  await checkCatalogue(read, { folder });
  return read.map(({ record }) => record).sort((one, other) => idOf(one) - idOf(other));
}
