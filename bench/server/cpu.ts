import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports process times in hundredths of a second, independent of the kernel's tick rate. */
const MICROSECONDS_A_TICK = 10_000;

interface Process {
  id: number;
  parent: number;
  /** CPU time of the process and its ended children, in µs. */
  time: number;
}

function readProcess(id: number): Process[] {
  try {
    // The name in parentheses may contain anything; only numbers follow it.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return [{ id, parent: Number(fields[1]), time: ticks * MICROSECONDS_A_TICK }];
  } catch {
    // The process ended after it was listed.
    return [];
  }
}

/** CPU time used by a process and its descendants, in µs; 0 when the system does not report it. */
export function cpuOf(id: number | undefined): number {
  if (process.platform !== 'linux' || id === undefined) return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const timeBelow = (parent: number): number =>
    all.filter((one) => one.parent === parent).reduce((sum, one) => sum + one.time + timeBelow(one.id), 0);
  return timeBelow(id) + (all.find((one) => one.id === id)?.time ?? 0);
}
