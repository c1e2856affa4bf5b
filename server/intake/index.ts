/* The functions of this area that other areas may call. */
export { startMediaWorker } from './worker.ts';
export { createMediaOperations } from './operations.ts';
export { createMarkEditing } from './edit-marks.ts';
export { drawPicture, OWN_COLOR } from './drawn-pictures.ts';
export { createInbox } from './inbox/inbox.ts';
export { createUploads } from './inbox/uploads.ts';
export { inboxJobs } from './inbox/inbox-jobs.ts';
