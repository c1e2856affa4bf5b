import type { FastifyServerOptions } from 'fastify';
import type { BackupPlan } from '#server/backup/index.ts';
import type { Database } from '#server/db/open.ts';
import type { FindReader } from '#server/intake/letters/find-reader.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Later } from '#server/lib/later.ts';
import type { Random } from '#server/lib/random.ts';
import type { OpenTraces } from '#server/providers/traces.ts';
import type { Delivery } from '#server/mail/outbox.ts';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import type { PaymentProvider } from '#server/providers/payment.ts';
import type { SendWebhook } from '#server/providers/webhook.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';

/** What the background jobs need. */
export interface JobOptions {
  database: Database;
  /** Where the files of the catalogue are. The demo's titles need the demo's folder. */
  catalogueFolder: string;
  /** Where jobs work on own videos. Default: none are taken in. */
  mediaFolder?: string | undefined;
  /** Where own videos are stored. */
  mediaStore: MediaStore;
  /** Keys of protected clips; undefined to protect none. */
  clipKeys?: ClipKeys | undefined;
  /** Folder in which videos are looked for. */
  watchedFolder?: string | undefined;
  /** Takes the money, and is asked about payments; undefined for none. */
  payment?: PaymentProvider | undefined;
  /** Serves media to players, and is told which playbacks have ended. Default: this server. */
  mediaEdge?: MediaEdge | undefined;
  /** Tells of troubles, besides the mail to owners. */
  sendWebhook?: SendWebhook | undefined;
  /** Backups that are made by themselves; undefined for none. */
  backups?: BackupPlan | undefined;
  /** Tells a tracing service of calls and jobs. */
  traces?: OpenTraces | undefined;
  /** Finds the program that reads picture subtitles. Default: tesseract of this machine. */
  findReader?: FindReader | undefined;
  /** Replaces the timers of the jobs, for tests. */
  schedule?: Later | undefined;
}

/** What each process needs, whether it answers calls, works, or both. */
export interface ProcessOptions extends JobOptions {
  host: string;
  /** Delivery of mails. */
  delivery: Delivery;
  /** Default: at the start. */
  migrations?: 'at-start' | 'release-step';
  metricsToken?: string | undefined;
  /** Trusted proxies, in Fastify's `trustProxy` syntax. Default: this machine. */
  trustedProxies?: string;
  clock?: Clock;
  random?: Random;
  logger?: FastifyServerOptions['logger'];
}
