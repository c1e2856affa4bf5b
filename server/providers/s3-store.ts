import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import { fairQueue } from '../lib/queues.ts';
import { MediaStoreError, storedTypeOf, type Moving, type RemoteStore, type StoredFile } from './media-store.ts';

export interface S3Place {
  bucket: string;
  /** Start of all keys, without slashes at its ends; may be empty. */
  prefix: string;
  /** Undefined for Amazon's own. */
  endpoint: string | undefined;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken: string | undefined };
}

/** Limits of calls in ms. */
export interface S3Times {
  connect: number;
  /** A connection on which nothing happens is given up, and the call tried again. */
  silence: number;
  /** A call with all its tries, apart from an upload. */
  call: number;
  /** The upload of one part with all its tries. */
  upload: number;
  /** The wait of a call, apart from an upload, for a place among `READS_AT_ONCE`. */
  place: number;
}

const TIMES: S3Times = { connect: 2_000, silence: 5_000, call: 12_000, upload: 180_000, place: 5_000 };

/** Calls at once, apart from uploads. Each read holds one piece in memory. */
const READS_AT_ONCE = 64;
/** Further calls wait for a place. */
const MOST_WAITING = 1_000;
/** Parts that one process uploads at once, so that viewers keep their bandwidth. */
const UPLOADS_AT_ONCE = 4;

/** Bytes of one read: about a segment. A slow player occupies memory of this size, and no connection to the store. */
const PIECE_BYTES = 2 ** 20;
/** Bytes of one part of an upload; a smaller file is uploaded at once. */
const PART_BYTES = 8 * 2 ** 20;
/** Most parts of an upload, as S3 limits them. */
const MOST_PARTS = 10_000;

/** How long the size of a file is remembered, in ms. Files of a clip never change. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Failures that a retry cannot mend. */
const REFUSALS = new Set([
  'AccessDenied',
  'Forbidden',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidToken',
  'SignatureDoesNotMatch',
  'RequestTimeTooSkewed',
]);

const WRONG_REGION = new Set(['AuthorizationHeaderMalformed', 'PermanentRedirect']);

interface Connected {
  commands: typeof Sdk;
  reader: Sdk.S3Client;
  writer: Sdk.S3Client;
}

/** Network errors come as the cause, or with a code; both say more than the name. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (['AbortError', 'TimeoutError'].includes(error.name)) return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code ?? (error.name === 'Error' ? error.message : error.name);
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error));

async function bytesOf(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of addAbortSignal(signal, body)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

interface Putting {
  signal?: AbortSignal | undefined;
  /** Called with the number of further bytes that the store has. */
  onBytes?: (bytes: number) => void;
}

const isManifest = (name: string) => /\.(mpd|m3u8)$/.test(name);

/**
 * Stores files in a bucket. Loads Amazon's SDK with the first call, so that a service with a folder never does.
 *
 * @param now monotonic, in ms.
 */
