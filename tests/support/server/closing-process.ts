import { endProcessInTime } from '#server/start/end-process.ts';

/*
 * A process that shuts down like the server, with a `close()` chosen by its argument. It prints when it is ready for a
 * signal and, on exit, the time since the signal in ms.
 */
const closings: Record<string, () => Promise<void>> = {
  done: () => Promise.resolve(),
  failed: () => Promise.reject(new Error('the database is gone')),
  never: () => new Promise(() => undefined),
};

let signalledAt = 0;
process.once('SIGTERM', () => (signalledAt = performance.now()));
process.on('exit', () => console.log(`ended after ${Math.round(performance.now() - signalledAt)}`));
// Keeps the process alive, as open connections do.
setInterval(() => undefined, 60_000);
endProcessInTime({ close: closings[process.argv[2] ?? '']!, explain: (error) => `not closed: ${String(error)}` });
console.log('waits');
