import { monitorEventLoopDelay } from 'node:perf_hooks';

/* Preloaded into the server: reports its heap after a garbage collection, and the delays of its event loop since the last report. */
const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();

process.on('message', () => {
  const [p99, max] = [delays.percentile(99) / 1e6, delays.max / 1e6];
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({ heapUsed: process.memoryUsage().heapUsed, p99, max });
  delays.reset();
});
