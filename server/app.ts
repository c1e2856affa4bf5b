import { setTimeout as wait } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { createAccountRules } from './accounts/account-rules.ts';
import { createMakeReset } from './accounts/make-reset.ts';
import { mountAccounts } from './accounts/routes.ts';
import { createDeviceOperations } from './accounts/device-operations.ts';
import type { DeviceSessionsOptions } from './accounts/device-sessions.ts';
import { findAccountById } from './accounts/store.ts';
import { createFindCaller } from './accounts/sessions.ts';
import { createAdOperations } from './ads/ad-operations.ts';
import { createAdvertisements } from './ads/advertisements.ts';
import { mountAdvertisements, mountOperatedAdvertisements } from './ads/routes.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { createRecord, type RecordChange } from './audit/record.ts';
import { mountAudit } from './audit/routes.ts';
import { isWithin } from './lib/age-limit.ts';
import { createArt } from './catalogue/art.ts';
import { createCharts } from './catalogue/charts.ts';
import { hasFile } from './catalogue/format/index.ts';
import { createLists } from './catalogue/lists.ts';
import { createPresenter } from './catalogue/present-for-caller.ts';
import { createListReleases } from './catalogue/releases.ts';
import { mountCatalogue } from './catalogue/routes.ts';
import { createCatalogue } from './catalogue/snapshot.ts';
import { findContentRating } from './catalogue/store.ts';
import { createTitles } from './catalogue/titles.ts';
import { createTrailerUrl } from './catalogue/trailers.ts';
import { createFindVersion } from './catalogue/version.ts';
import { createTitleEditing } from './catalogue/title-editing.ts';
import { createTitleOperations } from './catalogue/title-operations.ts';
import { createPreviewTitle } from './catalogue/title-preview.ts';
import { createShowAccount } from './console/accounts.ts';
import { createHealth } from './console/health.ts';
import { mountConsole, mountSupport, mountTitleEditing } from './console/routes.ts';
import { migrations } from './db/migrate.ts';
import { createTransact, type Database } from './db/open.ts';
import { findBatching } from './db/batching.ts';
import { createLoaders } from './db/loader.ts';
import { createCheckClock, findClockAheadMs } from './db/right-clock.ts';
import { createDeviceAuthorizations } from './devices/device-authorizations.ts';
import { mountDevices } from './devices/routes.ts';
import { denyApproved } from './devices/store.ts';
import { createHomeRows } from './home/home-rows.ts';
import { createOwnPreview } from './home/own-preview.ts';
import { createPreview } from './home/preview.ts';
import { mountHome } from './home/routes.ts';
import { createFindHidden } from './hidden/find-hidden.ts';
import { createHiddenTitles } from './hidden/hidden-titles.ts';
import { mountHidden } from './hidden/routes.ts';
import { createHistory } from './history/history.ts';
import { createMarks } from './history/marks.ts';
import { mountHistory } from './history/routes.ts';
import { consoleFolder, mapsFolder } from './folders.ts';
import { createReadiness } from './health/readiness.ts';
import { mountHealth } from './health/routes.ts';
import { addressOf } from './http/addresses.ts';
import type { ConnectionTimes } from './http/connections.ts';
import { createHttp } from './http/http.ts';
import { createMount } from './http/mount.ts';
import { createIdentifyStaff, createMountConsole, type MountConsoleOptions } from './http/mount-console.ts';
import { mountUploads } from './http/mount-uploads.ts';
import { installOpenApi } from './http/openapi.ts';
import { installUnknownPaths } from './http/unknown-paths.ts';
import { installConsolePage, installWebApp } from './http/web-app.ts';
import { createExports } from './leaving/exports.ts';
import { createLeaving } from './leaving/leaving.ts';
import { mountLeaving, mountOperatedLeaving } from './leaving/routes.ts';
import { createIdentityChecks } from './identity/identity-checks.ts';
import { mountIdentity } from './identity/routes.ts';
import { createInputs } from './inputs/inputs.ts';
import { mountInputs } from './inputs/routes.ts';
import { listRevisions } from './inputs/store.ts';
import { createWaitingCalls } from './inputs/waiting-calls.ts';
import {
  createInbox,
  createMarkEditing,
  createMediaOperations,
  createUploads,
  drawPicture,
  OWN_COLOR,
} from './intake/index.ts';
import { countByState } from './intake/store.ts';
import { findTools } from './intake/tools.ts';
import { listJobStatus } from './jobs/status.ts';
import type { Clock } from './lib/clock.ts';
import { createFailureLog, type FailureLog } from './lib/failure-log.ts';
import { later } from './lib/later.ts';
import type { Random } from './lib/random.ts';
import { createSecurityLog } from './lib/security-log.ts';
import { createLimits } from './limits/limits.ts';
import { createOutbox, createPutMail, type Delivery } from './mail/outbox.ts';
import { mountMailbox } from './mail/routes.ts';
import { mountEdge } from './media/edge-routes.ts';
import { createMediaGate } from './media/gate.ts';
import { listLiving } from './media/gate-store.ts';
import { mountMedia } from './media/routes.ts';
import { createSendFile } from './media/send-file.ts';
import { createMetrics } from './metrics/metrics.ts';
import { mountMetrics } from './metrics/routes.ts';
import { deactivatePlayLogs } from './playback/deactivate.ts';
import { createDownloads } from './playback/downloads.ts';
import { endUncovered } from './playback/end-uncovered.ts';
import { createReports } from './playback/reports.ts';
import { createResume } from './playback/resume.ts';
import { mountPlayback } from './playback/routes.ts';
import { createStartAgain } from './playback/start-again.ts';
import { createTickets } from './playback/tickets.ts';
import { createVideos } from './playback/videos.ts';
import { mountAccountFile } from './pages/account-file.ts';
import { mountCheckout } from './pages/checkout.ts';
import { mountProviderCheckout } from './pages/provider-checkout.ts';
import { failurePage } from './pages/failures.ts';
import { mountInput } from './pages/input.ts';
import { mountLink } from './pages/link.ts';
import { mountPassword } from './pages/password.ts';
import { mountForgottenPin } from './pages/forgotten-pin.ts';
import { mountIdentityPage } from './pages/identity.ts';
import { mountSignUp } from './pages/sign-up.ts';
import { mountPages } from './pages/visits.ts';
import { createCheckPin, createHashPin } from './profiles/pin-check.ts';
import { insertFirstProfile } from './profiles/first-profile.ts';
import { checkAdult } from './profiles/household.ts';
import { createCheckOwnerPassword } from './profiles/owner-password.ts';
import { createAddWatchTime } from './profiles/more-time.ts';
import { createPinTries } from './profiles/pin-tries.ts';
import { createProfileChanging } from './profiles/profile-changes.ts';
import { createProfiles } from './profiles/profiles.ts';
import { mountProfiles } from './profiles/routes.ts';
import { createStatistics } from './profiles/statistics.ts';
import { createNotifications } from './notifications/notifications.ts';
import { mountNotifications } from './notifications/routes.ts';
import { mountLicenses, type ClipKeys } from './protection/index.ts';
import { createEdgeSigner, type MediaEdge } from './providers/edge-signer.ts';
import { createFolderStore } from './providers/folder-store.ts';
import type { MediaStore } from './providers/media-store.ts';
import { createMediaSigner } from './providers/media-signer.ts';
import type { IdentityProvider } from './providers/identity.ts';
import type { PaymentProvider } from './providers/payment.ts';
import { copyAuthor } from './reviews/author-store.ts';
import { takeBackOpinions } from './reviews/profile-removal.ts';
import { createModeration } from './reviews/moderation.ts';
import { createRatings } from './reviews/ratings.ts';
import { createReviewOperations } from './reviews/review-operations.ts';
import { mountModeration, mountReviews } from './reviews/routes.ts';
import { createShortReviews } from './reviews/short-reviews.ts';
import { createCrashes } from './quality/crashes.ts';
import { createOverviews, findFreshFigures } from './quality/overview.ts';
import { createQualities } from './quality/quality.ts';
import { mountOverview, mountQuality } from './quality/routes.ts';
import { createResolveStack } from './quality/source-maps.ts';
import { findOrMakeSetting } from './settings/store.ts';
import { createRequestOperations } from './requests/request-operations.ts';
import { mountRequestedTitles, mountRequests } from './requests/routes.ts';
import { createRequests } from './requests/requests.ts';
import { createBeginPayment } from './shop/begin-payment.ts';
import { createShopOrders } from './shop/orders.ts';
import { createPayments } from './shop/payments.ts';
import { createPurchases } from './shop/purchases.ts';
import { createListRights, listRightsIn } from './shop/rights.ts';
import { mountShop } from './shop/routes.ts';
import { createSupportOperations } from './shop/support.ts';
import { mountPaymentWebhook } from './shop/webhook-routes.ts';
import { mountStaff } from './staff/routes.ts';
import { createStaffSessions } from './staff/sessions.ts';
import { createStaffSignIn } from './staff/sign-in.ts';
import { createStaffOperations } from './staff/staff.ts';
import { installMaintenance, mountStatus } from './status/routes.ts';
import { carryOut, createFindServiceState, readServiceState } from './status/service-state.ts';
import { createServiceSwitches } from './status/switches-folder.ts';
import { mountWishes } from './wishes/routes.ts';
import { createWishes } from './wishes/wishes.ts';

