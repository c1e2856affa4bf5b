import type { ContentRating } from '#contract/profiles.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { findAccountByEmail, insertAccountOnce, lockAccount } from '../accounts/store.ts';
import { hasTitles, recountRatings } from '../catalogue/import-store.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AccountRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { insertProfile, listProfileRows } from '../profiles/store.ts';
import { findSetting, setSetting } from '../settings/store.ts';
import { makeHistory } from './demo-history.ts';
import {
  hasAccount,
  insertHistory,
  listEpisodesByTitle,
  listProducts,
  listProfileImageIds,
  listTitleRatings,
} from './store.ts';

export const DEMO_PASSWORD = 'bora-demo-1';

interface DemoProfile {
  name: string;
  maxRating: ContentRating;
  pin?: string;
}

interface DemoAccount {
  email: string;
  plan: AccountRow['plan'];
  profiles: DemoProfile[];
}

/** What outside checks rely on (contract.md, section 10). */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'demo@bora.example',
    plan: 'premium',
    profiles: [
      { name: '보라', maxRating: '19' },
      { name: '아빠', maxRating: '19', pin: '1234' },
      { name: '하늘이', maxRating: '12' },
      { name: '유나', maxRating: '15' },
    ],
  },
  { email: 'free@bora.example', plan: 'free', profiles: [{ name: '나', maxRating: '19' }] },
];

/** Says that the demo profiles have their past. */
const HISTORY_SETTING = 'demo-history';

interface DemoOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}

async function addAccount({ transact, clock, random }: DemoOptions, demo: DemoAccount): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const pinHashes = await Promise.all(
    demo.profiles.map(async ({ pin }) => (pin === undefined ? null : await hashPassword(pin))),
  );
  await transact(async (tx) => {
    const createdAt = clock.now();
    const accountId = random.uuid();
    const isMine = await insertAccountOnce(tx, {
      id: accountId,
      email: demo.email,
      password_hash: passwordHash,
      is_email_confirmed: true,
      plan: demo.plan,
      membership_expires_at: null,
      created_at: createdAt,
    });
    // Another server that starts at the same time was faster.
    if (!isMine) return;
    const images = await listProfileImageIds(tx);
    for (const [index, { name, maxRating }] of demo.profiles.entries())
      await insertProfile(tx, {
        account_id: accountId,
        id: random.uuid(),
        name,
        default_image_id: images[index % images.length] ?? 1,
        max_rating: maxRating,
        pin_hash: pinHashes[index] ?? null,
        is_owner: index === 0,
        // Profiles are listed in the order they were made.
        created_at: new Date(createdAt.getTime() + index),
      });
  });
}

async function addHistory({ transact, clock, random }: DemoOptions): Promise<void> {
  await transact(async (tx) => {
    const account = await findAccountByEmail(tx, demoAccounts[0]!.email);
    if (!account) return;
    // Of servers that start at the same time, the second finds the past that the first has made.
    await lockAccount(tx, account.id);
    if ((await findSetting(tx, HISTORY_SETTING)) !== undefined || !(await hasTitles(tx))) return;
    const now = clock.now();
    const profiles = (await listProfileRows(tx, account.id)).map((profile) => ({
      accountId: account.id,
      id: profile.id,
      maxRating: profile.max_rating,
    }));
    const episodes = await listEpisodesByTitle(tx, now);
    const titles = (await listTitleRatings(tx)).map(({ id, content_rating: rating }) => ({
      id,
      rating,
      episodes: episodes.get(id) ?? [],
    }));
    await insertHistory(tx, makeHistory(profiles, titles, await listProducts(tx), now, random));
    await recountRatings(tx);
    await setSetting(tx, HISTORY_SETTING, now.toISOString());
  });
}

/** Makes the demo accounts where they are missing, and gives them a past once there are titles. */
export async function addDemoAccounts(options: DemoOptions): Promise<void> {
  for (const demo of demoAccounts) {
    if (!(await hasAccount(options.db, demo.email))) await addAccount(options, demo);
  }
  await addHistory(options);
}
