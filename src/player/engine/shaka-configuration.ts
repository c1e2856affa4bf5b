import type { Sound, Stream } from '#contract/playback.ts';
import { langOfKey } from '#contract/rules/track-key.ts';
import type { EngineLoadRequest } from './engine.ts';
import { findSound } from './track-options.ts';

/** Buffer ahead, in seconds: enough for a network hiccup, and small enough for sets with 1 GB of memory. */
const BUFFERING_GOAL_SECONDS = 25;
/** Buffer behind, in seconds: a seek of 10 s back needs no download. */
const BUFFER_BEHIND_SECONDS = 15;

/** Two tries; longer outages are handled by `network-patience.ts` or shown. Times in ms. */
const retry = (timeout: number) => ({
  maxAttempts: 2,
  baseDelay: 500,
  backoffFactor: 2,
  fuzzFactor: 0.5,
  timeout,
  stallTimeout: 8_000,
  connectionTimeout: 6_000,
});

/** Assumed bandwidth of an unknown connection, in bit/s: slow. */
const UNKNOWN_LINE = 500_000;

/**
 * Before any measurement, the chosen rendition must load this many times as fast as it plays: the first frame arrives
 * soon, and a connection of 512 kbit/s starts with the lowest rendition. Measurements count from 128 kB on.
 */
const HEADROOM_AT_THE_START = 4;

/** A rendition with a missing segment is avoided for this long. */
export const AVOID_RENDITION_SECONDS = 30;

/** A key system of the device and its strongest robustness level. */
export interface KeySystemFacts {
  readonly name: string;
  readonly videoRobustness: string;
}

/** Hardware decryption must be requested explicitly, else only low resolutions decode. Unknown systems use their default. */
const advancedOf = (keySystem: string, known: readonly KeySystemFacts[]) => {
  const found = known.find(({ name }) => name === keySystem);
  return found ? { advanced: { [keySystem]: { videoRobustness: [found.videoRobustness] } } } : {};
};

/** The sound of this language and role by its label, because HLS does not name all roles; then any of the language. */
function preferredAudioOf(key: string, sounds: readonly Sound[] = []) {
  const language = langOfKey(key);
  const label = findSound(sounds, key)?.label;
  return [...(label === undefined ? [] : [{ language, label }]), { language }];
}

/** Shaka's configuration for one stream; all else keeps Shaka's device defaults. */
export function shakaConfigurationOf(
  stream: Stream,
  request: EngineLoadRequest,
  keySystems: readonly KeySystemFacts[] = [],
  downlinkMegabits: number | null = null,
  isWindowed = false,
): Record<string, unknown> {
  const { drm } = stream;
  return {
    streaming: {
      bufferingGoal: BUFFERING_GOAL_SECONDS,
      bufferBehind: BUFFER_BEHIND_SECONDS,
      // A seek that interrupts a change of rendition leaves an incomplete segment in the prefetch, and Shaka 5.2 waits for
      // it forever (https://github.com/shaka-project/shaka-player/pull/10587).
      segmentPrefetchLimit: 0,
      // Shaka 5.2's own recovery sometimes ends paused or at the beginning: the machine reloads instead.
      allowMediaSourceRecoveries: false,
      maxDisabledTime: AVOID_RENDITION_SECONDS,
      // Missing subtitles must not stop the picture.
      ignoreTextStreamFailures: true,
      retryParameters: retry(14_000),
    },
    manifest: { retryParameters: retry(5_000) },
    abr: {
      // Shaka would trust the engine's estimate like a measurement, and drop its own whenever the estimate changes.
      useNetworkInformation: false,
      // Frames are dropped during a start or on a briefly busy set. Shaka 5.2 would avoid that rendition for 30 s, and then
      // has no alternative when a segment of another is missing.
      droppedFrames: false,
      defaultBandwidthEstimate:
        (downlinkMegabits === null ? UNKNOWN_LINE : downlinkMegabits * 1_000_000) / HEADROOM_AT_THE_START,
      // A television's page has fewer lines than its panel, whose limit Shaka asks the set for.
      restrictToElementSize: isWindowed,
    },
    ...(request.audioKey === undefined ? {} : { preferredAudio: preferredAudioOf(request.audioKey, request.sounds) }),
    ...(request.preferredVideoCodecs
      ? { preferredVideo: request.preferredVideoCodecs.map((codec) => ({ codec, hdrLevel: 'AUTO' })) }
      : {}),
    ...(drm
      ? {
          drm: {
            servers: drm.license_url === null ? {} : { [drm.key_system]: drm.license_url },
            clearKeys: drm.clear_keys ?? {},
            ...advancedOf(drm.key_system, keySystems),
          },
        }
      : {}),
  };
}

/** Prefix of addresses on the disk, whatever their original protocol. */
const ON_DISK = 'offline:';

/** Passed to Shaka to save it a request. */
export function mimeTypeOf({ protocol, url }: Stream): string {
  if (url.indexOf(ON_DISK) === 0) return 'application/x-offline-manifest';
  switch (protocol) {
    case 'dash':
      return 'application/dash+xml';
    case 'hls':
      return 'application/x-mpegurl';
  }
}

/** The streams in the order of attempts. */
export function streamsInOrder({ streams, preferredProtocol = 'dash' }: EngineLoadRequest): readonly Stream[] {
  const isPreferred = (stream: Stream) => stream.protocol === preferredProtocol;
  return [...streams.filter(isPreferred), ...streams.filter((stream) => !isPreferred(stream))];
}
