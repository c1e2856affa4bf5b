/** Preloaded into the server: reports its memory after a garbage collection to its parent. */
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, heapUsed, external });
});
