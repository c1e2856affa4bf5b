import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, FastifyServerOptions, InjectOptions } from 'fastify';
import type { CatalogueRecord } from '#server/catalogue/format/index.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Video } from '#contract/playback.ts';
import type { ContentRating } from '#contract/profiles.ts';
import { insertAccountOnce } from '#server/accounts/store.ts';
import { buildApp } from '#server/app/app.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import type { ConnectionTimes } from '#server/http/connections.ts';
import { createTransact, type Connection, type Database } from '#server/db/open.ts';
import type { AccountRow } from '#server/db/tables.ts';
import { systemRandom } from '#server/lib/random.ts';
import type { Delivery } from '#server/mail/outbox.ts';
import type { ClipKeys } from '#server/watching/protection/index.ts';
import type { FindReader } from '#server/intake/letters/find-reader.ts';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import { createSignedIdentity } from '#server/providers/identity.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import type { CountryOptions } from '#server/http/country.ts';
import type { PaymentProvider } from '#server/providers/payment.ts';
import type { StaffProvider } from '#server/staff/provider/provider-sign-in.ts';
import { insertProfile } from '#server/profiles/store.ts';
import { createContractCall, type ContractCall } from '#tests/support/contract-call.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { openTestDatabases } from './server-database.ts';
import { TEST_IDENTITY } from './test-identity.ts';
import { takeTurns } from '#tests/support/take-turns.ts';
import { writeCatalogueFiles } from './server-files.ts';
import { countServer } from './server-held.ts';
import { smallCatalogue } from './server-records.ts';

export const PASSWORD = 'bora-test-1';
export const PIN = '4321';
/** The PIN of a viewer's sibling. */
export const SIBLING_PIN = '8765';

/** Verifying a hash of the server's own cost takes 20 ms of a core, at each sign-in of a test. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** All accounts of a test file share one hash. */
let hashes: Promise<{ password: string; pin: string; siblingPin: string }> | undefined;
const knownHashes = () =>
  (hashes ??= Promise.all([PASSWORD, PIN, SIBLING_PIN].map((secret) => hash(secret, CHEAP))).then(
    ([password, pin, siblingPin]) => ({ password: password!, pin: pin!, siblingPin: siblingPin! }),
  ));

/** An account on one device, with a profile selected. */
export interface Viewer {
  accountId: string;
  email: string;
  /** The account's token. */
  token: string;
  profileId: string;
  profileToken: string;
}

/** Callers that differ from a viewer in one thing each. */
export interface Others {
  /** Another profile of the same account on the same device. */
  sibling: Viewer;
  /** The same profile on another device. */
  elsewhere: Viewer;
  /** Another account. */
  stranger: Viewer;
}

export interface ProfileSpec {
  name?: string;
  maxRating?: ContentRating;
  hasPin?: boolean;
}

export interface ServerFixture {
  /** One server, or several on one database that take turns. */
  app: FastifyInstance;
  database: Database;
  db: Connection;
  clock: ServerClock;
  /** The folder of its pictures and clips. */
  catalogueFolder: string;
  call: ContractCall;
  buildAccount(
    account?: Partial<AccountRow> & { profiles?: ProfileSpec[] },
  ): Promise<{ id: string; email: string; profileIds: string[] }>;
  /** Signs an account in on a new device and selects a profile. */
  signIn(email: string, profileIndex?: number): Promise<Viewer>;
  /** A new account, signed in. */
  buildViewer(account?: Partial<AccountRow> & { profiles?: ProfileSpec[] }): Promise<Viewer>;
  /** Selects another profile on a viewer's device. */
  selectProfile(viewer: Viewer, profileIndex: number): Promise<Viewer>;
  /** A new profile with a PIN of its own and an age limit of 12, selected on a viewer's device. */
  buildSibling(viewer: Viewer): Promise<Viewer>;
  buildOthers(viewer: Viewer): Promise<Others>;
  openVideo(viewer: Viewer, episodeId?: number): Promise<Video>;
  /** Another server on the same database, which has cached nothing yet. Close it before the fixture. */
  buildUncached(): Promise<FastifyInstance>;
  close(): Promise<void>;
}

