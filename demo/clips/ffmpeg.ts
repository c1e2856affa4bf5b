import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Runs ffmpeg. Throws with the end of its output when it fails. */
export async function ffmpeg(args: readonly string[]): Promise<string> {
  const child = startFfmpeg(args);
  return finished(child);
}

/** Starts ffmpeg, which reads pictures from its standard input. */
export function startFfmpeg(args: readonly string[]): ChildProcess {
  return spawn('nice', ['ffmpeg', '-hide_banner', '-y', '-loglevel', 'info', '-nostats', ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

export async function finished(child: ChildProcess): Promise<string> {
  let messages = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    messages = (messages + chunk.toString()).slice(-20_000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}:\n${messages.slice(-2_000)}`);
  return messages;
}
