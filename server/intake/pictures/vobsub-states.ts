import type { ShownState, Size } from './picture.ts';
import { subtitlePackets } from './program-stream.ts';
import type { DiscIndex, IndexedTrack } from './read-idx.ts';
import { reachOf, readDiscPacket } from './read-vobsub.ts';

const HD: Size = { width: 1920, height: 1080 };

/** The canvas of a stream with one track that does not say it, or says one that is too small. */
export function canvasFor(bytes: Buffer, canvas: Size): Size {
  for (const { data } of subtitlePackets(bytes, () => undefined)) {
    try {
      const { width, height } = reachOf(data);
      if (width > canvas.width || height > canvas.height) return HD;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return canvas;
}

/** The states of a stream with one track. */
export function* readStreamStates(bytes: Buffer, index: DiscIndex, onLost: () => void): Generator<ShownState> {
  for (const { seconds, data } of subtitlePackets(bytes, onLost))
    if (seconds !== null) yield* stateOf(data, seconds, index, onLost);
}

/** The states of one language of a file `sub`. Tools that move subtitles change the times of its index alone. */
export function* readIndexedStates(
  bytes: Buffer,
  index: DiscIndex,
  { track, entries }: IndexedTrack,
  onLost: () => void,
): Generator<ShownState> {
  const times = new Map(entries.map(({ position, seconds }) => [position, seconds]));
  for (const packet of subtitlePackets(bytes, () => undefined)) {
    const seconds = packet.track === track ? times.get(packet.position) : undefined;
    if (seconds === undefined) continue;
    times.delete(packet.position);
    yield* stateOf(packet.data, seconds, index, onLost);
  }
  for (let missing = times.size; missing > 0; missing -= 1) onLost();
}

function* stateOf(data: Buffer, seconds: number, index: DiscIndex, onLost: () => void): Generator<ShownState> {
  try {
    yield readDiscPacket(data, seconds, index);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    onLost();
  }
}
