import type shaka from 'shaka-player';
import type { Stream } from '#contract/playback.ts';
import { refuseForeignAnswers } from './foreign-answers.ts';
import { mimeTypeOf, shakaConfigurationOf, type KeySystemFacts } from './shaka-configuration.ts';

/** What a playback takes over: a player without an element, and what it has loaded. */
export interface PreparedParts {
  readonly player: shaka.Player;
  readonly preload: shaka.media.PreloadManager;
}

/** The manifest, the initialization and the first segments of a stream, in memory or on their way there. */
export interface PreparedStream {
  readonly url: string;
  readonly startAtSeconds: number;
  /** Resolves when everything is in memory; rejects when it failed. */
  readonly done: Promise<void>;
  /** Hands everything over, once; null before the first request and after a failure. */
  take(): PreparedParts | null;
  /** Aborts requests and frees the memory; does nothing after `take`. */
  release(): void;
}

export interface PrepareStreamOptions {
  readonly library: typeof shaka;
  readonly stream: Stream;
  readonly startAtSeconds: number;
  readonly preferredVideoCodecs: readonly string[];
  readonly keySystems: readonly KeySystemFacts[];
  readonly downlinkMegabits: number | null;
  readonly isWindowed: boolean;
}

/** Segments of each kind to load: those of the first picture. */
const SEGMENTS = 1;

/** Begins to load a stream. Nothing is shown or decoded. */
export function prepareStream(options: PrepareStreamOptions): PreparedStream {
  const { library, stream, startAtSeconds, preferredVideoCodecs, keySystems, downlinkMegabits, isWindowed } = options;
  const player = new library.Player();
  let preload: shaka.media.PreloadManager | null = null;
  /** A taken stream belongs to the playback. */
  let isOver = false;

  const release = () => {
    if (isOver) return;
    isOver = true;
    // Shaka's failures on the way out concern nobody.
    void (preload ? preload.destroy() : Promise.resolve()).then(() => player.destroy()).catch(() => undefined);
    preload = null;
  };

  const load = async () => {
    const request = { streams: [stream], startAtSeconds, subtitles: [], subtitleKey: null, preferredVideoCodecs };
    player.configure(shakaConfigurationOf(stream, request, keySystems, downlinkMegabits, isWindowed));
    refuseForeignAnswers(player.getNetworkingEngine());
    const configuration = player.getConfiguration();
    configuration.streaming.segmentPrefetchLimit = SEGMENTS;
    const loading = await player.preload(stream.url, startAtSeconds, mimeTypeOf(stream), configuration);
    if (isOver) return void loading?.destroy().catch(() => undefined);
    preload = loading;
    await loading?.waitForFinish();
  };
  const done = load().catch((error: unknown) => {
    release();
    throw error;
  });
  // Nobody has to wait for it.
  done.catch(() => undefined);

  return {
    url: stream.url,
    startAtSeconds,
    done,
    take() {
      if (isOver || !preload) return null;
      isOver = true;
      return { player, preload };
    },
    release,
  };
}
