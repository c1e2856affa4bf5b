import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { Clock } from '#server/lib/clock.ts';
import type { Later } from '#server/lib/later.ts';

/*
 * The time of an evening, in a file that all of its processes read: the instant, and how wrong the clock of each process
 * is, all in ms as 64-bit floats.
 */
const BYTES = 8;
/** More processes than an evening has. */
const SLOTS = 16;
const SIZE = BYTES * (SLOTS + 1);

export interface ClockWriter {
  publish(instantMs: number): void;
  /** Sets the clock of one process forward or back. */
  step(slot: number, byMs: number): void;
  close(): void;
}

export function createClockWriter(path: string): ClockWriter {
  const file = openSync(path, 'w+');
  const write = (value: number, place: number) => {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeDoubleLE(value);
    writeSync(file, bytes, 0, BYTES, place * BYTES);
  };
  writeSync(file, Buffer.alloc(SIZE), 0, SIZE, 0);
  return {
    publish: (instantMs) => write(instantMs, 0),
    step: (slot, byMs) => write(byMs, slot + 1),
    close: () => closeSync(file),
  };
}

/** How often due timers are looked for, in real ms. */
const LOOK_EVERY_MS = 20;

/** The clock of a process, and timers by it. */
export function openSharedClock(path: string, slot: number): { clock: Clock; schedule: Later } {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(SIZE);
  const readMs = (): number => {
    readSync(file, bytes, 0, SIZE, 0);
    return bytes.readDoubleLE(0) + bytes.readDoubleLE((slot + 1) * BYTES);
  };
  const nowMs = (): number => {
    // A value that is being written may be read in parts.
    for (let last = readMs(); ;) {
      const again = readMs();
      if (again === last) return again;
      last = again;
    }
  };
  /** Timers measure passed time, whatever date the clock shows. */
  const passedMs = (): number => {
    nowMs();
    return bytes.readDoubleLE(0);
  };
  const waiting = new Set<{ dueMs: number; work: () => void }>();
  setInterval(() => {
    const now = passedMs();
    for (const one of waiting) {
      if (one.dueMs > now) continue;
      waiting.delete(one);
      one.work();
    }
  }, LOOK_EVERY_MS).unref();
  return {
    clock: { now: () => new Date(nowMs()) },
    schedule(work, ms) {
      const one = { dueMs: passedMs() + ms, work };
      waiting.add(one);
      return () => void waiting.delete(one);
    },
  };
}
