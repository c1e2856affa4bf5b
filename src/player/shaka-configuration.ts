import type { Stream } from '#contract/playback.ts';
import type { EngineLoadRequest } from './engine.ts';

/** Ahead of the picture, in seconds: enough for a hiccup of the network, little enough for a set with 1 GB of memory. */
const BUFFERING_GOAL_SECONDS = 25;
/** Behind the picture, in seconds: a jump of 10 s back needs no download. */
const BUFFER_BEHIND_SECONDS = 15;

/** Two tries; what lasts longer is for `network-patience.ts`, or for the viewer to know. Times in ms. */
const retry = (timeout: number) => ({
  maxAttempts: 2,
  baseDelay: 500,
  backoffFactor: 2,
  fuzzFactor: 0.5,
  timeout,
  stallTimeout: 8_000,
  connectionTimeout: 6_000,
});

/** Where nobody knows how fast the line is, it is taken for a slow one, in bits per second. */
const UNKNOWN_LINE = 500_000;

/**
 * Before anything was measured, what is chosen comes this many times as fast as it plays: the first picture is soon there,
 * and a line of 512 kbit/s begins with the lowest one. What is measured counts from the first 128 kB on.
 */
const HEADROOM_AT_THE_START = 4;

/** A key system of the device and the strongest way in which it decodes the picture. */
export interface KeySystemFacts {
  readonly name: string;
  readonly videoRobustness: string;
}

/** A set that decodes in hardware must ask for it, or it gets the small picture only. Unknown systems decide themselves. */
const advancedOf = (keySystem: string, known: readonly KeySystemFacts[]) => {
  const found = known.find(({ name }) => name === keySystem);
  return found ? { advanced: { [keySystem]: { videoRobustness: [found.videoRobustness] } } } : {};
};

/** Shaka's configuration for one stream; what is not here keeps Shaka's default for the device. */
export function shakaConfigurationOf(
  stream: Stream,
  request: EngineLoadRequest,
  keySystems: readonly KeySystemFacts[] = [],
  downlinkMegabits: number | null = null,
): Record<string, unknown> {
  const { drm } = stream;
  return {
    streaming: {
      bufferingGoal: BUFFERING_GOAL_SECONDS,
      bufferBehind: BUFFER_BEHIND_SECONDS,
      // A seek that breaks off a change of rendition leaves a broken begin of it in the prefetch, and Shaka 5.2 waits for
      // that for ever (https://github.com/shaka-project/shaka-player/pull/10587).
      segmentPrefetchLimit: 0,
      // Shaka 5.2's own way over a decoder that gave up sometimes ends paused, or at the beginning: the machine loads anew.
      allowMediaSourceRecoveries: false,
      // Subtitles that do not come are no reason to stop the picture.
      ignoreTextStreamFailures: true,
      retryParameters: retry(14_000),
    },
    manifest: { retryParameters: retry(5_000) },
    abr: {
      // Shaka would take the engine's guess as if it were measured, and forget its own measure whenever that changes.
      useNetworkInformation: false,
      // Frames are dropped wherever a page starts or a set is busy for a moment. Shaka 5.2 would do without that rendition
      // for 30 s, and then has none to go to when a piece of another is missing.
      droppedFrames: false,
      defaultBandwidthEstimate:
        (downlinkMegabits === null ? UNKNOWN_LINE : downlinkMegabits * 1_000_000) / HEADROOM_AT_THE_START,
    },
    ...(request.audioLang === undefined ? {} : { preferredAudio: [{ language: request.audioLang }] }),
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

/** Addresses of what lies on the disk, whatever it was fetched as. */
const ON_DISK = 'offline:';

/** Told to Shaka, so that it does not ask the server for it. */
export function mimeTypeOf({ protocol, url }: Stream): string {
  if (url.indexOf(ON_DISK) === 0) return 'application/x-offline-manifest';
  switch (protocol) {
    case 'dash':
      return 'application/dash+xml';
    case 'hls':
      return 'application/x-mpegurl';
  }
}

/** The streams in the order of trying. */
export function streamsInOrder({ streams, preferredProtocol = 'dash' }: EngineLoadRequest): readonly Stream[] {
  const isPreferred = (stream: Stream) => stream.protocol === preferredProtocol;
  return [...streams.filter(isPreferred), ...streams.filter((stream) => !isPreferred(stream))];
}
