import { open } from 'node:fs/promises';
import { MediaStoreError, storedTypeOf } from './media-store.ts';
import type { S3Calls } from './s3-calls.ts';

/** Bytes of one part of an upload; a smaller file is uploaded at once. */
const PART_BYTES = 8 * 2 ** 20;
/** Most parts of an upload, as S3 limits them. */
const MOST_PARTS = 10_000;

export interface Putting {
  signal?: AbortSignal | undefined;
  /** Called with the number of further bytes that the store has. */
  onBytes?: (bytes: number) => void;
}

/** Uploads of bytes and files to a bucket. */
export function createS3Uploads({ bucket, shown, keyOf, ask, upload }: S3Calls) {
  const putBytes = async (path: string, body: Buffer, signal?: AbortSignal): Promise<void> => {
    const { ETag } = await upload((client, commands, limit) =>
      client.send(
        new commands.PutObjectCommand({
          Bucket: bucket,
          Key: keyOf(path),
          Body: body,
          ContentType: storedTypeOf(path),
        }),
        { abortSignal: signal ? AbortSignal.any([limit, signal]) : limit },
      ),
    );
    // A page of something in between, with a good status.
    if (ETag === undefined) throw new MediaStoreError(`The media store ${shown} does not say that it has ${path}.`);
  };

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
  };

  return { putBytes, putFile };
}
