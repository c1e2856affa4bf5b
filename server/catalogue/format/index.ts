/** The catalogue's only data format: records, how to read them, and the checks before an import. */
export { checkCatalogue, checkRecordFiles, playedInside, PLAYED_TRAILER } from './check.ts';
export { hasFile, isOwnFile, OWN_FOLDER, titlePathOf, type FileFolders } from './file-folders.ts';
export {
  CatalogueError,
  folderOf,
  parseRecords,
  readCatalogue,
  readRecords,
  recordLabel,
  type CatalogueProblem,
  type SourcedRecord,
} from './read.ts';
export { isForSale, offerAt, saleStateOf, type PlanSale, type ProductSale } from './sale.ts';
export {
  clipRecordSchema,
  episodeRecordSchema,
  isDownloadFile,
  productRecordSchema,
  recordSchema,
  titleRecordSchema,
  type AdvertisementRecord,
  type CatalogueRecord,
  type ClipRecord,
  type EpisodeRecord,
  type PlanRecord,
  type ProductRecord,
  type ProfileImageRecord,
  type ThemeRecord,
  type TitleRecord,
} from './records.ts';
