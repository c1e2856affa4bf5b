import { createAdvertisements } from '../ads/advertisements.ts';
import { mountAdvertisements } from '../ads/routes.ts';
import { createDownloads } from '#server/watching/playback/downloads.ts';
import { createReports } from '#server/watching/playback/reports.ts';
import { mountPlayback } from '#server/watching/playback/routes.ts';
import { createStartAgain } from '#server/watching/playback/start-again.ts';
import { createTickets } from '#server/watching/playback/tickets.ts';
import { mountPreparedVideos } from '#server/watching/prepared/routes.ts';
import { createCrashes } from '#server/monitoring/quality/crashes.ts';
import { createQualities } from '#server/monitoring/quality/quality.ts';
import { mountQuality } from '#server/monitoring/quality/routes.ts';
import { listRightsIn } from '../shop/rights.ts';
import type { Mount } from '../http/mount.ts';
import type { ViewedCatalogue } from './catalogue.ts';
import type { Core } from './core.ts';
import type { Playback } from './playback.ts';
import type { Supervision } from './supervision.ts';

/** Calls about what plays, its advertisements and its quality. */
export function mountPlaybackCalls(
  core: Core,
  { titles, listRights }: ViewedCatalogue,
  { videos, preparedVideos }: Playback,
  { metrics }: Supervision,
  mount: Mount,
): void {
  const { db, transact, clock, random, batching, limits, signer } = core;
  mountPlayback(mount, {
    videos,
    downloads: createDownloads({ db, transact, clock, random, titles, listRights, listRightsIn }),
    tickets: createTickets({ db, clock, signer }),
    reports: createReports({ db, clock, batching, onBatch: metrics.observeReportBatch }),
    startAgain: createStartAgain({ db, transact, clock, titles }),
    signer,
  });
  mountPreparedVideos(mount, preparedVideos);
  mountAdvertisements(mount, {
    advertisements: createAdvertisements({ db, transact, clock, listRights }),
    videos,
    signer,
  });
  mountQuality(mount, {
    qualities: createQualities({ db, clock }),
    crashes: createCrashes({ db, clock, limits }),
  });
}
