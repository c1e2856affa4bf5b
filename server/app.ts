import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { createAccountRules } from './accounts/account-rules.ts';
import { mountAccounts } from './accounts/routes.ts';
import type { DeviceSessionsOptions } from './accounts/device-sessions.ts';
import { createFindCaller } from './accounts/sessions.ts';
import { createAdvertisements } from './ads/advertisements.ts';
import { mountAdvertisements } from './ads/routes.ts';
import { createCharts } from './catalogue/charts.ts';
import { createLists } from './catalogue/lists.ts';
import { createPresenter } from './catalogue/presenter.ts';
import { mountCatalogue } from './catalogue/routes.ts';
import { createCatalogue } from './catalogue/snapshot.ts';
import { hasArt } from './catalogue/store.ts';
import { createTitles } from './catalogue/titles.ts';
import { migrations } from './db/migrate.ts';
import { createTransact, type Database } from './db/open.ts';
import { createReads } from './db/reads.ts';
import { createDeviceAuthorizations } from './devices/device-authorizations.ts';
import { mountDevices } from './devices/routes.ts';
import { denyApproved } from './devices/store.ts';
import { createHomeRows } from './home/home-rows.ts';
import { createPreview } from './home/preview.ts';
import { mountHome } from './home/routes.ts';
import { createReadiness } from './health/readiness.ts';
import { mountHealth } from './health/routes.ts';
import { createHttp } from './http/http.ts';
import { createMount } from './http/mount.ts';
import { installOpenApi } from './http/openapi.ts';
import { installWebApp } from './http/web-app.ts';
import type { Clock } from './lib/clock.ts';
import type { Random } from './lib/random.ts';
import { createLimits } from './limits/limits.ts';
import { createOutbox, type Delivery } from './mail/outbox.ts';
import { mountMailbox } from './mail/routes.ts';
import { rememberFound } from './media/known-art.ts';
import { mountMedia } from './media/routes.ts';
import { createMetrics } from './metrics/metrics.ts';
import { mountMetrics } from './metrics/routes.ts';
import { deactivatePlayLogs } from './playback/deactivate.ts';
import { createReports } from './playback/reports.ts';
import { createResume } from './playback/resume.ts';
import { mountPlayback } from './playback/routes.ts';
import { createStartAgain } from './playback/start-again.ts';
import { createVideos } from './playback/videos.ts';
import { mountCheckout } from './pages/checkout.ts';
import { mountLink } from './pages/link.ts';
import { mountPassword } from './pages/password.ts';
import { mountSignUp } from './pages/sign-up.ts';
import { mountPages } from './pages/visits.ts';
import { createCheckPin } from './profiles/pin-check.ts';
import { createPinTries } from './profiles/pin-tries.ts';
import { createProfileChanging } from './profiles/profile-changes.ts';
import { createProfiles } from './profiles/profiles.ts';
import { mountProfiles } from './profiles/routes.ts';
import { createStatistics } from './profiles/statistics.ts';
import { createMediaSigner } from './providers/media-signer.ts';
import { createTestPayment } from './providers/payment.ts';
import { takeBackOpinions } from './reviews/profile-removal-store.ts';
import { createRatings } from './reviews/ratings.ts';
import { mountReviews } from './reviews/routes.ts';
import { createShortReviews } from './reviews/short-reviews.ts';
import { findOrMakeSetting } from './settings/store.ts';
import { mountRequests } from './requests/routes.ts';
import { createRequests } from './requests/requests.ts';
import { createOrders } from './shop/orders.ts';
import { createPurchases } from './shop/purchases.ts';
import { createListRights } from './shop/rights.ts';
import { mountShop } from './shop/routes.ts';
import { createOrders as createOperatorOrders } from './status/orders-folder.ts';
import { installMaintenance, mountStatus } from './status/routes.ts';
import { createFindServiceState } from './status/service-state.ts';
import { mountWishes } from './wishes/routes.ts';
import { createWishes } from './wishes/wishes.ts';

export interface AppOptions {
  /** Open and migrated; the app does not close it. */
  database: Database;
  clock: Clock;
  random: Random;
  /** Where the paths of the catalogue's records start. */
  catalogueFolder: string;
  /** The built app; need not exist. */
  webFolder: string;
  /** What addresses in answers start with. */
  publicUrl(): string;
  /** Orders are paid by a press of a button; without it nothing can be ordered. */
  hasTestPayment: boolean;
  /** Where mails go. */
  delivery: Delivery;
  /** The folder that is this process's alone, where an operator leaves orders. */
  dataDir?: string | undefined;
  /** Who has it is told the figures at /metrics; without one, this machine alone is. */
  metricsToken?: string | undefined;
  /** Whose word on the caller's address is taken; this machine's when left out. */
  trustedProxies?: string | undefined;
  logger?: FastifyServerOptions['logger'];
}

