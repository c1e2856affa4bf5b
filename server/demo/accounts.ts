import { findAccountByEmail, hashPassword, insertAccountOnce, isEmailTaken, lockAccount } from '../accounts/index.ts';
import { hasTitles, recountRatings } from '../catalogue/index.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { insertProfile, listProfileRows } from '../profiles/index.ts';
import { findSetting, setSetting } from '../settings/index.ts';
import type { Demo, DemoAccount } from './demo.ts';
import { insertHistory, listEpisodesByTitle, listProducts, listProfileImageIds, listTitleRatings } from './store.ts';

/** Present once the demo profiles have their history. */
const HISTORY_SETTING = 'demo-history';

interface DemoOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}

async function addAccount(
  { transact, clock, random }: DemoOptions,
  account: DemoAccount,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const pinHashes = await Promise.all(
    account.profiles.map(async ({ pin }) => (pin === undefined ? null : await hashPassword(pin))),
  );
  await transact(async (tx) => {
    const createdAt = clock.now();
    const accountId = random.uuid();
    const isMine = await insertAccountOnce(tx, {
      id: accountId,
      email: account.email,
      password_hash: passwordHash,
      is_email_confirmed: true,
      plan: account.plan,
      membership_expires_at: null,
      created_at: createdAt,
      identity_proved_at: account.isIdentityProved ? createdAt : null,
    });
    // Another server that started at the same time created it.
    if (!isMine) return;
    const images = await listProfileImageIds(tx);
    for (const [index, { name, maxRating }] of account.profiles.entries())
      await insertProfile(tx, {
        account_id: accountId,
        id: random.uuid(),
        name,
        default_image_id: images[index % images.length] ?? 1,
        max_rating: maxRating,
        pin_hash: pinHashes[index] ?? null,
        is_owner: index === 0,
        // Profiles are listed by creation time.
        created_at: new Date(createdAt.getTime() + index),
      });
  });
}

async function addHistory(demo: Demo, { transact, clock, random }: DemoOptions): Promise<void> {
  await transact(async (tx) => {
    const account = await findAccountByEmail(tx, demo.accounts[0]!.email);
    if (!account) return;
    // When two servers start concurrently, the second one waits here and finds the history.
    await lockAccount(tx, account.id);
    if ((await findSetting(tx, HISTORY_SETTING)) !== undefined || !(await hasTitles(tx))) return;
    const now = clock.now();
    const episodes = await listEpisodesByTitle(tx, now);
    const titles = await listTitleRatings(tx);
    const profiles = (await listProfileRows(tx, account.id)).map((profile) => ({
      accountId: account.id,
      id: profile.id,
      titles: titles
        .filter(({ content_rating: rating }) => isRatingAllowed(rating, profile.max_rating))
        .map(({ id }) => ({ id, episodes: episodes.get(id) ?? [] })),
    }));
    const titleIds = titles.map(({ id }) => id);
    await insertHistory(tx, demo.makeHistory(profiles, titleIds, await listProducts(tx), now, random));
    await recountRatings(tx);
    await setSetting(tx, HISTORY_SETTING, now.toISOString());
  });
}

/** Creates missing demo accounts, and adds their history once there are titles. */
export async function addDemoAccounts(demo: Demo, options: DemoOptions): Promise<void> {
  for (const account of demo.accounts) {
    if (!(await isEmailTaken(options.db, account.email))) await addAccount(options, account, demo.password);
  }
  await addHistory(demo, options);
}
