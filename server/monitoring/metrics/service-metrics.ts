import { Gauge, type Registry } from 'prom-client';
import { troubleKinds, type Trouble } from '#contract/console/overview.ts';
import type { ServiceHealth } from '#contract/console/service.ts';

/** What is wrong with the service, and the disk of its videos. What cannot be read is omitted. */
export function addServiceMetrics(
  registry: Registry,
  find: { troubles(): Promise<readonly Trouble[]>; disk(): Promise<ServiceHealth['media_store']> },
): void {
  const registers = [registry];
  new Gauge({
    name: 'bora_troubles',
    help: 'What is wrong with the service now, by kind, as the console shows it',
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset();
      const troubles = await find.troubles().catch(() => undefined);
      if (troubles === undefined) return;
      // Also 0, so that an alert ends.
      for (const kind of troubleKinds) this.set({ kind }, troubles.filter((trouble) => trouble.kind === kind).length);
    },
  });
  const bytes = (name: string, help: string, valueOf: (disk: ServiceHealth['media_store']) => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await find.disk().then(valueOf, () => null);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  bytes('bora_media_free_bytes', 'Free bytes where videos are', (disk) => disk.free_bytes);
  bytes('bora_media_total_bytes', 'All bytes where videos are', (disk) => disk.total_bytes);
}
