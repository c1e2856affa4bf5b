import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { countTimers } from '#tests/support/app/held-by-page.ts';
import { startCounting, stopCounting, type Held } from '#tests/support/held.ts';

/** Linux lists the open files of a process. */
const FILES = '/proc/self/fd';

/** The files in the system's temporary folder that this process has open: a test has its files there. */
function openFiles(): string[] {
  const folder = `${realpathSync(tmpdir())}/`;
  const targets = readdirSync(FILES).map((name) => {
    try {
      return readlinkSync(`${FILES}/${name}`);
    } catch {
      // The listing's own, which is closed again.
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder));
}

/** Ends a connection that does not close within a second. The process does not wait for it. */
const isLeaving = ({ file }: Held) => file === 'server/db/postgres-client.ts';

/** In ms. */
const CLOSES_WITHIN = 1_000;

const hasList = process.platform === 'linux';
let servers = 0;

/** Counts what a server starts in this process. Call the result after it closed: no timer and no open file may be left. */
export function countServer(): () => Promise<void> {
  countTimers();
  startCounting();
  servers += 1;
  const before = hasList ? openFiles() : [];
  return async () => {
    servers -= 1;
    // What others started is theirs to end.
    if (servers > 0) return;
    const left = stopCounting().filter((one) => one.file.startsWith('server/') && !isLeaving(one));
    expect(
      left.map(({ what, file }) => `${what}, by ${file}`),
      'nothing is left behind',
    ).toEqual([]);
    // A stream that is cut closes its file a moment later.
    // Benchmarks come here too, without a runner of tests.
    const stillOpen = () => (hasList ? openFiles().filter((file) => !before.includes(file)) : []);
    for (const untilMs = performance.now() + CLOSES_WITHIN; stillOpen().length > 0 && performance.now() < untilMs;)
      await wait(20);
    expect(stillOpen()).toEqual([]);
  };
}
