import { Gauge, type Registry } from 'prom-client';
import { troubleKinds, type OpenedRow, type Trouble } from '#contract/console/overview.ts';
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

/** The rows in which viewers choose titles. A process that cannot read them shows none. */
export function addRowMetrics(registry: Registry, find: () => Promise<readonly OpenedRow[]>): void {
  const gauge = (name: string, help: string, valueOf: (row: OpenedRow) => number) =>
    new Gauge({
      name,
      help: `${help}, by row, in the last seven days in Korea; rows of fewer than five accounts are left out`,
      labelNames: ['row'],
      registers: [registry],
      async collect() {
        const rows = await find().catch(() => []);
        this.reset();
        for (const one of rows) this.set({ row: one.row }, valueOf(one));
      },
    });
  gauge('bora_row_pages_opened', 'Pages of titles that accounts opened', ({ cnt_page }) => cnt_page);
  gauge('bora_row_titles_opened', 'Titles that accounts chose and began', ({ cnt_opened }) => cnt_opened);
  gauge('bora_row_titles_watched', 'Of these, titles watched for ten minutes', ({ cnt_watched }) => cnt_watched);
}
