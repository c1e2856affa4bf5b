import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnFile } from '#server/catalogue/format/index.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { fail } from '#server/lib/fail.ts';
import { MediaStoreError, type MediaStore, type RemoteStore } from '#server/providers/media-store.ts';
import { isChanged, isRangeValid, readRange } from './byte-range.ts';

export interface FileToSend {
  path: string;
  type: string;
  cacheControl: string;
}

/** Sends a file of the catalogue or of the media store, or the requested part of it. */
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
) => FastifyReply | Promise<FastifyReply>;

/** `retry-after` while the store does not answer, in seconds. */
const STORE_RETRY_SECONDS = 3;

export function createSendFile(options: {
  catalogueFolder: string;
  mediaStore: MediaStore;
  failures: FailureLog;
  /** Callers of a remote store wait in lines by address: one with a thousand requests must not keep others waiting. */
  addressOf(request: FastifyRequest): string;
}): SendFile {
  const { catalogueFolder, mediaStore: store, failures, addressOf } = options;

  /** Logs a failure of the store once, and tells callers to try again. */
  const guarded = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work;
      failures.works('media store');
      return result;
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      failures.report('media store', error);
      return fail('OVERLOADED', { retryAfterSeconds: STORE_RETRY_SECONDS });
    }
  };

  const sendRemote = async (
    remote: RemoteStore,
    request: FastifyRequest,
    reply: FastifyReply,
    { path, type, cacheControl }: FileToSend,
  ): Promise<FastifyReply> => {
    const caller = addressOf(request);
    const file = (await guarded(remote.find(path, caller))) ?? fail('NOT_FOUND');
    const { etag, size, modifiedAt } = file;
    const headers = {
      'accept-ranges': 'bytes',
      'cache-control': cacheControl,
      'content-type': type,
      etag,
      'last-modified': modifiedAt.toUTCString(),
    };
    if (!isChanged(request.headers, file))
      return reply
        .status(304)
        .headers({ ...headers, 'content-type': undefined })
        .send(Readable.from([]));
    const range = isRangeValid(request.headers, file) ? readRange(request.headers.range, size) : 'whole';
    // Same error as that of the file sender.
    if (range === 'unsatisfiable')
      throw Object.assign(new Error('range beyond the end'), {
        statusCode: 416,
        headers: { 'Content-Range': `bytes */${size}` },
      });
    const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
    const isWithBody = request.method !== 'HEAD' && end >= start;
    const body = isWithBody ? await open(remote.read(path, file, { start, end }, caller)) : Readable.from([]);
    return reply
      .status(range === 'whole' ? 200 : 206)
      .headers({
        ...headers,
        ...(range !== 'whole' && { 'content-range': `bytes ${start}-${end}/${size}` }),
        'content-length': String(end - start + 1),
      })
      .send(body);
  };

  /** Waits for the first piece, so that a store that fails at once is answered with a code. */
  const open = async (reading: AsyncIterable<Buffer>) => {
    const pieces = reading[Symbol.asyncIterator]();
    const first = await guarded(pieces.next());
    const rest = async function* () {
      try {
        for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
      } catch (error) {
        failures.report('media store', error);
        throw error;
      }
    };
    return Readable.from(rest());
  };

  return (request, reply, file) => {
    if (store.kind === 'remote' && isOwnFile(file.path)) return sendRemote(store, request, reply, file);
    const root = store.kind === 'folder' && isOwnFile(file.path) ? store.folder : catalogueFolder;
    return reply
      .type(file.type)
      .header('cache-control', file.cacheControl)
      .sendFile(file.path, root, { cacheControl: false, contentType: false });
  };
}
