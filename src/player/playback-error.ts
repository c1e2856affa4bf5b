/** What the viewer is told about; the screen has one sentence for each. */
export type PlaybackErrorKind =
  'network' | 'not-found' | 'forbidden' | 'unsupported' | 'drm' | 'decode' | 'timeout' | 'unknown';

export type PlaybackErrorSeverity = 'recoverable' | 'critical';

export type PlaybackErrorCategory =
  'network' | 'text' | 'media' | 'manifest' | 'streaming' | 'drm' | 'player' | 'cast' | 'storage' | 'ads' | 'app';

export interface PlaybackErrorFacts {
  readonly kind: PlaybackErrorKind;
  readonly severity: PlaybackErrorSeverity;
  readonly category: PlaybackErrorCategory;
  /** Shaka's code (https://shaka-player-demo.appspot.com/docs/api/shaka.util.Error.html), or one of ours below 100. */
  readonly code: number;
  readonly cause?: unknown;
}

/** A failure of the picture or the sound, not of a call to the server. */
export class PlaybackError extends Error implements PlaybackErrorFacts {
  readonly kind: PlaybackErrorKind;
  readonly severity: PlaybackErrorSeverity;
  readonly category: PlaybackErrorCategory;
  readonly code: number;

  constructor(message: string, facts: PlaybackErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    // Set by hand: the built class name is one letter.
    this.name = 'PlaybackError';
    this.kind = facts.kind;
    this.severity = facts.severity;
    this.category = facts.category;
    this.code = facts.code;
  }
}
