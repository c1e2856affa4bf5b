import { createAdOperations } from '../ads/ad-operations.ts';
import { mountOperatedAdvertisements } from '../ads/routes.ts';
import { createAuditLog } from '#server/staff/audit/audit-log.ts';
import { createRecord, type RecordChange } from '#server/staff/audit/record.ts';
import { mountAudit } from '#server/staff/audit/routes.ts';
import { createMakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { createTitleEditing } from '#server/catalogue/editing/title-editing.ts';
import { createTitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createFindFaces } from '#server/catalogue/editing/clip-faces.ts';
import { createAddPosters } from '#server/catalogue/editing/title-posters.ts';
import { createTitleChoices } from '#server/catalogue/editing/title-choices.ts';
import { createPreviewTitle } from '#server/catalogue/editing/title-preview.ts';
import { createMemberLimits } from '../console/member-limits.ts';
import { mountConsole, mountTitleEditing } from '../console/routes.ts';
import { createMountTable } from '../http/mount-table.ts';
import { mountAutomationTables, mountShopTables, mountTables, mountViewingTables } from '../console/tables/routes.ts';
import { mountSales } from '#server/monitoring/sales/routes.ts';
import { createSalesFigures } from '#server/monitoring/sales/sales.ts';
import { mountViewing } from '#server/monitoring/viewing/routes.ts';
import { mountWebhooks } from '#server/monitoring/webhooks/routes.ts';
import { createWebhookOperations } from '#server/monitoring/webhooks/webhooks.ts';
import { createViewings } from '#server/monitoring/viewing/viewing.ts';
import {
  consoleFolder,
  docsFolder,
  mapsFolder,
  pictureProgram,
  subtitlePicturesProgram,
  subtitleProgram,
} from '#server/start/folders.ts';
import { createIdentifyStaff, createMountConsole, type MountConsoleOptions } from '../http/mount-console.ts';
import { mountProvider } from '../http/mount-provider.ts';
import { mountUploads } from '../http/mount-uploads.ts';
import { installDocs } from '../http/docs-site.ts';
import { installConsolePage } from '../http/web-app.ts';
import {
  createConvertApart,
  createReadPicturesApart,
  createFindReader,
  createInbox,
  createKnownTitles,
  createMarkEditing,
  createMediaOperations,
  createLoneSubtitles,
  createReadingEditing,
  createSoundEditing,
  createStyleChoices,
  createTrackEditing,
  createUploads,
  drawPicture,
  OWN_COLOR,
} from '../intake/index.ts';
import { findTools } from '../intake/tools.ts';
import { mountTracks } from '../intake/tracks/routes.ts';
import { mountOperatedLeaving } from '../leaving/routes.ts';
import { createOverviews } from '#server/monitoring/quality/overview.ts';
import { mountOverview } from '#server/monitoring/quality/routes.ts';
import { createResolveStack } from '#server/monitoring/quality/source-maps.ts';
import { createLookOperations } from '#server/catalogue/looks/look-operations.ts';
import { mountLooks } from '#server/catalogue/looks/routes.ts';
import { createOfferOperations } from '#server/catalogue/offers/offer-operations.ts';
import { mountOffers } from '#server/catalogue/offers/routes.ts';
import { createRequestOperations } from '#server/reviews/requests/request-operations.ts';
import { mountRequestedTitles } from '#server/reviews/requests/routes.ts';
import { createReviewOperations } from '../reviews/review-operations.ts';
import { mountModeration } from '../reviews/routes.ts';
import { mountOperatedVouchers } from '../shop/vouchers/routes.ts';
import { createVoucherOperations } from '../shop/vouchers/voucher-operations.ts';
import { createTellStaff } from '../staff/notices.ts';
import { PROVIDER_PATHS } from '#contract/console/staff.ts';
import { createProviderSignIn } from '../staff/provider/provider-sign-in.ts';
import { mountStaff, mountTokens } from '../staff/routes.ts';
import { createStaffSessions, SESSION_SECONDS } from '../staff/sessions.ts';
import { createStaffSignIn } from '../staff/sign-in.ts';
import { createStaffOperations } from '../staff/staff.ts';
import { createTokens } from '../staff/tokens.ts';
import { carryOut } from '#server/monitoring/status/service-state.ts';
import type { Accounts } from './accounts.ts';
import type { Core } from './core.ts';
import { mountPeopleCalls } from './people.ts';
import type { Shop } from './shop.ts';
import type { Supervision } from './supervision.ts';

/** The operators' console: its calls and its page. */
export function mountConsoleCalls(
  core: Core,
  accounts: Accounts,
  { payments }: Shop,
  { findHealth, findTroubles }: Supervision,
): void {
  const { leavingRules, outbox } = accounts;
  const {
    options,
    app,
    db,
    transact,
    clock,
    random,
    publicUrl,
    artUrl,
    draftArt,
    limits,
    security,
    failures,
    signer,
    mediaEdge,
  } = core;
  const recordAs: MountConsoleOptions['recordAs'] = ({ id, email }, requestId) =>
    createRecord({ clock, random }, { kind: 'staff', id, email, requestId });
  const sessions = createStaffSessions({ db, transact, clock, random });
  const tell = createTellStaff({ clock, putMail: (tx, mail) => outbox.put(tx, mail) });
  const tokens = createTokens({ db, transact, clock, random, tell });
  const callers = { findStaff: sessions.find, findToken: tokens.find, publicUrl, security };
  const mountCall = createMountConsole(app, { ...callers, recordAs });
  const mediaFolder = options.mediaFolder ?? options.catalogueFolder;
  const uploads = createUploads({ db, transact, clock, random, mediaFolder, failures });
  const identify = createIdentifyStaff(callers);
  mountUploads(app, { identify, recordAs, uploads });
  const { catalogueFolder, mediaStore } = options;
  const mediaAs = (record: RecordChange) =>
    createMediaOperations({
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
      hasAgeProof: options.identity !== undefined,
    });
  const memberLimits = createMemberLimits(limits);
  const staffAs = (record: RecordChange, actor: string) =>
    createStaffOperations({ db, transact, clock, random, publicUrl, record, tell, actor });
  mountStaff(mountCall, {
    sessions,
    signIn: createStaffSignIn({ db, transact, clock, random, limits, sessions, security, tell, recordAs }),
    staffAs,
    providerName: options.staffProvider?.name,
  });
  const { staffProvider } = options;
  mountProvider(app, {
    signIn:
      staffProvider &&
      createProviderSignIn({
        ...staffProvider,
        callbackUrl: () => `${publicUrl()}${PROVIDER_PATHS.callback}`,
        consoleUrl: () => `${publicUrl()}/console/`,
        ...{ db, transact, clock, random, limits, sessions, security, tell, recordAs },
        report: (error) => failures.report('sign-in provider', error),
        works: () => failures.works('sign-in provider'),
      }),
    findStaff: sessions.find,
    sessionSeconds: SESSION_SECONDS,
    publicUrl,
  });
  mountTokens(mountCall, tokens);
  const webhooksAs = (record: RecordChange) => createWebhookOperations({ db, transact, clock, random, record });
  mountWebhooks(mountCall, {
    webhooksAs,
    hasTroubleWebhook: options.hasTroubleWebhook ?? false,
  });
  const audit = createAuditLog(db);
  mountAudit(mountCall, audit);
  const titlesAs = (record: RecordChange) =>
    createTitleOperations({ db, transact, clock, catalogueFolder, mediaStore, record });
  const knownTitles = createKnownTitles(db);
  const inboxAs = (record: RecordChange) =>
    createInbox({
      db,
      knownTitles,
      transact,
      clock,
      mediaFolder,
      record,
      findTools,
      uploads,
      media: mediaAs(record),
      isWatching: options.isWatching ?? false,
      hasAgeProof: options.identity !== undefined,
    });
  const addPosters = createAddPosters({ db, clock, artUrl, draftArt });
  mountConsole(mountCall, {
    addPosters,
    titlesAs,
    mediaAs,
    inboxAs,
    findHealth,
    examineService: options.examineService ?? (() => Promise.resolve([])),
    setSwitch: (record, change) => carryOut({ transact, record }, change),
  });
  const makePicture = createMakePicture(pictureProgram);
  const findFaces = createFindFaces({ clock, signer, mediaStore, artUrl, draftArt });
  const editingAs = (record: RecordChange) =>
    createTitleEditing({
      db,
      transact,
      clock,
      catalogueFolder,
      mediaStore,
      signer,
      artUrl,
      record,
      makePicture,
      draftArt,
      drawn: { picture: drawPicture, color: OWN_COLOR },
      findFaces,
      hasCountries: options.countries !== undefined,
      onLeftover: (error) => failures.report('media store', error),
    });
  mountTitleEditing(mountCall, {
    editingAs,
    marksAs: (record) => createMarkEditing({ media: mediaAs(record), editing: editingAs(record) }),
    previewTitle: createPreviewTitle({ db, clock, artUrl, draftArt }),
    titleChoices: createTitleChoices({ db, clock, artUrl, draftArt }),
  });
  const readers = {
    convert: createConvertApart(subtitleProgram),
    readPictures: createReadPicturesApart(subtitlePicturesProgram),
    findReader: options.findReader ?? createFindReader(),
  };
  const tracksAs = (record: RecordChange) =>
    createTrackEditing({ db, transact, clock, random, catalogueFolder, mediaStore, signer, ...readers, record });
  mountTracks(mountCall, {
    loneSubtitles: createLoneSubtitles({ db, mediaFolder, knownTitles }),
    stylesAs: (record) => createStyleChoices({ db, transact, record }),
    tracksAs,
    readingsAs: (record) =>
      createReadingEditing({ db, transact, clock, random, signer, ...readers, tracks: tracksAs(record), record }),
    soundsAs: (record) =>
      createSoundEditing({
        ...{ db, transact, clock, random, catalogueFolder, mediaFolder, mediaStore, record },
        show: tracksAs(record).show,
      }),
  });
  const { show, supportAs, people } = mountPeopleCalls(core, accounts, { payments, memberLimits, mountCall });
  mountOperatedLeaving(mountCall, { ...leavingRules, memberLimits });
  const reviewsAs = (record: RecordChange) => createReviewOperations({ db, transact, clock, record });
  mountModeration(mountCall, { reviewsAs, addPosters });
  const requestsAs = (record: RecordChange) => createRequestOperations({ db, transact, clock, record });
  mountRequestedTitles(mountCall, { requestsAs, addPosters });
  const overviews = createOverviews({
    db,
    clock,
    findTroubles,
    resolveStack: createResolveStack(options.mapsFolder ?? mapsFolder),
  });
  mountOverview(mountCall, overviews);
  const adsAs = (record: RecordChange) =>
    createAdOperations({ findFaces, db, transact, clock, catalogueFolder, mediaStore, record });
  mountOperatedAdvertisements(mountCall, { adsAs });
  const viewings = createViewings({ db, clock, artUrl });
  mountViewing(mountCall, viewings);
  const mountTable = createMountTable(mountCall, { db, memberLimits });
  mountViewingTables(mountTable, viewings);
  mountTables(mountTable, {
    titlesAs,
    mediaAs,
    inboxAs,
    findHealth,
    supportAs,
    show,
    reviewsAs,
    requestsAs,
    adsAs,
    staffAs,
    sessions,
    overviews,
    audit,
  });
  mountLooks(mountCall, {
    looksAs: (record) => createLookOperations({ db, transact, clock, record, mediaStore, makePicture, artUrl }),
  });
  const offersAs = (record: RecordChange) => createOfferOperations({ db, transact, clock, record });
  mountOffers(mountCall, { offersAs, addPosters });
  const vouchersAs = (record: RecordChange) => createVoucherOperations({ db, transact, clock, random, record });
  mountOperatedVouchers(mountCall, { db, vouchersAs, takeList: memberLimits.takeList });
  const sales = createSalesFigures({ db, clock, artUrl });
  mountSales(mountCall, sales);
  mountAutomationTables(mountTable, { tokens, webhooksAs });
  mountShopTables(mountTable, { offersAs, vouchersAs, people, sales });
  installDocs(app, { folder: options.docsFolder ?? docsFolder, publicUrl, findStaff: sessions.find });
  installConsolePage(app, { folder: options.consoleFolder ?? consoleFolder, publicUrl, mediaUrl: mediaEdge?.url });
}
