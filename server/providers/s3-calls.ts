import type * as Sdk from '@aws-sdk/client-s3';
import { fairQueue } from '../lib/queues.ts';
import { MediaStoreError } from './media-store.ts';

export interface S3Location {
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

export const S3_TIMES: S3Times = { connect: 2_000, silence: 5_000, call: 12_000, upload: 180_000, place: 5_000 };

/** Calls at once, apart from uploads. Each read holds one piece in memory. */
const READS_AT_ONCE = 64;
/** Further calls wait for a place. */
const MOST_WAITING = 1_000;
/** Parts that one process uploads at once, so that viewers keep their bandwidth. */
export const UPLOADS_AT_ONCE = 4;

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

export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

export const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(nameOf(error));

type Work<T> = (client: Sdk.S3Client, commands: typeof Sdk, abortSignal: AbortSignal) => Promise<T>;

/** Calls of a bucket: their connections, queues and limits, and what their failures mean. */
export interface S3Calls {
  readonly bucket: string;
  /** The bucket and prefix, as messages name them. */
  readonly shown: string;
  keyOf(path: string): string;
  /** @param caller waits in a line of its own for one of the places. */
  ask<T>(work: Work<T>, caller?: string): Promise<T>;
  upload<T>(work: Work<T>): Promise<T>;
  /** @throws MediaStoreError, or the reason of the signal. */
  explained<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Loads Amazon's SDK with the first call, so that a service with a folder never does. */
export function createS3Calls(place: S3Location, times: S3Times): S3Calls {
  const { bucket, endpoint, region } = place;
  const shown = `s3://${[bucket, place.prefix].filter((part) => part !== '').join('/')}`;
  const tooBusy = (reason: string) => new MediaStoreError(`The media store ${shown} is too slow: ${reason}.`);
  const reads = fairQueue({ atOnce: READS_AT_ONCE, waiters: MOST_WAITING, waitMs: times.place }, tooBusy);
  // All parts of a clip wait here, for hours on a slow line.
  const uploads = fairQueue({ atOnce: UPLOADS_AT_ONCE, waiters: Infinity }, tooBusy);

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
    caller?: string,
  ): Promise<T> =>
    queue.run(async () => {
      connecting ??= connect();
      return work(await connecting, AbortSignal.timeout(limitMs));
    }, caller);
  const ask = <T>(work: Work<T>, caller?: string) =>
    call(reads, times.call, ({ reader, commands }, signal) => work(reader, commands, signal), caller);
  const upload = <T>(work: Work<T>) =>
    call(uploads, times.upload, ({ writer, commands }, signal) => work(writer, commands, signal));

  const explained = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw explain(error);
    }
  };

  return {
    bucket,
    shown,
    keyOf: (path) => (place.prefix === '' ? path : `${place.prefix}/${path}`),
    ask,
    upload,
    explained,
  };
}
