import type { FastifyInstance } from 'fastify';
import { createRecord } from '#server/staff/audit/index.ts';
import { createBackupOperations } from '#server/backup/index.ts';
import { createTitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createCatalogueOperations } from '#server/catalogue/transfer/export-file.ts';
import { createJobOperations } from '#server/jobs/operations.ts';
import {
  createConvertApart,
  createReadPicturesApart,
  createFindReader,
  createMediaOperations,
  createSoundEditing,
  createTrackEditing,
  readGiven,
} from '#server/intake/index.ts';
import { subtitlePicturesProgram, subtitleProgram } from './folders.ts';
import { findTools } from '#server/intake/tools.ts';
import { createTransact, type Connection, type Database } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import type { Operations } from '#server/console/operator/operations.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { endUncovered } from '#server/watching/playback/index.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import { createJoining } from '#server/accounts/index.ts';
import { insertFirstProfile } from '#server/profiles/index.ts';
import { createReviewOperations } from '#server/reviews/index.ts';
import { createSupportOperations } from '#server/shop/index.ts';
import { listenForOperators, type OperatorSocket } from '#server/console/operator/socket.ts';
import { operatorSocketIn } from '#server/console/operator/socket-path.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { createStaffOperations, createTellStaff } from '#server/staff/index.ts';

interface OperationsOptions {
  /** With the timeouts that suit the caller. */
  db: Connection;
  /** Copies of the embedded database. */
  copies: Database['copies'];
  clock: Clock;
  random: Random;
  catalogueFolder: string;
  mediaFolder: string;
  mediaStore: MediaStore;
  /** Only this machine works on videos. */
  isOnlyWorker: boolean;
  /** Keys of protected clips; undefined to protect none. */
  clipKeys?: ClipKeys | undefined;
  /** Whether viewers can prove their age. */
  hasAgeProof: boolean;
  /** Start of the links for staff. */
  publicUrl(): string;
  /** False for a database that is older than the audit log. Default: true. */
  hasAuditLog?: boolean;
}

/** All that operators' commands work with. */
export function createOperations(options: OperationsOptions): Operations {
  const shared = { ...options, transact: createTransact(options.db) };
  const { db, transact, copies, clock, random, catalogueFolder, mediaStore, publicUrl, hasAuditLog = true } = shared;
  const recordAs = (name: 'operate' | 'titles' | 'media') =>
    hasAuditLog ? createRecord({ clock, random }, { kind: 'command', name }) : () => Promise.resolve();
  const tracks = createTrackEditing({
    ...shared,
    signer: undefined,
    convert: createConvertApart(subtitleProgram),
    readPictures: createReadPicturesApart(subtitlePicturesProgram),
    findReader: createFindReader(),
    record: recordAs('media'),
  });
  return {
    titles: createTitleOperations({ db, transact, clock, catalogueFolder, mediaStore, record: recordAs('titles') }),
    media: createMediaOperations({ ...shared, findTools, record: recordAs('media') }),
    tracks: { ...tracks, read: readGiven },
    sounds: createSoundEditing({ ...shared, record: recordAs('media'), show: tracks.show }),
    reviews: createReviewOperations({ ...shared, record: recordAs('operate') }),
    support: createSupportOperations({ ...shared, endUncovered, record: recordAs('operate') }),
    staff: createStaffOperations({
      db,
      transact,
      clock,
      random,
      publicUrl,
      record: recordAs('operate'),
      actor: 'bora operate',
      // A worker sends them.
      tell: createTellStaff({ clock, putMail: createPutMail({ clock, random }) }),
    }),
    accounts: createJoining({
      db,
      transact,
      clock,
      random,
      // A worker sends them.
      outbox: { put: createPutMail({ clock, random }), wake: () => undefined },
      record: recordAs('operate'),
      onSignUp: (tx, account, name) => insertFirstProfile(tx, account, random.uuid(), name),
    }),
    jobs: createJobOperations({ transact, clock, record: recordAs('operate') }),
    catalogue: createCatalogueOperations({ db }),
    backup: createBackupOperations({ copies, transact, random, record: recordAs('operate') }),
  };
}

/**
 * Listens for operators' commands in the data folder, so that they need not stop the server that has the embedded database
 * open. The service runs without it: a socket that cannot be opened is logged.
 */
export async function openOperatorSocket(
  app: FastifyInstance,
  options: Omit<OperationsOptions, 'db' | 'copies' | 'isOnlyWorker'> & { database: Database; dataDir: string },
): Promise<OperatorSocket | undefined> {
  const path = operatorSocketIn(options.dataDir);
  if (path === undefined) {
    app.log.warn('The data folder cannot have a socket: commands for titles and videos need the server to be stopped.');
    return undefined;
  }
  try {
    return await listenForOperators({
      path,
      operations: createOperations({
        ...options,
        db: options.database.kysely,
        copies: options.database.copies,
        isOnlyWorker: true,
      }),
      onCall: (call) => app.log.info(call, 'operator call'),
      onFailure: (error) => app.failures.report('operator socket', error),
    });
  } catch (error) {
    app.failures.report('operator socket', error);
    return undefined;
  }
}
