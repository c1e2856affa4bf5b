/* The functions of this area that other areas may call. */
export { accessOf, needsIdentity } from './access.ts';
export { isWithin, ratingsWithin } from './age-limit.ts';
export { tileOf, type Art } from './art.ts';
export { changeCatalogue } from './change-catalogue.ts';
export { clipFolderOf } from './format/clip-folder.ts';
export { withObjectParticle } from './hangul.ts';
export { clipOf, findTitleRecord } from './export-store.ts';
export { failInForm } from './edited-fields.ts';
export { hasTitles, recountRatings } from './import-store.ts';
export { compareNames } from './name-order.ts';
export { nextToWatch, resumeOffset } from './next-to-watch.ts';
export { changeMarks, findMarks, removeEpisode, saveEpisode } from './own-episodes.ts';
export { listTitlesAfter } from './publication-store.ts';
export { takeIds } from './ids-store.ts';
export { listUsersOfClip } from './title-record-store.ts';
export { averageOf, newUntil } from './present.ts';
export { findClip, findClipOfEpisode } from './store.ts';
export { trailersUntil } from './trailers.ts';
