import { Gauge, type Registry } from 'prom-client';
import type { PlaybackQuality } from '#contract/console/overview.ts';
import { START_PARTS } from '#server/monitoring/quality/start-parts.ts';
import type { LiveSummary } from '#server/monitoring/quality/summary.ts';

/**
 * The figures of the console's first place, of the last hour and the whole service, as a worker counted them. A process
 * that cannot read them shows none.
 */
export function addPlaybackMetrics(registry: Registry, find: () => Promise<LiveSummary | undefined>): void {
  const read = () => find().catch(() => undefined);

  /** @param values labels and value of each series; null for none */
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    values: (figures: LiveSummary) => readonly (readonly [Record<string, string>, number | null])[],
  ) =>
    new Gauge({
      name,
      help: `${help}: whole service`,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        const figures = await read();
        for (const [labels, value] of figures ? values(figures) : []) if (value !== null) this.set(labels, value);
      },
    });
  const byPlatform = (name: string, help: string, value: (quality: PlaybackQuality) => number | null) =>
    gauge(name, help, ['platform'], ({ by_platform: all }) =>
      all.map(({ platform, quality }) => [{ platform }, value(quality)]),
    );
  const single = (name: string, help: string, value: (figures: LiveSummary) => number) =>
    gauge(name, help, [], (figures) => [[{}, value(figures)]]);

  gauge('bora_playing', 'Playbacks of the last minutes', ['platform'], ({ cnt_playing: playing }) =>
    Object.entries(playing).map(([platform, count]) => [{ platform }, count]),
  );
  byPlatform('bora_playbacks_last_hour', 'Playbacks that reported their quality', (quality) => quality.cnt_playback);
  byPlatform('bora_playbacks_failed_last_hour', 'Playbacks with a failure', (quality) => quality.cnt_failed);
  byPlatform(
    'bora_rebuffer_ratio',
    'Waiting in waiting and playing, of the last hour',
    (quality) => quality.rebuffer_ratio,
  );
  byPlatform('bora_dropped_frames_ratio', 'Dropped frames, of the last hour', (quality) => quality.dropped_ratio);
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  gauge(
    'bora_first_frame_seconds',
    'Time to the first frame, of the last hour',
    ['platform', 'percentile'],
    ({ by_platform: all }) =>
      all.flatMap(({ platform, quality }) => [
        [{ platform, percentile: '50' }, seconds(quality.startup_p50_ms)] as const,
        [{ platform, percentile: '95' }, seconds(quality.startup_p95_ms)] as const,
      ]),
  );
  gauge(
    'bora_start_part_seconds',
    'Mean parts of the time to the first frame, of the last hour',
    ['platform', 'engine', 'part'],
    // A summary of the version before has none.
    ({ by_engine: all = [] }) =>
      all.flatMap(({ platform, engine, quality: { start } }) =>
        start
          ? START_PARTS.map(
              (part) => [{ platform, engine, part: part.replace('_ms', '') }, seconds(start[part])] as const,
            )
          : [],
      ),
  );
  gauge(
    'bora_prepared_ratio',
    'Playbacks whose first segments were loaded before the press, of the last hour',
    ['platform', 'engine'],
    ({ by_engine: all = [] }) =>
      all.map(({ platform, engine, quality }) => [{ platform, engine }, quality.prepared_ratio]),
  );
  gauge(
    'bora_playback_failures_last_hour',
    'Playbacks by failure code and engine, the most frequent',
    ['code', 'engine'],
    ({ failures }) => failures.map(({ code, engine, cnt }) => [{ code, engine }, cnt]),
  );
  single('bora_playback_starts_last_hour', 'Opened videos', (figures) => figures.cnt_start);
  single('bora_watched_seconds_last_hour', 'Watch time of the opened videos', (figures) => figures.play_seconds);
  single('bora_sign_ups_last_hour', 'New accounts', (figures) => figures.cnt_sign_up);
  single('bora_orders_last_hour', 'Paid orders', (figures) => figures.cnt_order);
  single('bora_crashed_defects_last_hour', 'Defects of the app that crashed it', (figures) => figures.cnt_crashed);
}
