/** Progress of ffmpeg: encoded seconds, and how many of them are encoded per second. */
export interface Progress {
  readonly seconds: number;
  readonly frames: number;
  readonly speed?: number;
}

/** Reads the lines of `-progress pipe:1`, which come in blocks that end with `progress=`. */
export function createProgressReader(report: (progress: Progress) => void): (line: string) => void {
  let seconds = 0;
  let frames = 0;
  let speed: number | undefined;
  return (line) => {
    const [name, value = ''] = line.trim().split('=');
    if (name === 'out_time_us' && Number.isFinite(Number(value))) seconds = Math.max(0, Number(value) / 1e6);
    if (name === 'frame' && Number.isFinite(Number(value))) frames = Number(value);
    if (name === 'speed') speed = Number(/^\s*([\d.]+)x/.exec(value)?.[1] ?? NaN);
    if (name !== 'progress') return;
    report({ seconds, frames, ...(speed !== undefined && Number.isFinite(speed) && { speed }) });
  };
}
