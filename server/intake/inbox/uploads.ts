import { open, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { ERRORS, Server, Upload } from '@tus/server';
import { uploadMetadataSchema, UPLOADS_PATH, type InboxKind } from '#contract/console/inbox.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { lockSetting } from '#server/settings/index.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf, ServiceError, toOverload, type FailureCode } from '../../lib/fail.ts';
import type { FailureLog } from '../../lib/failure-log.ts';
import { createLastingFolder } from '../../lib/lasting-folder.ts';
import type { Random } from '../../lib/random.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { DISK_WITHIN_MS, freeBytesOf } from '../disk.ts';
import { makeFolder, uploadPathOf, uploadsFolderOf, UUID } from '../media-folder.ts';
import { RESERVED_BYTES } from '../rules.ts';
import { judgeUpload, MOST_WAITING, type Refusal } from './file-rules.ts';
import { changeFile, findFile, insertFile, sumWaiting } from './store.ts';
import { createUploadLocks } from './upload-locks.ts';

/** Time for an older request to write what it has received, after a newer one has come for the same upload. */
const DRAIN_MS = 500;

/** Bytes of one request after which the room is looked at again: a request may send a whole film. */
const LOOK_EVERY_BYTES = 64 * 1024 ** 2;
/** Held while an upload begins, so that those that begin at once are not promised the same room. */
const LOCK = 'uploads';

interface Disk {
  free: number;
  /** Bytes of each upload that is under way. */
  received: ReadonlyMap<string, number>;
}

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

/** Failures of the library by their status, which clients of the protocol read. */
const CODES: Readonly<Record<number, FailureCode>> = {
  404: 'NOT_FOUND',
  409: 'CHANGED_MEANWHILE',
  410: 'NOT_FOUND',
  413: 'FILE_TOO_LARGE',
  423: 'OVERLOADED',
};

/** Answers every failure as the other calls of the console do; the library has sentences in plain text. */
class UploadServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('content-type', 'application/json; charset=utf-8');
    const isOwn = body.startsWith('{');
    return super.write(context, headers, status, isOwn ? body : failureOf(CODES[status] ?? 'VALIDATION_FAILED').body);
  }
}

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
  /** While bytes come: keeps the upload from being removed as an abandoned one. */
  private readonly onBytes: (id: string) => Promise<void>;

  constructor(
    options: ConstructorParameters<typeof FileStore>[0],
    { checkRoom, onBytes }: { checkRoom(): Promise<void>; onBytes(id: string): Promise<void> },
  ) {
    super(options);
    this.extensions = ['creation', 'creation-with-upload'];
    this.checkRoom = checkRoom;
    this.onBytes = onBytes;
  }

  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      await rm(`${this.directory}/${upload.id}`, { force: true });
      throw error;
    }
  }

  private async *whileThereIsRoom(bytes: AsyncIterable<Buffer>, id: string): AsyncGenerator<Buffer> {
    let unseen = 0;
    for await (const piece of bytes) {
      unseen += piece.length;
      if (unseen >= LOOK_EVERY_BYTES) {
        await this.checkRoom();
        await this.onBytes(id);
        unseen = 0;
      }
      yield piece;
    }
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    await this.checkRoom();
    await this.onBytes(id);
    try {
      return await super.write(Readable.from(this.whileThereIsRoom(readable, id)), id, offset);
    } finally {
      await this.onBytes(id);
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
    if ((await withTimeout(DISK_WITHIN_MS, freeBytes(folder))) < RESERVED_BYTES) throw failureOf('DISK_FULL');
  };

  /** What the disk has, and how much of each upload under way: read before the lock, because a disk may be slow. */
  const measureDisk = async (): Promise<Disk> => {
    const received = new Map<string, number>();
    for (const { id } of (await sumWaiting(db)).unfinished) {
      const { size } = await stat(uploadPathOf(mediaFolder, id)).catch(() => ({ size: 0 }));
      received.set(id, size);
    }
    return { free: await freeBytes(folder), received };
  };

  /** Room for this upload beside all others that are under way; one that began after the measuring counts whole. */
  const checkRoomFor = async (tx: Connection, { free, received }: Disk, bytes: number) => {
    const { count, unfinished } = await sumWaiting(tx);
    if (count >= MOST_WAITING)
      throw failureOf('FILE_REFUSED', '기다리는 파일이 너무 많아요. 먼저 시작하거나 지워 주세요.');
    const expected = unfinished.reduce(
      (sum, { id, bytes: whole }) => sum + Math.max(0, whole - (received.get(id) ?? 0)),
      bytes,
    );
    if (free < expected + RESERVED_BYTES) throw failureOf('DISK_FULL');
  };

  const uploaderOf = ({ runtime }: { runtime?: { node?: { req: unknown } } }) =>
    uploaders.get(runtime!.node!.req as IncomingMessage)!;

  /** Another member may continue an upload, and the log must not say that all of it came from the first. */
  const noteSender = async (id: string, { email, record }: Uploader) => {
    const row = await findFile(db, id);
    if (row?.state !== 'receiving' || row.uploaded_by === email) return;
    await transact(async (tx) => {
      if (!(await changeFile(tx, id, 'receiving', { uploaded_by: email }))) return;
      await record(tx, {
        action: 'media.upload',
        subject: { kind: 'inbox-file', id },
        before: { uploaded_by: row.uploaded_by },
        after: { uploaded_by: email, path: row.path, bytes: row.bytes },
      });
    });
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
            const disk = await withTimeout(DISK_WITHIN_MS, measureDisk()).catch((error: unknown) => {
              failures.report('uploads', error);
              throw failureOf('OVERLOADED');
            });
            await transact(async (tx) => {
              await lockSetting(tx, LOCK, '');
              await checkRoomFor(tx, disk, bytes);
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
        async onBytes(id) {
          await changeFile(db, id, 'receiving', { changed_at: clock.now() });
        },
      },
    );
    return new UploadServer({
      path: UPLOADS_PATH,
      datastore: store,
      locker,
      lockDrainTimeout: DRAIN_MS,
      generateUrl: (_, { id }) => `${UPLOADS_PATH}${id}/`,
      getFileIdFromRequest: (_, last) => (last !== undefined && UUID.test(last) ? last : undefined),
      allowedOrigins: () => false,
      namingFunction: () => random.uuid(),
      async onIncomingRequest(request, id) {
        if (request.method === 'PATCH') await noteSender(id, uploaderOf(request));
      },
      async onUploadCreate(request, upload) {
        const metadata = uploadMetadataSchema.safeParse(upload.metadata ?? {});
        if (!metadata.success || upload.size === undefined) throw failureOf('VALIDATION_FAILED');
        const judged = judgeUpload(metadata.data.path, upload.size);
        if (isRefusal(judged)) throw failureOf(judged.code, judged.shown);
        const { modified_at: modifiedAt } = metadata.data;
        begun.set(upload, {
          ...judged,
          modifiedAt: modifiedAt === undefined ? null : new Date(modifiedAt),
          uploader: uploaderOf(request),
        });
        return {};
      },
      async onUploadFinish(_, { id }) {
        const file = await open(uploadPathOf(mediaFolder, id), 'r+');
        await file.sync().finally(() => file.close());
        await changeFile(db, id, 'receiving', { state: 'received', changed_at: clock.now() });
        return {};
      },
      async onResponseError(_, error) {
        const isOwn = isTusFailure(error) && error.body.startsWith('{');
        const isRefused = isTusFailure(error) && error.status_code < 500 && error !== ERRORS.ABORTED;
        if (isOwn || isRefused) return undefined;
        // The library hides why it could not write, so the free space tells a full disk from other failures.
        const full = await checkRoom().catch((failure: unknown) => failure);
        if (isTusFailure(full)) return full;
        if (error === ERRORS.ABORTED) return undefined;
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
