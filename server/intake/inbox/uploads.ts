import { open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server, Upload } from '@tus/server';
import { uploadMetadataSchema, UPLOADS_PATH, type InboxKind } from '#contract/console/inbox.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf, ServiceError, toOverload, type FailureCode } from '../../lib/fail.ts';
import type { FailureLog } from '../../lib/failure-log.ts';
import { createLastingFolder } from '../../lib/lasting-folder.ts';
import type { Random } from '../../lib/random.ts';
import { freeBytesOf } from '../disk.ts';
import { makeFolder, uploadPathOf, uploadsFolderOf, UUID } from '../media-folder.ts';
import { RESERVED_BYTES } from '../rules.ts';
import { judgeUpload, MOST_WAITING, type Refusal } from './file-rules.ts';
import { changeFile, findFile, insertFile, sumWaiting } from './store.ts';
import { createUploadLocks } from './upload-locks.ts';

/** Time for an older request to write what it has received, after a newer one has come for the same upload. */
const DRAIN_MS = 500;

/** The sender of a request. */
export interface Uploader {
  email: string;
  record: RecordChange;
}

export interface UploadsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  mediaFolder: string;
  failures: Pick<FailureLog, 'report'>;
  freeBytes?: (folder: string) => Promise<number>;
}

export interface Uploads {
  /** Answers a request of the tus protocol whose sender has been checked. */
  handle(request: IncomingMessage, response: ServerResponse, uploader: Uploader): Promise<void>;
  /** Ends a request that writes to the upload, then runs `work`, during which no other request writes to it. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>;
}

/** How the library takes a failure. */
interface TusFailure {
  status_code: number;
  body: string;
}

const failureOf = (code: FailureCode, message = messageOf(code)): TusFailure => ({
  status_code: new ServiceError(code).status,
  body: JSON.stringify({ code, message }),
});

const isRefusal = (judged: { path: string; kind: InboxKind } | Refusal): judged is Refusal => 'code' in judged;

const isTusFailure = (error: unknown): error is TusFailure =>
  typeof error === 'object' && error !== null && 'status_code' in error && 'body' in error;

interface Begun {
  path: string;
  kind: InboxKind;
  modifiedAt: Date | null;
  uploader: Uploader;
}

/** A file for each upload, named by the id of its row. The row has what the protocol asks about it. */
class UploadStore extends FileStore {
  private readonly checkRoom: () => Promise<void>;
  private readonly onPart: (id: string) => Promise<void>;

