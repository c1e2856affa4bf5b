import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import type { MediaLocation } from '#server/providers/open-media-store.ts';
import { documented, EnvError, isInside } from './variable.ts';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/;

/** Parses `s3://bucket/prefix?endpoint=...&region=...`; undefined for other text. */
function readS3Address(address: string) {
  if (!/^s3:\/\//.test(address) || !URL.canParse(address)) return undefined;
  const { hostname: bucket, pathname, searchParams, port: portOfBucket, username, hash } = new URL(address);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  const { endpoint, region, ...others } = Object.fromEntries(searchParams) as Record<string, string | undefined>;
  const isEndpointValid =
    endpoint === undefined || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol));
  const isValid = BUCKET.test(bucket) && (prefix === '' || PREFIX.test(prefix)) && isEndpointValid;
  const isMore = [portOfBucket, username, hash].some((part) => part !== '') || Object.keys(others).length > 0;
  return isValid && !isMore ? { bucket, prefix, endpoint, region } : undefined;
}
const isS3Place = (address: string) => readS3Address(address) !== undefined;

/** Edges that one service tells: a bound, because each gets each end. */
const MOST_TOLD = 100;

/**
 * Parses `nginx:https://host?secret=...&tell=host:port,...`; undefined for other text. nginx's configuration must not need
 * quotes.
 */
function readEdge(address: string): MediaEdge | undefined {
  const [, url = '', secret = '', tell] =
    /^nginx:(https?:\/\/[A-Za-z0-9.:[\]-]+)\/?\?secret=([\w-]{32,200})(?:&tell=([A-Za-z0-9.:[\],-]+))?$/.exec(
      address,
    ) ?? [];
  const told = tell?.split(',') ?? [];
  const areAddresses =
    told.length <= MOST_TOLD && told.every((one) => /:\d{1,5}$/.test(one) && URL.canParse(`http://${one}`));
  return URL.canParse(url) && areAddresses ? { url: new URL(url).origin, secret, told } : undefined;
}

/** Variables of the videos that the service makes itself. */
export const mediaVariables = {
  MEDIA_STORE: documented(
    z
      .string()
      .min(1)
      .refine((place) => !/^\w+:\/\//.test(place) || isS3Place(place), {
        error: 'must be a folder, or s3://bucket/prefix?endpoint=https://...&region=... (both words may be left out)',
      })
      .optional(),
    {
      description:
        'Where the videos that `bora media` adds are stored: a folder, or `s3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1` (without `endpoint`, Amazon’s). All workers and servers need the same store.',
      unset: '`DATA_DIR/media`',
      example: './data/media',
    },
  ),
  MEDIA_WATCH: documented(z.string().min(1).optional(), {
    description:
      'Folder in which workers look for videos. A video is taken when it has not changed for 30 seconds. It lies outside of `MEDIA_STORE`.',
    unset: 'no folder is watched',
    example: '/srv/videos',
  }),
  MEDIA_KEY_SECRET: documented(
    z
      .string()
      .regex(/^[\w-]{32,200}$/, { error: 'must have 32 to 200 letters and digits' })
      .optional(),
    {
      description:
        'Seals the keys of protected videos in the database. All processes need the same one; without it their keys cannot be read. `openssl rand -hex 32` makes one.',
      unset: 'made once, in `DATA_DIR/clip-key-secret`',
      example: 'a-secret-of-at-least-thirty-two-letters',
      isSecret: true,
    },
  ),
  AWS_ACCESS_KEY_ID: documented(z.string().min(1).optional(), {
    description: 'Key of an S3 store. It may read, write, list and delete in its bucket.',
    unset: 'none; an S3 store needs it',
    example: 'key',
  }),
  AWS_SECRET_ACCESS_KEY: documented(z.string().min(1).optional(), {
    description: 'Secret of that key.',
    unset: 'none; an S3 store needs it',
    example: 'secret',
    isSecret: true,
  }),
  AWS_SESSION_TOKEN: documented(z.string().min(1).optional(), {
    description: 'Token of a temporary key. The server must be started again with a new one before it ends.',
    unset: 'the key is permanent',
    example: 'token',
    isSecret: true,
  }),
  AWS_REGION: documented(z.string().min(1).optional(), {
    description: 'Region of an S3 store whose address names none.',
    unset: '`us-east-1`, which stores without regions accept',
    example: 'eu-central-1',
  }),
  MEDIA_EDGE: documented(
    z
      .string()
      .refine((address) => readEdge(address) !== undefined, {
        error:
          'must be nginx:https://host?secret=..., with 32 or more letters and digits as the secret, and perhaps &tell=host:port,...',
      })
      .optional(),
    {
      description:
        'An nginx in front of the media, with the configuration that `bora edge` prints: `nginx:https://media.example?secret=…`. The secret signs addresses and has 32 or more letters and digits. `&tell=10.0.0.7:8081,…` names where each edge is told which playbacks have ended, so that it rarely asks.',
      unset: 'this server gives the media out',
      example: 'nginx:https://media.example?secret=0123456789abcdef0123456789abcdef',
      isSecret: true,
    },
  ),
};

type MediaVariables = z.output<z.ZodObject<typeof mediaVariables>> & {
  DATA_DIR: string;
  PUBLIC_URL?: string | undefined;
};

/** @throws EnvError when an S3 store has no key. */
function mediaLocationOf(data: MediaVariables): MediaLocation {
  const { MEDIA_STORE: address = join(data.DATA_DIR, 'media') } = data;
  const s3 = readS3Address(address);
  if (s3 === undefined) return { kind: 'folder', folder: resolve(address) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new EnvError('MEDIA_STORE: an S3 store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return {
    kind: 's3',
    ...s3,
    region: s3.region ?? data.AWS_REGION ?? 'us-east-1',
    credentials: { accessKeyId, secretAccessKey, sessionToken: data.AWS_SESSION_TOKEN },
  };
}

export interface MediaSettings {
  /** Where jobs work on own videos. */
  mediaFolder: string;
  /** Where own videos are stored. */
  mediaStore: MediaLocation;
  /** Seals the keys of protected videos; undefined for that of the data folder. */
  mediaKeySecret: string | undefined;
  /** Folder in which videos are looked for; undefined for none. */
  watchedFolder: string | undefined;
  /** Serves media to players; undefined for this server. */
  mediaEdge: MediaEdge | undefined;
}

/** @throws EnvError */
export function mediaOf(data: MediaVariables): MediaSettings {
  const edge = data.MEDIA_EDGE === undefined ? undefined : readEdge(data.MEDIA_EDGE);
  if (edge?.url.startsWith('http:') && data.PUBLIC_URL?.startsWith('https:'))
    throw new EnvError('MEDIA_EDGE: must start with nginx:https://, because PUBLIC_URL is an https address');
  const store = mediaLocationOf(data);
  const folder = store.kind === 'folder' ? store.folder : resolve(data.DATA_DIR, 'media');
  const watched = data.MEDIA_WATCH === undefined ? undefined : resolve(data.MEDIA_WATCH);
  if (watched !== undefined && (isInside(watched, folder) || isInside(folder, watched)))
    throw new EnvError('MEDIA_WATCH: must lie outside of the media folder, and not around it');
  return {
    mediaFolder: folder,
    mediaStore: store,
    mediaKeySecret: data.MEDIA_KEY_SECRET,
    watchedFolder: watched,
    mediaEdge: edge,
  };
}
