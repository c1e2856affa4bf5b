/** Times read from a stream's packets, because headers are often wrong. In seconds. */
export interface StreamTimes {
  startSeconds: number;
  endSeconds: number;
  packets: number;
}

export interface PictureTimes {
  /** When the pictures are shown, ascending. Packets of one instant, such as hidden frames, are one picture. */
  readonly seconds: Float64Array;
  /** The first packet does not say when its picture is shown: ffmpeg would show it later by the delay of its decoder. */
  readonly isUntimed: boolean;
}

export interface PacketScan {
  /**
   * A line of `-show_entries packet=stream_index,pts_time,dts_time,duration_time,flags -of csv=p=0`. Without the decoding time and the
   * flags, as three fields, it is read too.
   */
  read(line: string): void;
  timesOf(stream: number): StreamTimes | undefined;
  /** End of the last packet of any stream; 0 without packets. */
  endSeconds(): number;
  picturesOf(stream: number): PictureTimes;
  /** The clock of a recording jumped, so the header's length, which is that of the clock, is wrong. */
  hasJumped(): boolean;
  /** The most frequent distance between the pictures, and whether others differ; undefined for less than two. */
  pictureSteps(stream?: number): { readonly seconds: number; readonly isVariable: boolean } | undefined;
}

/** Time stamps of containers are rounded, Matroska's to a millisecond. */
const ROUNDING_SECONDS = 0.002;
/** Shorter distances belong to one picture: hidden frames have the time of the next one, or a millisecond more. */
const SAME_SECONDS = 0.0015;
/** Share of steps that may differ before a frame rate counts as variable: a lost frame does not make it so. */
const TOLERATED = 0.02;
/** From this size on, ffmpeg takes a jump for a new clock and continues at the time before it: its `dts_delta_threshold`. */
const JUMP_SECONDS = 10;
/** The same for a jump backwards. */
const BACK_SECONDS = 0.1;

interface Stream extends StreamTimes {
  /** In the order of the file; NaN where the container says nothing. */
  readonly shown: number[];
  readonly decoded: number[];
  readonly durations: number[];
}

/**
 * Adds up the packets of a whole file.
 *
 * @param pictureStreams streams that may be the pictures
 * @param clockStreams streams of a container whose clock may jump, as in recordings; empty for others
 */
export function createPacketScan(
  pictureStreams: number | readonly number[],
  clockStreams: readonly number[] = [],
): PacketScan {
  const wanted = typeof pictureStreams === 'number' ? [pictureStreams] : pictureStreams;
  const streams = new Map<number, Stream>();
  const { offsetAt, hasJumped } = createClock(clockStreams);
  const pictures = new Map<number, PictureTimes>();
  const picturesOf = (index: number): PictureTimes => {
    const known = pictures.get(index);
    if (known) return known;
    const found = pictureTimes(streams.get(index));
    pictures.set(index, found);
    return found;
  };
  const timesOf = (index: number): StreamTimes | undefined => {
    const times = streams.get(index);
    if (times === undefined) return undefined;
    const { startSeconds, endSeconds, packets } = times;
    const [first, last] = [picturesOf(index).seconds[0], picturesOf(index).seconds.at(-1)];
    if (!times.shown.some(Number.isNaN) || first === undefined || last === undefined)
      return { startSeconds, endSeconds, packets };
    return { startSeconds: first, endSeconds: last + (times.durations.at(-1) ?? 0), packets };
  };
  return {
    read(line) {
      const fields = line.split(',');
      const [index, pts] = [Number(fields[0] || NaN), Number(fields[1] || NaN)];
      const [dts, length] =
        fields.length === 3 ? [pts, Number(fields[2])] : [Number(fields[2] || NaN), Number(fields[3])];
      // An edit list hides the packets that only the decoder needs.
      if (!Number.isInteger(index) || fields[4]?.includes('D')) return;
      const duration = Number.isFinite(length) ? length : 0;
      const offset = offsetAt(index, Number.isFinite(dts) ? dts : pts, duration);
      const start = (Number.isFinite(pts) ? pts : dts) + offset;
      if (!Number.isFinite(start)) return;
      const times = streams.get(index) ?? {
        startSeconds: start,
        endSeconds: start,
        packets: 0,
        shown: [],
        decoded: [],
        durations: [],
      };
      streams.set(index, times);
      times.startSeconds = Math.min(times.startSeconds, start);
      times.endSeconds = Math.max(times.endSeconds, start + duration);
      times.packets += 1;
      if (!wanted.includes(index)) return;
      pictures.delete(index);
      times.shown.push(pts + offset);
      times.decoded.push(dts + offset);
      times.durations.push(duration);
    },
    timesOf,
    endSeconds: () => Math.max(0, ...Array.from(streams.values(), ({ endSeconds }) => endSeconds)),
    picturesOf,
    hasJumped,
    pictureSteps: (stream = wanted[0] ?? 0) => stepsOf(picturesOf(stream).seconds),
  };
}

/** Follows the clock of a recording as ffmpeg does: after a jump, time continues where it was. @returns the offset to add to a packet's times. */
function createClock(streams: readonly number[]) {
  const next = new Map<number, number>();
  let offset = 0;
  const offsetAt = (stream: number, dts: number, duration: number): number => {
    if (!streams.includes(stream) || !Number.isFinite(dts)) return offset;
    const expected = next.get(stream);
    const delta = expected === undefined ? 0 : dts + offset - expected;
    if (Math.abs(delta) > JUMP_SECONDS || delta + BACK_SECONDS < -duration) offset -= delta;
    next.set(stream, dts + offset + duration);
    return offset;
  };
  return { offsetAt, hasJumped: () => offset !== 0 };
}

function pictureTimes(stream: Stream | undefined): PictureTimes {
  if (stream === undefined) return { seconds: new Float64Array(), isUntimed: false };
  const { shown, decoded } = stream;
  const [first = NaN, firstDecoded = NaN] = [shown[0], decoded[0]];
  // B-frames are stored out of order, but the distances of the decoding times are those of the pictures.
  const delay = Number.isFinite(first - firstDecoded) ? first - firstDecoded : 0;
  const times = shown.some(Number.isNaN)
    ? decoded.map((time, index) => (Number.isFinite(time) ? time + delay : (shown[index] ?? NaN)))
    : shown;
  const sorted = Float64Array.from(times).filter(Number.isFinite).sort();
  let last = -Infinity;
  const seconds = sorted.filter((time) => {
    if (time - last < SAME_SECONDS) return false;
    last = time;
    return true;
  });
  return { seconds, isUntimed: Number.isNaN(first) };
}

function stepsOf(sorted: Float64Array): { seconds: number; isVariable: boolean } | undefined {
  const steps = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
  if (steps.length === 0) return undefined;
  const median = Float64Array.from(steps).sort()[Math.floor(steps.length / 2)] ?? 0;
  const alike = steps.filter((step) => Math.abs(step - median) <= ROUNDING_SECONDS);
  // The mean of rounded steps is exact where each of them is not.
  const seconds = alike.reduce((sum, step) => sum + step, 0) / alike.length;
  return { seconds, isVariable: alike.length < steps.length * (1 - TOLERATED) };
}
