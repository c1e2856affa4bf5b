import { findJobStatus } from '#server/jobs/status.ts';
import { addressOf } from '../http/addresses.ts';
import { createIsTelling } from '#server/watching/media/tell-edges.ts';
import { mountEdge } from '#server/watching/media/edge-routes.ts';
import { mountMedia } from '#server/watching/media/routes.ts';
import { createSendFile } from '#server/watching/media/send-file.ts';
import { mountLicenses } from '#server/watching/protection/index.ts';
import type { ViewedCatalogue } from './catalogue.ts';
import type { Core } from './core.ts';
import type { Playback } from './playback.ts';

/** Files for players: pictures, clips and keys. */
export function mountFiles(
  core: Core,
  { art }: Pick<ViewedCatalogue, 'art'>,
  { gate, preparedVideos }: Pick<Playback, 'gate' | 'preparedVideos'>,
): void {
  const { options, app, db, clock, secret, failures, mediaEdge, draftArt } = core;
  const send = createSendFile({ ...options, failures, addressOf });
  mountMedia(app, { clock, secret, gate, send, art, draftArt, takeBytes: preparedVideos.takeBytes, addressOf });
  if (options.clipKeys) mountLicenses(app, { db, clock, secret, gate, clipKeys: options.clipKeys });
  if (!mediaEdge) return;
  const isTelling =
    mediaEdge.told.length === 0
      ? () => Promise.resolve(false)
      : createIsTelling({ clock, findJob: (name) => findJobStatus(db, name, clock.now()) });
  mountEdge(app, { secret: mediaEdge.secret, gate, send, isTelling });
}
