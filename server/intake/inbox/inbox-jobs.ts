import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { ServiceJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { MediaStore } from '../../providers/media-store.ts';
import { createMediaOperations } from '../operations.ts';
import { createRunTool } from '../run-tool.ts';
import { findTools } from '../tools.ts';
import type { FindReader } from '../letters/find-reader.ts';
import type { ReadCells } from '../letters/read-cells.ts';
import { readingJob } from '../letters/read-subtitles.ts';
import { removeLostContents } from '../contents/contents-store.ts';
import { examineReceived } from './examine.ts';
import { createInbox } from './inbox.ts';
import { finishComplete, removeOldUploads } from './tidy.ts';
import { lookAtWatched } from './watch.ts';

/** A job and its content are stored together; a clip follows its job. */
const LOST_AFTER_MS = 86_400_000;

export interface InboxJobsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaFolder: string;
  mediaStore: MediaStore;
  /** The folder in which videos are looked for; undefined for none. */
  watchedFolder: string | undefined;
  /** Read letters of picture subtitles. */
  findReader: FindReader;
  readCells: ReadCells;
  /** Writes to the audit log in the name of the watched folder. */
  record: RecordChange;
}

/** Background jobs of the machines that have the media folder. */
export function inboxJobs(options: InboxJobsOptions): ServiceJob[] {
  const { db, clock, mediaFolder, watchedFolder } = options;
  const inbox = createInbox({
    ...options,
    media: createMediaOperations({ ...options, findTools, isOnlyWorker: false }),
    findTools,
    isWatching: watchedFolder !== undefined,
  });
  return [
    {
      name: 'examining files',
      everySeconds: 5,
      leaseSeconds: 60,
      longestSeconds: 120,
      async run({ signal }) {
        await finishComplete({ db, clock, mediaFolder });
        await examineReceived({ db, clock, mediaFolder, findRunTool: () => createRunTool(findTools()) }, signal);
        if (watchedFolder !== undefined && !signal.aborted) await inbox.startCertain();
      },
    },
    {
      name: 'removing old uploads',
      everySeconds: 600,
      leaseSeconds: 60,
      longestSeconds: 60,
      async run({ signal }) {
        await removeOldUploads({ db, clock, mediaFolder }, signal);
        await removeLostContents(db, new Date(clock.now().getTime() - LOST_AFTER_MS));
      },
    },
    readingJob(options),
    ...(watchedFolder === undefined ? [] : [watchedJob(options, watchedFolder)]),
  ];
}

const watchedJob = (options: InboxJobsOptions, folder: string): ServiceJob => ({
  name: 'looking at the watched folder',
  everySeconds: 10,
  leaseSeconds: 60,
  longestSeconds: 60,
  run: ({ signal }) => lookAtWatched({ ...options, folder }, signal),
});