export function createS3Store(place: S3Place, times = TIMES, now: () => number = () => performance.now()): RemoteStore {
  const { bucket, endpoint, region } = place;
  const shown = `s3://${[bucket, place.prefix].filter((part) => part !== '').join('/')}`;
  const keyOf = (path: string) => (place.prefix === '' ? path : `${place.prefix}/${path}`);

  const tooBusy = (reason: string) => new MediaStoreError(`The media store ${shown} is too slow: ${reason}.`);
  const reads = fairQueue({ atOnce: READS_AT_ONCE, waiters: MOST_WAITING, waitMs: times.place }, tooBusy);
  // All parts of a clip wait here, for hours on a slow line.
  const uploads = fairQueue({ atOnce: UPLOADS_AT_ONCE, waiters: Infinity }, tooBusy);
  const remembered = new Map<string, { file: StoredFile; atMs: number }>();

  let connecting: Promise<Connected> | undefined;
  const connect = async (): Promise<Connected> => {
    const commands = await import('@aws-sdk/client-s3');
    const { accessKeyId, secretAccessKey, sessionToken } = place.credentials;
    const clientOf = (sockets: number, silence: number) =>
      new commands.S3Client({
        region,
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
        ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
        maxAttempts: 3,
        // Other stores than Amazon's do not know its newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: {
          connectionTimeout: times.connect,
          socketTimeout: silence,
          httpAgent: { maxSockets: sockets, keepAlive: true },
          httpsAgent: { maxSockets: sockets, keepAlive: true },
        },
      });
    return {
      commands,
      reader: clientOf(READS_AT_ONCE, times.silence),
      writer: clientOf(UPLOADS_AT_ONCE, times.silence * 6),
    };
  };

  const explain = (error: unknown): Error => {
    if (error instanceof MediaStoreError) return error;
    // A file of this machine.
    if (error instanceof Error && 'path' in error) return error;
    const name = nameOf(error);
    const options = { cause: error };
    if (name === 'NoSuchBucket') return new MediaStoreError(`The media store has no bucket "${bucket}".`, options);
    if (WRONG_REGION.has(name))
      return new MediaStoreError(
        `The media store ${shown} refuses the region "${region}": write the right one as region=… into MEDIA_STORE.`,
        options,
      );
    if (REFUSALS.has(name) || statusOf(error) === 403)
      return new MediaStoreError(
        `The media store ${shown} refuses (${name}): check the AWS_ variables, their rights to read, write, list and delete, and the clock.`,
        options,
      );
    return new MediaStoreError(`The media store ${shown} does not answer (${name}).`, options);
  };

  const call = <T>(
    queue: typeof reads,
    limitMs: number,
    work: (connected: Connected, abortSignal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    queue.run(async () => {
      connecting ??= connect();
      return work(await connecting, AbortSignal.timeout(limitMs));
    });
  type Work<T> = (client: Sdk.S3Client, commands: typeof Sdk, abortSignal: AbortSignal) => Promise<T>;
  const ask = <T>(work: Work<T>) =>
    call(reads, times.call, ({ reader, commands }, signal) => work(reader, commands, signal));
  const upload = <T>(work: Work<T>) =>
    call(uploads, times.upload, ({ writer, commands }, signal) => work(writer, commands, signal));

  /** Every public function rejects with a MediaStoreError, or with the reason of the signal. */
  const explained = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw explain(error);
    }
  };

  const find = async (path: string): Promise<StoredFile | undefined> => {
    const known = remembered.get(path);
    if (known && now() - known.atMs < REMEMBER_MS) return known.file;
    remembered.delete(path);
    try {
      const head = await ask((client, commands, abortSignal) =>
        client.send(new commands.HeadObjectCommand({ Bucket: bucket, Key: keyOf(path) }), { abortSignal }),
      );
      if (head.ContentLength === undefined || head.ETag === undefined)
        throw new MediaStoreError(`The media store ${shown} answers without a length or an ETag.`);
      const file = { size: head.ContentLength, modifiedAt: head.LastModified ?? new Date(0), etag: head.ETag };
      remembered.set(path, { file, atMs: now() });
      const [oldest] = remembered.size > MOST_REMEMBERED ? remembered.keys() : [];
      if (oldest !== undefined) remembered.delete(oldest);
      return file;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  const putBytes = (path: string, body: Buffer, signal?: AbortSignal) =>
    upload((client, commands, limit) =>
      client.send(
        new commands.PutObjectCommand({
          ...{ Bucket: bucket, Key: keyOf(path), Body: body },
          ContentType: storedTypeOf(path),
        }),
        { abortSignal: signal ? AbortSignal.any([limit, signal]) : limit },
      ),
    );

  /** Uploads the parts of a large file; a part is read when it has a place, so that memory stays bounded. */
  const putParts = async (path: string, file: string, size: number, { signal, onBytes }: Putting): Promise<void> => {
    const of = { Bucket: bucket, Key: keyOf(path) };
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS));
    const { UploadId } = await ask((client, commands, abortSignal) =>
      client.send(new commands.CreateMultipartUploadCommand({ ...of, ContentType: storedTypeOf(path) }), {
        abortSignal,
      }),
    );
    const handle = await open(file);
    try {
      const failing = new AbortController();
      const stopped = signal ? AbortSignal.any([failing.signal, signal]) : failing.signal;
      const parts = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) =>
        upload(async (client, commands, abortSignal) => {
          stopped.throwIfAborted();
          const body = Buffer.alloc(Math.min(partBytes, size - index * partBytes));
          const { bytesRead } = await handle.read(body, 0, body.length, index * partBytes);
          if (bytesRead < body.length) throw new Error(`${file} became shorter`);
          const part = { ...of, UploadId, PartNumber: index + 1, Body: body };
          const { ETag } = await client.send(new commands.UploadPartCommand(part), {
            abortSignal: AbortSignal.any([abortSignal, stopped]),
          });
          onBytes?.(body.length);
          return { PartNumber: index + 1, ETag };
        }).catch((error: unknown) => {
          failing.abort(error);
          throw error;
        }),
      );
      // All of them end before the file is closed and the upload is aborted.
      const ended = await Promise.allSettled(parts);
      const Parts = ended.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
      if (Parts.length < ended.length) throw failing.signal.reason;
      await upload((client, commands, abortSignal) =>
        client.send(new commands.CompleteMultipartUploadCommand({ ...of, UploadId, MultipartUpload: { Parts } }), {
          abortSignal,
        }),
      );
    } catch (error) {
      // A store that is gone keeps the parts; the next upload to this place, or a removal, finds them.
      await ask((client, commands, abortSignal) =>
        client.send(new commands.AbortMultipartUploadCommand({ ...of, UploadId }), { abortSignal }),
      ).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
  };

  const putFile = async (path: string, file: string, putting: Putting = {}): Promise<void> => {
    const handle = await open(file);
    let size: number;
    try {
      ({ size } = await handle.stat());
      if (size <= PART_BYTES) {
        await putBytes(path, await handle.readFile(), putting.signal);
        putting.onBytes?.(size);
      }
    } finally {
      await handle.close();
    }
    if (size > PART_BYTES) await putParts(path, file, size, putting);
    remembered.delete(path);
  };

  const listKeys = async (Prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for (let ContinuationToken: string | undefined; ;) {
      const page = await ask((client, commands, abortSignal) =>
        client.send(
          new commands.ListObjectsV2Command({
            ...{ Bucket: bucket, Prefix },
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
          { abortSignal },
        ),
      );
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key])));
      if (!page.IsTruncated || page.NextContinuationToken === undefined) return keys;
      ContinuationToken = page.NextContinuationToken;
    }
  };

  /** Ends uploads that a killed worker left behind: their parts are invisible, and cost money. */
  const abortUploads = async (Prefix: string): Promise<void> => {
    const { Uploads = [] } = await ask((client, commands, abortSignal) =>
      client.send(new commands.ListMultipartUploadsCommand({ Bucket: bucket, Prefix }), { abortSignal }),
    ).catch((error: unknown) => {
      // Some stores end them by a rule of their own.
      if (statusOf(error) === 501) return { Uploads: [] };
      throw error;
    });
    for (const { Key, UploadId } of Uploads)
      await ask((client, commands, abortSignal) =>
        client.send(new commands.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), { abortSignal }),
      );
  };

  const removeFolder = async (path: string): Promise<void> => {
    const prefix = `${keyOf(path)}/`;
    await abortUploads(prefix);
    const keys = await listKeys(prefix);
    // One by one: not every store has the call for many.
    await Promise.all(
      keys.map((Key) =>
        ask((client, commands, abortSignal) =>
          client.send(new commands.DeleteObjectCommand({ Bucket: bucket, Key }), { abortSignal }),
        ),
      ),
    );
    for (const known of remembered.keys()) if (known.startsWith(`${path}/`)) remembered.delete(known);
  };

  const moveIn = async (folder: string, path: string, { signal, onProgress }: Moving): Promise<void> => {
    await removeFolder(path);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const pathOf = (file: string) => `${path}/${relative(folder, file).split(sep).join('/')}`;
    let total = 0;
    for (const file of files) total += (await stat(file)).size;
    let done = 0;
    const onBytes = (bytes: number) => {
      done += bytes;
      onProgress?.(done / total);
    };
    const putAll = async (wanted: readonly string[]) => {
      const rest = wanted.values();
      const putRest = async () => {
        for (const file of rest) {
          signal?.throwIfAborted();
          await putFile(pathOf(file), file, { signal, onBytes });
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: UPLOADS_AT_ONCE }, putRest));
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    };
    await putAll(files.filter((file) => !isManifest(file)));
    await putAll(files.filter(isManifest));
    // Somebody who took this work for abandoned may have emptied the place.
    const there = new Set(await listKeys(`${keyOf(path)}/`));
    const lost = files.find((file) => !there.has(keyOf(pathOf(file))));
    if (lost !== undefined) throw new MediaStoreError(`The media store ${shown} has lost ${pathOf(lost)}.`);
  };

  return {
    kind: 'remote',
    has: (path) => explained(async () => (await find(path)) !== undefined),
    find: (path) => explained(() => find(path)),
    async *read(path, file, { start, end }) {
      for (let from = start; from <= end; from += PIECE_BYTES) {
        const to = Math.min(end, from + PIECE_BYTES - 1);
        const piece = await explained(() =>
          ask(async (client, commands, abortSignal) => {
            const range = { Range: `bytes=${from}-${to}`, IfMatch: file.etag };
            const { Body } = await client.send(
              new commands.GetObjectCommand({ Bucket: bucket, Key: keyOf(path), ...range }),
              { abortSignal },
            );
            return bytesOf(Body as Readable, abortSignal);
          }),
        ).catch((error: unknown) => {
          // Replaced or removed since it was found.
          remembered.delete(path);
          throw error;
        });
        if (piece.length !== to - from + 1)
          throw new MediaStoreError(`The media store ${shown} answers with ${piece.length} bytes of ${path}.`);
        yield piece;
      }
    },
    putText: (path, text) =>
      explained(async () => {
        await putBytes(path, Buffer.from(text));
        remembered.delete(path);
      }),
    putBytes: (path, bytes) =>
      explained(async () => {
        await putBytes(path, Buffer.from(bytes));
        remembered.delete(path);
      }),
    putFile: (path, file) => explained(() => putFile(path, file)),
    moveIn: (folder, path, moving = {}) =>
      explained(async () => {
        try {
          await moveIn(folder, path, moving);
        } catch (error) {
          moving.signal?.throwIfAborted();
          // Best effort: the store may not answer.
          await removeFolder(path).catch(() => undefined);
          throw error;
        }
        await rm(folder, { recursive: true, force: true });
      }, moving.signal),
    removeFolder: (path) => explained(() => removeFolder(path)),
    check: () =>
      explained(async () => {
        await ask((client, commands, abortSignal) =>
          client.send(new commands.ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(''), MaxKeys: 1 }), {
            abortSignal,
          }),
        );
      }),
  };
}
