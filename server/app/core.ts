import { createDraftArt } from '../catalogue/pictures/draft-art.ts';
import fastifyStatic from '@fastify/static';
import { createRecord } from '#server/staff/audit/record.ts';
import { findBatching } from '../db/batching.ts';
import { createLoaders } from '../db/loader.ts';
import { createTransact } from '../db/open.ts';
import { createHttp } from '../http/http.ts';
import { installOpenApi } from '../http/openapi.ts';
import { createFailureLog } from '../lib/failure-log.ts';
import { createSecurityLog } from '../lib/security-log.ts';
import { createLimits } from '#server/accounts/limits/limits.ts';
import { failurePage } from '../pages/failures.ts';
import { createEdgeSigner } from '../providers/edge-signer.ts';
import { createMediaSigner } from '../providers/media-signer.ts';
import { findOrMakeSetting } from '../settings/store.ts';
import { installMaintenance } from '#server/monitoring/status/routes.ts';
import { createFindServiceState } from '#server/monitoring/status/service-state.ts';
import { createServiceSwitches } from '#server/monitoring/status/switches-folder.ts';
import type { AppOptions } from './options.ts';

/** Makes the dependencies that areas share: the database, time, limits, logs and signatures. */
export async function createCore(options: AppOptions) {
  const { database, clock, random, publicUrl } = options;
  const db = database.kysely;
  const transact = createTransact(db);

  const findServiceState = createFindServiceState({
    db,
    clock,
    switches:
      options.dataDir === undefined
        ? undefined
        : {
            ...createServiceSwitches(options.dataDir),
            transact,
            record: createRecord({ clock, random }, { kind: 'command', name: 'operate' }),
          },
  });
  const app = await createHttp({ ...options, mediaUrl: options.mediaEdge?.url, failurePage });
  const failures = createFailureLog(app.log, clock);
  app.decorate('failures', failures);
  database.reportTo(failures);
  options.traces?.reportTo(failures);
  installMaintenance(app, findServiceState);
  await installOpenApi(app, publicUrl);
  await app.register(fastifyStatic, { root: options.catalogueFolder, serve: false });

  const secret = await findOrMakeSetting(db, 'media-secret', () => random.secret());
  const draftArt = createDraftArt({ secret, clock });
  const artUrl = (path: string) => `${publicUrl()}/art/${path}`;
  const limits = createLimits(db, clock);
  const batching = await findBatching(database);
  const createLoader = createLoaders(batching);
  const ownSigner = createMediaSigner({ secret, publicUrl, clock, ticketSeconds: options.ticketSeconds });
  const { mediaEdge } = options;
  const signer = mediaEdge ? createEdgeSigner({ edge: mediaEdge, own: ownSigner, clock }) : ownSigner;
  return {
    options,
    app,
    database,
    db,
    transact,
    clock,
    random,
    publicUrl,
    artUrl,
    draftArt,
    findServiceState,
    failures,
    secret,
    limits,
    batching,
    createLoader,
    signer,
    mediaEdge,
    security: createSecurityLog(app.log),
  };
}

export type Core = Awaited<ReturnType<typeof createCore>>;