export interface AppOptions {
  /** Open and migrated; the app does not close it. */
  database: Database;
  clock: Clock;
  random: Random;
  /** Base folder of the paths in the catalogue's records. */
  catalogueFolder: string;
  /** Where jobs work on own videos. Default: the catalogue's folder. */
  mediaFolder?: string | undefined;
  /** Where own videos are stored. Default: the catalogue's folder. */
  mediaStore?: MediaStore | undefined;
  /** Keys of protected clips; undefined to protect none. */
  clipKeys?: ClipKeys | undefined;
  /** Whether a worker looks for videos in a folder. */
  isWatching?: boolean | undefined;
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
  /** Checks ages. Without it nobody can watch titles for adults who has not proved their age. */
  identity?: IdentityProvider | undefined;
  /** Delivery of mails. */
  delivery: Delivery;
  /** Whether this process delivers them; otherwise a worker does. Default: yes. */
  isMailSender?: boolean | undefined;
  /** Lifetime of a media ticket in seconds, short behind a CDN. Default: as long as its play log. */
  ticketSeconds?: number | undefined;
  /** The operators' console: its calls and its page. Default: on. */
  console?: 'on' | 'off' | undefined;
  /** Folder of the console's built page; may be missing. */
  consoleFolder?: string | undefined;
  /** Folder of the app's source maps, by version; may be missing. */
  mapsFolder?: string | undefined;
  /** Folder exclusive to this process, where an operator leaves service switches. */
  dataDir?: string | undefined;
  /** Token that grants access to /metrics. Default: only this machine may read it. */
  metricsToken?: string | undefined;
  /** Trusted proxies, in Fastify's `trustProxy` syntax. Default: this machine. */
  trustedProxies?: string | undefined;
  /** Connection timeouts; tests use milliseconds. */
  connectionTimes?: ConnectionTimes | undefined;
  logger?: FastifyServerOptions['logger'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Log of background failures. */
    failures: FailureLog;
  }
}