  constructor(
    options: ConstructorParameters<typeof FileStore>[0],
    { checkRoom, onPart }: { checkRoom(): Promise<void>; onPart(id: string): Promise<void> },
  ) {
    super(options);
    this.extensions = ['creation', 'creation-with-upload'];
    this.checkRoom = checkRoom;
    this.onPart = onPart;
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await rm(`${this.directory}/${upload.id}`, { force: true });
      throw error;
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    await this.checkRoom();
    try {
      return await super.write(readable, id, offset);
    } catch (error) {
      // The library hides the cause, so the free space tells a full disk from other failures.
      await this.checkRoom();
      throw error;
    } finally {
      await this.onPart(id);
    }
  }
}

export function createUploads(options: UploadsOptions): Uploads {
  const { db, transact, clock, random, mediaFolder, failures, freeBytes = freeBytesOf } = options;
  const folder = uploadsFolderOf(mediaFolder);
  const openMediaFolder = createLastingFolder(mediaFolder);
  const locker = createUploadLocks();
  const uploaders = new WeakMap<IncomingMessage, Uploader>();
  const begun = new WeakMap<Upload, Begun>();

  const checkRoom = async () => {
    if ((await freeBytes(folder)) < RESERVED_BYTES) throw failureOf('DISK_FULL');
  };

  /** Room for this upload beside all others that are under way. */
  const checkRoomFor = async (bytes: number) => {
    const { count, unfinished } = await sumWaiting(db);
    if (count >= MOST_WAITING)
      throw failureOf('FILE_REFUSED', '기다리는 파일이 너무 많아요. 먼저 시작하거나 지워 주세요.');
    let expected = bytes;
    for (const { id, bytes: whole } of unfinished) {
      const file = await open(uploadPathOf(mediaFolder, id)).catch(() => undefined);
      const has = (await file?.stat())?.size ?? 0;
      await file?.close();
      expected += Math.max(0, whole - has);
    }
    if ((await freeBytes(folder)) < expected + RESERVED_BYTES) throw failureOf('DISK_FULL');
  };

  const openServer = (): Server => {
    const store = new UploadStore(
      {
        directory: folder,
        configstore: {
          async get(id) {
            const row = UUID.test(id) ? await findFile(db, id) : undefined;
            return row?.origin === 'upload'
              ? new Upload({ id, size: row.bytes, offset: 0, creation_date: row.created_at.toISOString() })
              : undefined;
          },
          async set(id, upload) {
            const { path, kind, modifiedAt, uploader } = begun.get(upload)!;
            const bytes = upload.size!;
            await transact(async (tx) => {
              await insertFile(tx, {
                id,
                origin: 'upload',
                kind,
                path,
                location: null,
                bytes,
                modified_at: modifiedAt,
                uploaded_by: uploader.email,
                created_at: clock.now(),
              });
              await uploader.record(tx, {
                action: 'media.upload',
                subject: { kind: 'inbox-file', id },
                before: null,
                after: { path, bytes },
              });
            });
          },
          delete: () => Promise.resolve(),
        },
      },
      {
        checkRoom,
        async onPart(id) {
          await changeFile(db, id, 'receiving', { changed_at: clock.now() });
        },
      },
    );
    return new Server({
      path: UPLOADS_PATH,
      datastore: store,
      locker,
      lockDrainTimeout: DRAIN_MS,
      generateUrl: (_, { id }) => `${UPLOADS_PATH}${id}/`,
      getFileIdFromRequest: (_, last) => (last !== undefined && UUID.test(last) ? last : undefined),
      allowedOrigins: () => false,
      namingFunction: () => random.uuid(),
      async onUploadCreate(request, upload) {
        const metadata = uploadMetadataSchema.safeParse(upload.metadata ?? {});
        if (!metadata.success || upload.size === undefined) throw failureOf('VALIDATION_FAILED');
        const judged = judgeUpload(metadata.data.path, upload.size);
        if (isRefusal(judged)) throw failureOf(judged.code, judged.shown);
        await checkRoomFor(upload.size);
        const { modified_at: modifiedAt } = metadata.data;
        begun.set(upload, {
          ...judged,
          modifiedAt: modifiedAt === undefined ? null : new Date(modifiedAt),
          uploader: uploaders.get(request.runtime!.node!.req as IncomingMessage)!,
        });
        return {};
      },
      async onUploadFinish(_, { id }) {
        const file = await open(uploadPathOf(mediaFolder, id), 'r+');
        await file.sync().finally(() => file.close());
        await changeFile(db, id, 'receiving', { state: 'received', changed_at: clock.now() });
        return {};
      },
      onResponseError(_, error) {
        if (isTusFailure(error)) return undefined;
        const overload = toOverload(error);
        if (overload) return failureOf(overload.code);
        failures.report('uploads', error);
        return failureOf('INTERNAL');
      },
    });
  };
  let server: Server | undefined;

  return {
    async handle(request, response, uploader) {
      uploaders.set(request, uploader);
      try {
        // The library makes the folder in the background, and ends the process if it cannot.
        await openMediaFolder();
        await makeFolder(folder);
      } catch (error) {
        failures.report('uploads', error);
        const { status_code: status, body } = failureOf('INTERNAL');
        response
          .writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
          .end(body);
        return;
      }
      server ??= openServer();
      await server.handle(request, response);
    },
    async alone(id, work) {
      const lock = locker.newLock(id);
      await lock.lock(new AbortController().signal, () => undefined);
      try {
        return await work();
      } finally {
        await lock.unlock();
      }
    },
  };
}
