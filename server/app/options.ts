import type { FastifyServerOptions } from 'fastify';
import type { ConsoleFinding } from '#contract/console/service.ts';
import type { Database } from '../db/open.ts';
import type { Strain } from '#server/http/security.ts';
import type { ConnectionTimes } from '../http/connections.ts';
import type { CountryOptions } from '../http/country.ts';
import type { Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import type { Random } from '../lib/random.ts';
import type { Traces } from '../lib/traces.ts';
import type { Delivery } from '../mail/outbox.ts';
import type { FindReader } from '#server/intake/letters/find-reader.ts';
import type { FindTroubles } from '#server/monitoring/quality/find-troubles.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import type { MediaEdge } from '../providers/edge-signer.ts';
import type { IdentityProvider } from '../providers/identity.ts';
import type { MediaStore } from '../providers/media-store.ts';
import type { PaymentProvider } from '../providers/payment.ts';
import type { StaffProvider } from '../staff/provider/provider-sign-in.ts';

export interface AppOptions {
  /** Open and migrated; the app does not close it. */
  database: Database;
  clock: Clock;
  random: Random;
  /** Base folder of the paths in the catalogue's records. */
  catalogueFolder: string;
  /** Where jobs work on own videos. Default: the catalogue's folder. */
  mediaFolder?: string | undefined;
  /** Where own videos, and pictures that operators upload, are stored. */
  mediaStore: MediaStore;
  /** Keys of protected clips; undefined to protect none. */
  clipKeys?: ClipKeys | undefined;
  /** Whether a worker looks for videos in a folder. */
  isWatching?: boolean | undefined;
  /** Finds what reads letters of picture subtitles. Default: a program of this machine. */
  findReader?: FindReader | undefined;
  /** Serves media to players. Default: this server. */
  mediaEdge?: MediaEdge | undefined;
  /** Folder of the built app; may be missing. */
  webFolder: string;
  /** Base of the addresses in answers. */
  publicUrl(): string;
  /** Test payment: a button press pays orders. Without it and without a provider the shop is closed. */
  hasTestPayment: boolean;
  /** Replaces the test payment. */
  payment?: PaymentProvider | undefined;
  /** Checks ages. Without it, only accounts that have proved their age can watch titles for adults. */
  identity?: IdentityProvider | undefined;
  /** Where staff sign in, besides passwords. */
  staffProvider?: StaffProvider | undefined;
  /** Looks at everything around the service that can be wrong. Default: finds nothing. */
  examineService?: (() => Promise<ConsoleFinding[]>) | undefined;
  /** Whether the environment names a receiver of troubles. */
  hasTroubleWebhook?: boolean;
  /** Delivery of mails. */
  delivery: Delivery;
  /** Whether this process delivers them; otherwise a worker does. Default: yes. */
  isMailSender?: boolean | undefined;
  /** How often it looks for mails that no call of its own has announced, in ms. */
  lookForMailEveryMs?: number | undefined;
  /** Lifetime of a media ticket in seconds, short behind a CDN. Default: as long as its play log. */
  ticketSeconds?: number | undefined;
  /** The operators' console: its calls and its page. Default: on. */
  console?: 'on' | 'off' | undefined;
  /** Folder of the console's built page; may be missing. */
  consoleFolder?: string | undefined;
  /** Folder of the built documentation; may be missing. */
  docsFolder?: string | undefined;
  /** Folder of the app's source maps, by version; may be missing. */
  mapsFolder?: string | undefined;
  /** Folder exclusive to this process, where an operator leaves service switches. */
  dataDir?: string | undefined;
  /** Token that grants access to /metrics. Default: only this machine may read it. */
  metricsToken?: string | undefined;
  /** Trusted proxies, in Fastify's `trustProxy` syntax. Default: this machine. */
  trustedProxies?: string | undefined;
  /** Where the service is, if it is in several countries. */
  countries?: CountryOptions | undefined;
  /** Which calls to refuse under load. Default: by the event loop's delay, which tests on a busy machine must not see. */
  strain?: (() => Strain) | undefined;
  /** Connection timeouts; tests use milliseconds. */
  connectionTimes?: ConnectionTimes | undefined;
  /** Tells a tracing service of calls. */
  traces?: Traces | undefined;
  logger?: FastifyServerOptions['logger'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Log of background failures. */
    failures: FailureLog;
    /** What is wrong with the service now. */
    findTroubles: FindTroubles;
  }
}