/** Builds the server without listening. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
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
            ...{ transact, record: createRecord({ clock, random }, { kind: 'command', name: 'operate' }) },
          },
  });
  const app = await createHttp({ ...options, mediaUrl: options.mediaEdge?.url, failurePage });
  const failures = createFailureLog(app.log, clock);
  app.decorate('failures', failures);
  database.reportTo(failures);
  installMaintenance(app, findServiceState);
  await installOpenApi(app, publicUrl);
  await app.register(fastifyStatic, { root: options.catalogueFolder, serve: false });

  const secret = await findOrMakeSetting(db, 'media-secret', () => random.secret());
  const artUrl = (path: string) => `${publicUrl()}/art/${path}`;
  const limits = createLimits(db, clock);
  const batching = await findBatching(database);
  const createLoader = createLoaders(batching);
  const listRights = createListRights({ db, createLoader, clock });
  const ownSigner = createMediaSigner({ secret, publicUrl, clock, ticketSeconds: options.ticketSeconds });
  const { mediaEdge } = options;
  const signer = mediaEdge ? createEdgeSigner({ edge: mediaEdge, own: ownSigner, clock }) : ownSigner;
  const findVersion = createFindVersion(db, createLoader);
  const catalogue = createCatalogue({
    ...{ db, findVersion, clock, failures },
    transact: createTransact(database.longWork),
  });
  const art = createArt({ db, findVersion, findFile: (path) => hasFile(options, path) });
  const charts = createCharts({ db, longWork: database.longWork, createLoader, clock, failures });
  const resume = createResume({ db, createLoader, catalogue });
  const titles = createTitles({ db, createLoader, catalogue });
  const findHidden = createFindHidden({ db, createLoader });
  const lists = createLists({ catalogue, charts, titles, findHidden });
  const trailerUrl = createTrailerUrl({ signer, clock });
  const present = createPresenter({ artUrl, trailerUrl, clock, resume, listRights });
  const { gate, end: onEnd } = createMediaGate({
    clock,
    findLiving: (keys) => listLiving(db, keys, clock.now()),
    batching,
    failures,
  });
  const videos = createVideos({ db, transact, clock, random, titles, resume, listRights, listRightsIn, onEnd });
  const findCaller = createFindCaller({ db, createLoader, clock, failures });
  const security = createSecurityLog(app.log);
  const makeReset = createMakeReset({ clock, random, limits });
  const outbox = createOutbox({
    db,
    transact,
    clock,
    checkClock: createCheckClock(db, clock),
    random,
    publicUrl,
    delivery: options.delivery,
    isSender: options.isMailSender,
    findContent: (tx, mail) => makeReset(tx, mail.recipient),
    log: app.log,
    failures,
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
    security,
    deactivate,
    onSignUp: (tx, account) => insertFirstProfile(tx, account, random.uuid()),
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
    security,
  });
  const leavingRules = {
    leaving: createLeaving({ db, transact, clock, limits, security, deactivate, denyApproved }),
    exports: createExports({ db, transact, clock, random, limits }),
  };
  const pinTries = createPinTries(transact, clock);
  const checkPin = createCheckPin(pinTries, limits, security);
  const checkOwnerPassword = createCheckOwnerPassword(db, limits, security);
  const changes = createProfileChanging({
    db,
    transact,
    clock,
    random,
    checkPin,
    hashPin: createHashPin(limits),
    checkOwnerPassword,
    forgetPinTries: (profile) => pinTries.forget(profile),
    deactivate,
    expire: (tx, accountId, isEnded) => deactivatePlayLogs(tx, { accountId, now: clock.now(), isEnded, as: 'expired' }),
    isBeyond: async (tx, itemId, limit) => !isWithin((await findContentRating(tx, itemId)) ?? '19', limit),
    onRename: copyAuthor,
    onRemove: takeBackOpinions,
  });

  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    listJobs: () => listJobStatus(db, clock.now()),
    findClockAheadMs: () => findClockAheadMs(db, clock),
    findFigures: () => findFreshFigures(db, clock.now()),
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
  });
  mountMetrics(app, metrics, options.metricsToken);
  const readiness = createReadiness({ probe: database.probe, needed: Object.keys(migrations), clock, failures });
  mountHealth(app, readiness);

  const mount = createMount(app, { findCaller, checkAdult });
  mountStatus(mount, clock, findServiceState);
  mountAccounts(mount, accounts, clock);
  mountLeaving(mount, leavingRules);
  mountDevices(mount, { authorizations, clock, publicUrl });
  const waiting = createWaitingCalls({
    later,
    // Only this process writes to an embedded database.
    ...(database.engine === 'postgres' && { listRevisions: (codes: readonly string[]) => listRevisions(db, codes) }),
    onLookFailed: (error) => failures.report('inputs of phones', error),
  });
  // Before the server waits for calls that it is answering.
  app.addHook('preClose', () => waiting.close());
  const inputs = createInputs({ db, transact, clock, random, limits, waiting });
  mountInputs(mount, { inputs, publicUrl });
  mountProfiles(
    mount,
    {
      profiles: createProfiles({ db, transact, clock, random, checkPin }),
      changes,
      statistics: createStatistics(db, clock),
      addTime: createAddWatchTime({ db, transact, clock, limits, checkPin, checkOwnerPassword }),
    },
    { artUrl, publicUrl },
  );
  mountCatalogue(mount, {
    titles,
    lists,
    releasesOf: createListReleases({ catalogue, clock }),
    resume,
    present,
    findHidden,
  });
  mountHidden(mount, {
    hiddenTitles: createHiddenTitles({ db, transact, clock, catalogue, titles, findHidden }),
    present,
  });
  mountHistory(mount, {
    history: createHistory({ db, transact, clock, catalogue, titles, resume, present }),
    marks: createMarks({ transact, clock, titles }),
  });
  mountWishes(mount, createWishes({ db, transact, clock, titles }));
  mountRequests(mount, createRequests({ db, clock, titles }));
  const notifications = createNotifications({ db, transact, clock, catalogue });
  mountNotifications(mount, { notifications, artUrl });
  mountHome(
    mount,
    createHomeRows({
      db,
      createLoader,
      clock,
      catalogue,
      charts,
      titles,
      lists,
      resume,
      present,
      artUrl,
      failures,
    }),
    createPreview({ clock, lists, artUrl, art }),
    createOwnPreview({ clock, catalogue, resume, notifications, findHidden, artUrl, art }),
  );
  mountPlayback(mount, {
    videos,
    downloads: createDownloads({ db, transact, clock, random, titles, listRights, listRightsIn }),
    tickets: createTickets({ db, clock, signer }),
    reports: createReports({ db, clock, batching, onBatch: metrics.observeReportBatch }),
    startAgain: createStartAgain({ db, transact, clock, titles }),
    signer,
  });
  mountAdvertisements(mount, {
    advertisements: createAdvertisements({ db, clock, listRights }),
    videos,
    signer,
  });
  mountReviews(mount, {
    ratings: createRatings({ db, transact, clock, catalogue, titles }),
    shortReviews: createShortReviews({ db, transact, clock, random, limits, titles }),
    moderation: createModeration({ db, transact, clock, limits, titles }),
    present,
    artUrl,
  });
  mountQuality(mount, {
    qualities: createQualities({ db, clock }),
    crashes: createCrashes({ db, clock, limits }),
  });
  const { payment: provider } = options;
  const payments =
    provider &&
    createPayments({
      ...{ db, transact, clock, provider, endUncovered, putMail: createPutMail({ clock, random }) },
      record: createRecord({ clock, random }, { kind: 'service', name: 'payments' }),
    });
  const shopOrders = createShopOrders({
    ...{ db, transact, clock, random, titles, listRights },
    checkoutUrl: provider || options.hasTestPayment ? (reference) => `${publicUrl()}/checkout/${reference}` : undefined,
  });
  if (provider && payments) mountPaymentWebhook(app, { provider, payments, clock, failures });
  mountShop(mount, shopOrders, createPurchases({ db, clock, catalogue, titles, present }));
  const identityChecks = createIdentityChecks({ db, transact, clock, random, publicUrl, provider: options.identity });
  mountIdentity(mount, identityChecks, publicUrl);
  const formSecret = await findOrMakeSetting(db, 'form-secret', () => random.secret());
  mountPages(app, { secret: formSecret, random, publicUrl, findCaller, addressOf }, (pages) => {
    mountLink(pages, { authorizations, signIn: accounts.signIn });
    mountSignUp(pages, accounts);
    mountPassword(pages, accounts.newPasswords);
    mountIdentityPage(pages, identityChecks);
    mountForgottenPin(pages, { signIn: accounts.signIn, changes, findCaller });
    mountInput(pages, inputs);
    const findEmail = async (id: string) => (await findAccountById(db, id))?.email;
    if (provider && payments) {
      const begin = createBeginPayment({ db, clock, provider, publicUrl, pause: (ms) => wait(ms) });
      mountProviderCheckout(pages, { shopOrders, findEmail, begin, payments, failures });
    } else if (options.hasTestPayment) mountCheckout(pages, shopOrders, findEmail);
  });
  mountAccountFile(app, { exports: leavingRules.exports, addressOf });
  const send = createSendFile({ ...options, failures });
  mountMedia(app, { clock, secret, gate, send, art });
  if (options.clipKeys) mountLicenses(app, { db, clock, secret, gate, clipKeys: options.clipKeys });
  if (mediaEdge) mountEdge(app, { secret: mediaEdge.secret, gate, send });
  if (options.delivery.kind === 'mailbox') mountMailbox(app, outbox);
  app.addHook('onReady', async () => outbox.wake());
  app.addHook('onClose', () => outbox.stop());
  app.addHook('onClose', () => options.identity?.close?.());
  if (options.console !== 'off') {
    const recordAs: MountConsoleOptions['recordAs'] = ({ id, email }, requestId) =>
      createRecord({ clock, random }, { kind: 'staff', id, email, requestId });
    const sessions = createStaffSessions({ db, transact, clock, random });
    const mountCall = createMountConsole(app, { findStaff: sessions.find, recordAs, publicUrl });
    const mediaFolder = options.mediaFolder ?? options.catalogueFolder;
    const uploads = createUploads({ db, transact, clock, random, mediaFolder, failures });
    const identify = createIdentifyStaff({ findStaff: sessions.find, publicUrl });
    mountUploads(app, { identify, recordAs, uploads });
    const { catalogueFolder } = options;
    const mediaStore = options.mediaStore ?? createFolderStore(catalogueFolder);
    const mediaAs = (record: RecordChange) =>
      createMediaOperations({
        ...{
          db,
          transact,
          clock,
          random,
          catalogueFolder,
          mediaFolder,
          mediaStore,
          record,
          clipKeys: options.clipKeys,
          findTools,
          isOnlyWorker: false,
        },
      });
    mountStaff(mountCall, {
      sessions,
      signIn: createStaffSignIn({ db, transact, clock, random, limits, sessions, security, recordAs }),
      staffAs: (record) => createStaffOperations({ db, transact, clock, random, publicUrl, record }),
    });
    mountAudit(mountCall, createAuditLog(db));
    mountConsole(mountCall, {
      titlesAs: (record) => createTitleOperations({ db, transact, clock, catalogueFolder, mediaStore, record }),
      mediaAs,
      inboxAs: (record) =>
        createInbox({
          ...{ db, transact, clock, mediaFolder, record, findTools, uploads },
          ...{ media: mediaAs(record), isWatching: options.isWatching ?? false },
        }),
      findHealth: createHealth({
        ...{ db, clock, readiness, mediaFolder },
        findServiceState: () => readServiceState(db),
        elapsedMs: () => performance.now(),
        listJobs: () => listJobStatus(db, clock.now()),
        countMediaJobs: () => countByState(db),
        delivery: options.delivery.kind === 'sender' ? 'smtp' : options.delivery.kind,
      }),
      setSwitch: (record, change) => carryOut({ transact, record }, change),
    });
    const editingAs = (record: RecordChange) =>
      createTitleEditing({
        ...{ db, transact, clock, catalogueFolder, mediaStore, signer, artUrl, record },
        drawn: { picture: drawPicture, color: OWN_COLOR },
        onLeftover: (error) => failures.report('media store', error),
      });
    mountTitleEditing(mountCall, {
      editingAs,
      marksAs: (record) => createMarkEditing({ media: mediaAs(record), editing: editingAs(record) }),
      previewTitle: createPreviewTitle({ db, clock }),
    });
    mountSupport(mountCall, {
      showAccount: createShowAccount({ db, clock }),
      supportAs: (record) =>
        createSupportOperations({
          ...{ db, transact, clock, random, endUncovered, record },
          checkPayment: payments && ((key) => payments.check(key)),
        }),
      devicesAs: (record) => createDeviceOperations({ db, transact, clock, deactivate, denyApproved, record }),
    });
    mountOperatedLeaving(mountCall, leavingRules);
    mountModeration(mountCall, { reviewsAs: (record) => createReviewOperations({ db, transact, clock, record }) });
    mountRequestedTitles(mountCall, {
      requestsAs: (record) => createRequestOperations({ db, transact, clock, record }),
    });
    mountOverview(
      mountCall,
      createOverviews({
        ...{ db, clock, listJobs: () => listJobStatus(db, clock.now()) },
        resolveStack: createResolveStack(options.mapsFolder ?? mapsFolder),
      }),
    );
    mountOperatedAdvertisements(mountCall, {
      adsAs: (record) => createAdOperations({ db, transact, clock, catalogueFolder, mediaStore, record }),
    });
    installConsolePage(app, { folder: options.consoleFolder ?? consoleFolder, publicUrl, mediaUrl: mediaEdge?.url });
  }
  installWebApp(app, { folder: options.webFolder, publicUrl, mediaUrl: mediaEdge?.url });
  installUnknownPaths(app);
  return app;
}
