/** Times read from a stream's packets, because headers are often wrong. In seconds. */
export interface StreamTimes {
  startSeconds: number;
  endSeconds: number;
  packets: number;
}

export interface PacketScan {
  /** A line of `-show_entries packet=stream_index,pts_time,duration_time -of csv=p=0`. */
  read(line: string): void;
  timesOf(stream: number): StreamTimes | undefined;
  /** End of the last packet of any stream; 0 without packets. */
  endSeconds(): number;
  /** The most frequent distance between the pictures, and whether others differ; undefined for less than two. */
  pictureSteps(): { readonly seconds: number; readonly isVariable: boolean } | undefined;
}

/** Time stamps of containers are rounded, Matroska's to a millisecond. */
const ROUNDING_SECONDS = 0.002;
/** Share of steps that may differ before a frame rate counts as variable: a lost frame does not make it so. */
const TOLERATED = 0.02;

/** Adds up the packets of a whole file, whose pictures are those of one stream. */
export function createPacketScan(pictureStream: number): PacketScan {
  const streams = new Map<number, StreamTimes>();
  const pictures: number[] = [];
  return {
    read(line) {
      const [index = '', pts = '', duration = ''] = line.split(',');
      const [stream, start, length] = [Number(index), Number(pts || NaN), Number(duration)];
      if (!Number.isInteger(stream) || !Number.isFinite(start)) return;
      const end = start + (Number.isFinite(length) ? length : 0);
      if (stream === pictureStream) pictures.push(start);
      const times = streams.get(stream);
      if (!times) {
        streams.set(stream, { startSeconds: start, endSeconds: end, packets: 1 });
        return;
      }
      times.startSeconds = Math.min(times.startSeconds, start);
      times.endSeconds = Math.max(times.endSeconds, end);
      times.packets += 1;
    },
    timesOf: (stream) => streams.get(stream),
    endSeconds: () => Math.max(0, ...Array.from(streams.values(), ({ endSeconds }) => endSeconds)),
    pictureSteps() {
      // B-frames are stored out of order.
      const sorted = Float64Array.from(pictures).sort();
      const steps = Float64Array.from({ length: Math.max(0, sorted.length - 1) }, (_, index) => {
        return (sorted[index + 1] ?? 0) - (sorted[index] ?? 0);
      }).filter((step) => step > 0);
      if (steps.length === 0) return undefined;
      const median = Float64Array.from(steps).sort()[Math.floor(steps.length / 2)] ?? 0;
      const alike = steps.filter((step) => Math.abs(step - median) <= ROUNDING_SECONDS);
      // The mean of rounded steps is exact where each of them is not.
      const seconds = alike.reduce((sum, step) => sum + step, 0) / alike.length;
      return { seconds, isVariable: alike.length < steps.length * (1 - TOLERATED) };
    },
  };
}
