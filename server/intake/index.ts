/* The functions of this area that other areas may call. */
export { startMediaWorker } from './worker.ts';
export { createMediaOperations } from './operations.ts';
export { createMarkEditing } from './edit-marks.ts';
export { createStyleChoices } from './drawings/choose-styles.ts';
export { createSoundEditing } from './sounds/sound-editing.ts';
export { createTrackEditing } from './tracks/track-editing.ts';
export { createFindReader } from './letters/find-reader.ts';
export { createReadCells } from './letters/read-cells.ts';
export { createReadingEditing } from './letters/reading-editing.ts';
export { readGiven } from './tracks/read-given.ts';
export { createConvertApart } from './tracks/convert-apart.ts';
export { createReadPicturesApart } from './tracks/pictures-apart.ts';
export { drawPicture, OWN_COLOR } from './drawn-pictures.ts';
export { createInbox } from './inbox/inbox.ts';
export { createKnownTitles } from './inbox/known-titles.ts';
export { createLoneSubtitles } from './inbox/lone-subtitle.ts';
export { createUploads } from './inbox/uploads.ts';
export { inboxJobs } from './inbox/inbox-jobs.ts';
