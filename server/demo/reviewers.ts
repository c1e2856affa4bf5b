import { hashPassword } from '../accounts/index.ts';
import { recountRatings } from '../catalogue/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { findOrMakeSetting, findSetting } from '../settings/index.ts';
import type { Demo } from './demo.ts';
import { insertReviewers, listProfileImageIds, listReviewedTitles } from './store.ts';

/** Present once the invented reviewers exist; its value marks the server that creates them. */
const SETTING = 'demo-reviewers';

const FOUR_WEEKS_MS = 28 * 24 * 3600_000;

/** Creates the invented reviewers once, with ratings, short reviews and likes. They cannot sign in. */
export async function addDemoReviewers(
  { reviewers, makeReviews }: Demo,
  options: { db: Connection; transact: Transact; clock: Clock; random: Random },
): Promise<void> {
  const { db, transact, clock, random } = options;
  if ((await findSetting(db, SETTING)) !== undefined) return;
  const titles = await listReviewedTitles(db, clock.now());
  if (titles.length === 0) return;
  const mark = random.uuid();
  const passwordHash = await hashPassword(random.secret());
  await transact(async (tx) => {
    // When several servers start concurrently, the later ones wait here and find the first one's mark.
    if ((await findOrMakeSetting(tx, SETTING, () => mark)) !== mark) return;
    const now = clock.now();
    const images = await listProfileImageIds(tx);
    const accounts = reviewers.map((_, index) => ({
      id: random.uuid(),
      email: `reviewer-${index + 1}@reviewers.bora.example`,
      password_hash: passwordHash,
      is_email_confirmed: true,
      plan: 'free' as const,
      membership_expires_at: null,
      // Over the last four weeks, as in a service that people join.
      created_at: new Date(now.getTime() - ((index * 37) % reviewers.length) * (FOUR_WEEKS_MS / reviewers.length)),
      identity_proved_at: null,
    }));
    const profiles = accounts.map(({ id }, index) => ({
      account_id: id,
      id: random.uuid(),
      name: reviewers[index]!,
      default_image_id: images[(index * 7) % images.length] ?? 1,
      max_rating: '19' as const,
      pin_hash: null,
      is_owner: true,
      created_at: now,
      daily_minutes: null,
      bedtime_from: null,
      bedtime_to: null,
      bedtime_lifted_until: null,
      counts_for_proposals: true,
    }));
    await insertReviewers(tx, { accounts, profiles, ...makeReviews(titles, profiles, now, random) });
    await recountRatings(tx);
  });
}
