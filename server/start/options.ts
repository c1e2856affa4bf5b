import type { AppOptions } from '#server/app/options.ts';
import type { BackupPlan } from '#server/backup/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Later } from '#server/lib/later.ts';
import type { Random } from '#server/lib/random.ts';
import type { OpenTraces } from '#server/providers/traces.ts';
import type { SendWebhook } from '#server/providers/webhook.ts';

/** Dependencies and settings of the background jobs. Without a media folder, no videos are taken in. */
export interface JobOptions extends Pick<
  AppOptions,
  'database' | 'catalogueFolder' | 'mediaFolder' | 'mediaStore' | 'clipKeys' | 'payment' | 'mediaEdge' | 'findReader'
> {
  /** Folder in which videos are looked for. */
  watchedFolder?: string | undefined;
  /** Tells of troubles, besides the mail to owners. */
  sendWebhook?: SendWebhook | undefined;
  /** Backups that are made by themselves; undefined for none. */
  backups?: BackupPlan | undefined;
  /** Tells a tracing service of calls and jobs. */
  traces?: OpenTraces | undefined;
  /** Replaces the timers of the jobs, for tests. */
  schedule?: Later | undefined;
}

/** What each process needs, whether it answers calls, works, or both. */
export interface ProcessOptions
  extends JobOptions, Pick<AppOptions, 'delivery' | 'metricsToken' | 'trustedProxies' | 'logger'> {
  host: string;
  /** Default: at the start. */
  migrations?: 'at-start' | 'release-step';
  clock?: Clock;
  random?: Random;
}
