import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second, whatever its own clock does. */
const MICROSECONDS_A_TICK = 10_000;

interface Process {
  id: number;
  parent: number;
  /** Its own time and that of its children that have ended, in µs. */
  time: number;
}

function readProcess(id: number): Process[] {
  try {
    // The name in brackets may hold anything; behind it stand numbers.
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return [{ id, parent: Number(fields[1]), time: ticks * MICROSECONDS_A_TICK }];
  } catch {
    // It has ended since it was listed.
    return [];
  }
}

/** Processor time that a process and all below it have used until now, in µs; 0 where the system does not tell. */
export function cpuOf(id: number | undefined): number {
  if (process.platform !== 'linux' || id === undefined) return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const timeBelow = (parent: number): number =>
    all.filter((one) => one.parent === parent).reduce((sum, one) => sum + one.time + timeBelow(one.id), 0);
  return timeBelow(id) + (all.find((one) => one.id === id)?.time ?? 0);
}
