import { PlaybackError, type PlaybackErrorCategory, type PlaybackErrorKind } from '#src/player/playback-error.ts';

/*
 * Maps Shaka's errors (node_modules/shaka-player/lib/util/error.js) to the kinds that the viewer sees. The thousands
 * digit of a code is its category.
 */

const BAD_HTTP_STATUS = 1001;
const SEGMENT_MISSING = 1011;
const UNSUPPORTED_SCHEME = 1000;
/** No variant satisfies the restrictions, or with copy protection those of the keys. */
const RESTRICTIONS_CANNOT_BE_MET = 4012;
const CONTENT_UNSUPPORTED_BY_BROWSER = 4032;
const NO_VARIANTS = 4036;
const CRITICAL = 2;

const categories: Readonly<Record<number, PlaybackErrorCategory>> = {
  1: 'network',
  2: 'text',
  3: 'media',
  4: 'manifest',
  5: 'streaming',
  6: 'drm',
  7: 'player',
  8: 'cast',
  9: 'storage',
  10: 'ads',
};

interface ShakaErrorFacts {
  readonly severity: number;
  readonly category: number;
  readonly code: number;
  readonly data: readonly unknown[];
}

/** Converts any failure of Shaka or around it to a PlaybackError. */
export function toPlaybackError(error: unknown): PlaybackError {
  if (error instanceof PlaybackError) return error;
  if (!isShakaError(error))
    return new PlaybackError('not an error of Shaka', {
      kind: 'unknown',
      severity: 'critical',
      category: 'app',
      code: 0,
      cause: error,
    });
  return new PlaybackError(`Shaka ${error.code}`, {
    kind: kindOf(error),
    severity: error.severity === CRITICAL ? 'critical' : 'recoverable',
    category: categories[error.category] ?? 'app',
    code: error.code,
    cause: error,
  });
}

/** The address that was refused or missing, or null. */
export function addressOf({ cause }: PlaybackError): string | null {
  if (!isShakaError(cause) || cause.code !== BAD_HTTP_STATUS) return null;
  const [address] = cause.data;
  return typeof address === 'string' ? address : null;
}

function isShakaError(error: unknown): error is ShakaErrorFacts {
  if (typeof error !== 'object' || error === null) return false;
  const facts = error as Partial<Record<keyof ShakaErrorFacts, unknown>>;
  return (
    typeof facts.severity === 'number' &&
    typeof facts.category === 'number' &&
    typeof facts.code === 'number' &&
    Array.isArray(facts.data)
  );
}

function kindOf({ code, category, data }: ShakaErrorFacts): PlaybackErrorKind {
  switch (code) {
    case BAD_HTTP_STATUS:
      return kindOfStatus(data[1]);
    case SEGMENT_MISSING:
      return 'not-found';
    case UNSUPPORTED_SCHEME:
    case RESTRICTIONS_CANNOT_BE_MET:
    case CONTENT_UNSUPPORTED_BY_BROWSER:
    case NO_VARIANTS:
      return 'unsupported';
  }
  switch (categories[category]) {
    case 'network':
      return 'network';
    case 'media':
    case 'manifest':
    case 'streaming':
      // A damaged manifest or segment, or a failed decoder.
      return 'decode';
    case 'drm':
      return 'drm';
    default:
      return 'unknown';
  }
}

function kindOfStatus(status: unknown): PlaybackErrorKind {
  if (status === 404) return 'not-found';
  return isRefusal(status) ? 'forbidden' : 'network';
}

/** Whether an HTTP status refuses the address of media. 410 is the server's PLAYBACK_EXPIRED: the signature has expired. */
const isRefusal = (status: unknown): boolean => status === 401 || status === 403 || status === 410;
