import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export const WITHIN_MS = 600_000;

/** The configuration of the package, in its root. */
export const ENVIRONMENT = 'etc/bora/bora.env';

export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const last = Date.now() + WITHIN_MS; Date.now() < last; await wait(500)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`In vain: ${what}.`);
}

/** Starts a program that serves until it is stopped. */
export function follow(words: readonly [string, ...string[]], started: ChildProcess[]): () => string {
  const child = spawn(words[0], words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  started.push(child);
  return () => said;
}

export const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );

/** Stops programs as systemd does. */
export async function stopAll(started: readonly ChildProcess[]): Promise<void> {
  const running = started.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
}