/** Builds the server without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, clock, random, publicUrl } = options;
  const db = database.kysely;
  const transact = createTransact(db);

  const findServiceState = createFindServiceState({
    db,
    clock,
    orders: options.dataDir === undefined ? undefined : createOperatorOrders(options.dataDir),
  });
  const app = await createHttp(options);
  installMaintenance(app, findServiceState);
  await installOpenApi(app, publicUrl);
  await app.register(fastifyStatic, { root: options.catalogueFolder, serve: false });

  const secret = await findOrMakeSetting(db, 'media-secret', () => random.secret());
  const artUrl = (path: string) => `${publicUrl()}/art/${path}`;
  const limits = createLimits(db, clock);
  const reads = createReads(database);
  const listRights = createListRights({ db, reads, clock });
  const signer = createMediaSigner(secret, publicUrl);
  const catalogue = createCatalogue({ db, reads, clock });
  const charts = createCharts({ db, reads, clock });
  const resume = createResume({ db, reads, catalogue });
  const titles = createTitles({ db, reads, catalogue });
  const lists = createLists({ catalogue, charts, titles });
  const present = createPresenter({ artUrl, clock, resume, listRights });
  const videos = createVideos({ db, transact, clock, random, titles, resume, listRights });
  const findCaller = createFindCaller(db, reads);
  const outbox = createOutbox({
    db,
    transact,
    clock,
    random,
    publicUrl,
    delivery: options.delivery,
    findContent: (tx, mail) => accounts.newPasswords.makeReset(tx, mail.recipient),
    log: app.log,
  });
  const deactivate: DeviceSessionsOptions['deactivate'] = (tx, accountId, isEnded) =>
    deactivatePlayLogs(tx, { accountId, now: clock.now(), isEnded });
  const accounts = createAccountRules({
    db,
    transact,
    clock,
    random,
    limits,
    outbox,
    findCaller,
    deactivate,
    onSignOut: (tx, session) => videos.closeOfDevice(tx, session),
    onNewPassword: (tx, accountId) => denyApproved(tx, accountId),
  });
  const authorizations = createDeviceAuthorizations({
    db,
    transact,
    clock,
    random,
    limits,
    outbox,
    deviceSessions: accounts.deviceSessions,
  });
  const checkPin = createCheckPin(createPinTries(transact, clock));
  const changes = createProfileChanging({
    db,
    transact,
    clock,
    random,
    checkPin,
    deactivate,
    onRemove: takeBackOpinions,
  });

  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
  });
  mountMetrics(app, metrics, options.metricsToken);
  mountHealth(app, createReadiness(db, Object.keys(migrations)));

  const mount = createMount(app, findCaller);
  mountStatus(mount, clock, findServiceState);
  mountAccounts(mount, accounts, clock);
  mountDevices(mount, { authorizations, clock, publicUrl });
  mountProfiles(
    mount,
    {
      profiles: createProfiles({ db, transact, clock, random, checkPin }),
      changes,
      statistics: createStatistics(db, clock),
    },
    artUrl,
  );
  mountCatalogue(mount, { titles, lists, resume, present });
  mountWishes(mount, createWishes({ db, transact, clock, titles }));
  mountRequests(mount, createRequests({ db, clock, titles }));
  const hasTile = rememberFound((path) =>
    access(join(options.catalogueFolder, path)).then(
      () => true,
      () => false,
    ),
  );
  mountHome(
    mount,
    createHomeRows({ db, reads, clock, catalogue, charts, titles, lists, resume, present, artUrl, log: app.log }),
    createPreview({ clock, catalogue, charts, artUrl, hasFile: hasTile }),
  );
  mountPlayback(mount, {
    videos,
    reports: createReports({ db, clock, atOnce: database.atOnce, onBatch: metrics.observeReportBatch }),
    startAgain: createStartAgain({ db, transact, clock, titles }),
    signer,
  });
  mountAdvertisements(mount, {
    advertisements: createAdvertisements({ db, clock, titles, listRights }),
    videos,
    signer,
  });
  mountReviews(mount, {
    ratings: createRatings({ db, transact, clock, titles }),
    shortReviews: createShortReviews({ db, transact, clock, random, limits, titles }),
    present,
    artUrl,
  });
  const payment = options.hasTestPayment ? createTestPayment(publicUrl) : undefined;
  const orders = createOrders({ db, transact, clock, random, titles, listRights, payment });
  mountShop(mount, orders, createPurchases({ db, clock, catalogue, titles, present }));
  const formSecret = await findOrMakeSetting(db, 'form-secret', () => random.secret());
  mountPages(app, { secret: formSecret, random, publicUrl, findCaller }, (pages) => {
    mountLink(pages, { authorizations, signIn: accounts.signIn });
    mountSignUp(pages, accounts);
    mountPassword(pages, accounts.newPasswords);
    if (options.hasTestPayment) mountCheckout(pages, orders);
  });
  mountMedia(app, {
    clock,
    secret,
    folder: options.catalogueFolder,
    isArt: rememberFound(
      async (path) => (await hasArt(db, path)) || hasArt(db, path.replace(/tile\.jpg$/, 'wide.webp')),
    ),
  });
  if (options.delivery.kind === 'mailbox') mountMailbox(app, outbox);
  app.addHook('onReady', async () => outbox.start());
  app.addHook('onClose', () => outbox.stop());
  installWebApp(app, options.webFolder);
  return app;
}
