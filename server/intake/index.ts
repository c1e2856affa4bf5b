/* The functions of this area that other areas may call. */
export { startMediaWorker } from './worker.ts';
export { createMediaOperations } from './operations.ts';
export { createInbox } from './inbox/inbox.ts';
export { createUploads } from './inbox/uploads.ts';
export { inboxJobs } from './inbox/inbox-jobs.ts';
