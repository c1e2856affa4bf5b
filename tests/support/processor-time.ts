/** @returns the processor time of synchronous work, in ms: a clock would also count the other work of a busy machine. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
