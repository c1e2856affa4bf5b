/** Errors that the viewer sees; the screen has one sentence for each. */
export type PlaybackErrorKind =
  'network' | 'not-found' | 'forbidden' | 'unsupported' | 'drm' | 'decode' | 'timeout' | 'unknown';

export type PlaybackErrorSeverity = 'recoverable' | 'critical';

export type PlaybackErrorCategory =
  'network' | 'text' | 'media' | 'manifest' | 'streaming' | 'drm' | 'player' | 'cast' | 'storage' | 'ads' | 'app';

export interface PlaybackErrorFacts {
  readonly kind: PlaybackErrorKind;
  readonly severity: PlaybackErrorSeverity;
  readonly category: PlaybackErrorCategory;
  /** Shaka's code (https://shaka-player-demo.appspot.com/docs/api/shaka.util.Error.html), or the app's own below 100. */
  readonly code: number;
  readonly cause?: unknown;
}

/** A failure of picture or sound, not of a call to the server. */
export class PlaybackError extends Error implements PlaybackErrorFacts {
  readonly kind: PlaybackErrorKind;
  readonly severity: PlaybackErrorSeverity;
  readonly category: PlaybackErrorCategory;
  readonly code: number;

  constructor(message: string, facts: PlaybackErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    // Set explicitly, because the build shortens class names.
    this.name = 'PlaybackError';
    this.kind = facts.kind;
    this.severity = facts.severity;
    this.category = facts.category;
    this.code = facts.code;
  }
}

/** A failure outside the decoder. */
export const appError = (message: string, kind: PlaybackErrorKind, cause?: unknown): PlaybackError =>
  new PlaybackError(message, { kind, severity: 'critical', category: 'app', code: 0, cause });

/** The same failure, marked as recoverable. */
export const asRecoverable = (error: PlaybackError): PlaybackError =>
  new PlaybackError(error.message, {
    kind: error.kind,
    severity: 'recoverable',
    category: error.category,
    code: error.code,
    cause: error,
  });
