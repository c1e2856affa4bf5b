import type shaka from 'shaka-player';
import type { EngineLoadRequest } from './engine.ts';
import type { PreparedStream } from './prepared-stream.ts';
import type { ShakaRun } from './shaka-run.ts';

/** Prepared data of another position is of no use: in seconds. */
const SAME_START_SECONDS = 1;

/** A prepared stream in the element, before the server has opened its play log. */
export interface EarlyLoad {
  readonly run: ShakaRun;
  readonly loading: Promise<void>;
  /** Whether it is what a playback wants to load. */
  isFor(request: EngineLoadRequest, url: string): boolean;
}

/** The file of a signed address; an edge has a mark between its folder and its name. */
const fileOf = (url: string) => url.replace(/^.*?\/media\/[^/]+\//, '').replace('/~/', '/');

/**
 * Brings prepared data into the element while the video call is on its way: until `adopt`, which knows the addresses of the
 * play log, the run requests nothing, and nothing plays.
 */
export function beginEarly(
  prepared: PreparedStream,
  element: HTMLVideoElement,
  createRun: (player: shaka.Player, url: string) => ShakaRun,
): EarlyLoad | null {
  const parts = prepared.take();
  if (!parts) return null;
  const { player, preload } = parts;
  const { startAtSeconds } = prepared;
  const run = createRun(player, prepared.url);
  const load = async () => {
    await player.attach(element);
    await player.load(preload, startAtSeconds);
  };
  const loading = load();
  // `load` of the engine reports it, if it still wants it.
  loading.catch(() => undefined);
  return {
    run,
    loading,
    isFor: (request, url) =>
      fileOf(url) === fileOf(prepared.url) &&
      request.audioKey === undefined &&
      // Segments with drawings are other segments.
      !request.drawings?.length &&
      Math.abs(request.startAtSeconds - startAtSeconds) < SAME_START_SECONDS,
  };
}
