import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { MediaStoreError, type Moving, type RemoteStore, type StoredFile } from './media-store.ts';
import { createS3Calls, isMissing, S3_TIMES, statusOf, UPLOADS_AT_ONCE, type S3Location } from './s3-calls.ts';
import { createS3Uploads } from './s3-uploads.ts';

/** Bytes of one read: about a segment. A slow player occupies memory of this size, and no connection to the store. */
const PIECE_BYTES = 2 ** 20;
/** How long the size of a file is remembered, in ms. Files of a clip never change. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

async function bytesOf(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of addAbortSignal(signal, body)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const isManifest = (name: string) => /\.(mpd|m3u8)$/.test(name);

/**
 * Stores files in a bucket.
 *
 * @param now monotonic, in ms.
 */
export function createS3Store(
  place: S3Location,
  times = S3_TIMES,
  now: () => number = () => performance.now(),
): RemoteStore {
  const calls = createS3Calls(place, times);
  const { bucket, shown, keyOf, ask, explained } = calls;
  const { putBytes, putFile } = createS3Uploads(calls);
  const remembered = new Map<string, { file: StoredFile; atMs: number }>();

  const find = async (path: string, caller?: string): Promise<StoredFile | undefined> => {
    const known = remembered.get(path);
    if (known && now() - known.atMs < REMEMBER_MS) return known.file;
    remembered.delete(path);
    try {
      const head = await ask(
        (client, commands, abortSignal) =>
          client.send(new commands.HeadObjectCommand({ Bucket: bucket, Key: keyOf(path) }), { abortSignal }),
        caller,
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

  const listKeys = async (Prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for (let ContinuationToken: string | undefined; ;) {
      const page = await ask((client, commands, abortSignal) =>
        client.send(
          new commands.ListObjectsV2Command({
            Bucket: bucket,
            Prefix,
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
          remembered.delete(pathOf(file));
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: UPLOADS_AT_ONCE }, putRest));
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    };
    await putAll(files.filter((file) => !isManifest(file)));
    await putAll(files.filter(isManifest));
    // Another worker may have taken the job over and deleted these files.
    const there = new Set(await listKeys(`${keyOf(path)}/`));
    const lost = files.find((file) => !there.has(keyOf(pathOf(file))));
    if (lost !== undefined) throw new MediaStoreError(`The media store ${shown} has lost ${pathOf(lost)}.`);
  };

  return {
    kind: 'remote',
    has: (path) => explained(async () => (await find(path)) !== undefined),
    find: (path, caller) => explained(() => find(path, caller)),
    async *read(path, file, { start, end }, caller) {
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
          }, caller),
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
    putFile: (path, file) =>
      explained(async () => {
        await putFile(path, file);
        remembered.delete(path);
      }),
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
