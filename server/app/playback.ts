import { listLiving } from '#server/watching/media/gate-store.ts';
import { createMediaGate } from '#server/watching/media/gate.ts';
import { createPreparedVideos } from '#server/watching/prepared/prepared-videos.ts';
import { createVideos } from '#server/watching/playback/videos.ts';
import { listRightsIn } from '../shop/rights.ts';
import type { ViewedCatalogue } from './catalogue.ts';
import type { Core } from './core.ts';

/** Videos that play, and who may load their files. */
export function createPlayback(core: Core, catalogue: ViewedCatalogue) {
  const { db, transact, clock, random, batching, failures, signer } = core;
  const { titles, resume, listRights } = catalogue;
  const { gate, end: onEnd } = createMediaGate({
    clock,
    findLiving: (keys) => listLiving(db, keys, clock.now()),
    batching,
    failures,
  });
  const videos = createVideos({ db, transact, clock, random, titles, resume, listRights, listRightsIn, onEnd });
  const preparedVideos = createPreparedVideos({ db, clock, random, titles, resume, listRights, signer });
  return { gate, videos, preparedVideos };
}

export type Playback = ReturnType<typeof createPlayback>;