/** The whole server without a listening socket, on a real database with the small catalogue and a manual clock. */
export async function createServerFixture(
  options: {
    records?: CatalogueRecord[];
    webFolder?: string;
    publicUrl?: string;
    delivery?: Delivery;
    lookForMailEveryMs?: number;
    hasTestPayment?: boolean;
    payment?: PaymentProvider;
    staffProvider?: StaffProvider;
    metricsToken?: string;
    trustedProxies?: string;
    countries?: CountryOptions;
    connectionTimes?: ConnectionTimes;
    ticketSeconds?: number;
    mediaStore?: MediaStore;
    mediaFolder?: string;
    mediaEdge?: MediaEdge;
    findReader?: FindReader;
    clipKeys?: ClipKeys;
    console?: 'on' | 'off';
    consoleFolder?: string;
    docsFolder?: string;
    /** Default: noon of a fixed day. */
    clock?: ServerClock;
    logger?: FastifyServerOptions['logger'];
    /** A migrated database, closed with the fixture. Default: a private one. */
    database?: Database;
  } = {},
): Promise<ServerFixture> {
  const clock = options.clock ?? createServerClock();
  const expectNothingLeft = countServer();
  const { databases, close } = options.database
    ? { databases: [options.database] as const, close: () => options.database!.close() }
    : await openTestDatabases();
  const [database] = databases;
  const db = database.kysely;
  const importOptions = { transact: createTransact(db), clock, allowEmpty: true };
  await importCatalogue(importOptions, options.records ?? smallCatalogue());
  const catalogueFolder = await writeCatalogueFiles();
  const build = (own: Database) =>
    buildApp({
      database: own,
      clock,
      random: systemRandom,
      catalogueFolder,
      webFolder: options.webFolder ?? join(catalogueFolder, 'no-web'),
      publicUrl: () => options.publicUrl ?? 'http://bora.test',
      hasTestPayment: options.hasTestPayment ?? true,
      payment: options.payment,
      staffProvider: options.staffProvider,
      delivery: options.delivery ?? { kind: 'mailbox' },
      lookForMailEveryMs: options.lookForMailEveryMs,
      identity: createSignedIdentity(TEST_IDENTITY),
      metricsToken: options.metricsToken,
      trustedProxies: options.trustedProxies,
      countries: options.countries,
      strain: () => 'none',
      connectionTimes: options.connectionTimes,
      ticketSeconds: options.ticketSeconds,
      mediaStore: options.mediaStore ?? createFolderStore(catalogueFolder),
      mediaFolder: options.mediaFolder,
      mediaEdge: options.mediaEdge,
      findReader: options.findReader,
      clipKeys: options.clipKeys,
      console: options.console,
      consoleFolder: options.consoleFolder,
      docsFolder: options.docsFolder,
      ...(options.logger !== undefined && { logger: options.logger }),
    });
  const apps: FastifyInstance[] = [];
  for (const own of databases) apps.push(await build(own));
  const app = takeTurns(apps);

  let accounts = 0;

  const call = createContractCall(async ({ body, ...request }) => {
    const response = await app.inject({
      ...request,
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  });

  const buildAccount: ServerFixture['buildAccount'] = async ({ profiles = [{}], ...account } = {}) => {
    accounts += 1;
    const id = systemRandom.uuid();
    const email = `viewer-${accounts}@bora.example`;
    const { password, pin } = await knownHashes();
    const row: AccountRow = {
      id,
      email,
      password_hash: password,
      is_email_confirmed: true,
      plan: 'premium',
      membership_expires_at: null,
      created_at: clock.now(),
      identity_proved_at: clock.now(),
      ...account,
    };
    if (!(await insertAccountOnce(db, row))) throw new Error(`${row.email} has an account`);
    const profileIds: string[] = [];
    for (const [index, { name = `프로필 ${index + 1}`, maxRating = '19', hasPin = false }] of profiles.entries()) {
      const profileId = systemRandom.uuid();
      profileIds.push(profileId);
      await insertProfile(db, {
        account_id: id,
        id: profileId,
        name,
        default_image_id: 1,
        max_rating: maxRating,
        pin_hash: hasPin ? pin : null,
        is_owner: index === 0,
        created_at: new Date(clock.now().getTime() + index),
      });
    }
    return { id, email: row.email, profileIds };
  };

  type Account = Omit<Viewer, 'profileId' | 'profileToken'>;
  const select = async (account: Account, profileId: string, pin: string): Promise<Viewer> => {
    const { reply } = await call(endpoints.getProfileToken, {
      token: account.token,
      params: { id: profileId },
      headers: { 'x-profile-pin': pin },
    });
    return { ...account, profileId, profileToken: reply.token };
  };

  const signIn: ServerFixture['signIn'] = async (email, profileIndex = 0) => {
    const { token, account } = (
      await call(endpoints.login, { body: { email, password: PASSWORD, device: { platform: 'web' } } })
    ).reply;
    return selectProfile({ accountId: account.id, email, token }, profileIndex);
  };

  const selectProfile = async (account: Account, profileIndex: number) => {
    const { results } = (await call(endpoints.listProfiles, { token: account.token })).reply;
    return select(account, results[profileIndex]!.id, PIN);
  };

  const buildViewer: ServerFixture['buildViewer'] = async (account) => signIn((await buildAccount(account)).email);

  const buildSibling = async (viewer: Viewer) => {
    const id = systemRandom.uuid();
    await insertProfile(db, {
      account_id: viewer.accountId,
      id,
      name: '동생',
      default_image_id: 2,
      max_rating: '12',
      pin_hash: (await knownHashes()).siblingPin,
      is_owner: false,
      created_at: new Date(clock.now().getTime() + 1000),
    });
    return select(viewer, id, SIBLING_PIN);
  };

  return {
    app,
    database,
    db,
    clock,
    catalogueFolder,
    call,
    buildAccount,
    signIn,
    buildViewer,
    selectProfile,
    buildSibling,
    buildOthers: async (viewer) => ({
      sibling: await buildSibling(viewer),
      elsewhere: await select(await signIn(viewer.email), viewer.profileId, PIN),
      stranger: await buildViewer(),
    }),
    openVideo: async (viewer, episodeId = 101) =>
      (
        await call(endpoints.getVideo, {
          token: viewer.profileToken,
          params: { id: episodeId },
          query: { device: 'web' },
        })
      ).reply,
    buildUncached: () => build(database),
    async close() {
      await app.close();
      await close();
      await rm(catalogueFolder, { recursive: true, force: true });
      await expectNothingLeft();
    },
  };
}
