import type { DemoEpisode, DemoHistory, DemoProfile, DemoTitle, ProductRow, Random } from '../../server/demo/demo.ts';
import { makeNotifications } from './notifications.ts';
import { pasts, purchases, requests } from './past.ts';
import { makeQualities } from './qualities.ts';

const HOUR_MS = 3600_000;

type Row<K extends keyof DemoHistory> = DemoHistory[K][number];

/** One episode watched to `offset`: the play log and the resulting offset. */
function watch(profile: DemoProfile, episode: DemoEpisode, offset: number, endedAt: Date, random: Random) {
  const isFinished = offset >= episode.running_time;
  const openedAt = new Date(endedAt.getTime() - offset * 1000);
  const playLog: Row<'playLogs'> = {
    account_id: profile.accountId,
    id: random.uuid(),
    profile_id: profile.id,
    device_session_id: random.uuid(),
    episode_id: episode.id,
    item_id: episode.item_id,
    device: 'web',
    state: 'left',
    opened_at: openedAt,
    expires_at: new Date(openedAt.getTime() + 12 * HOUR_MS),
    ended_at: endedAt,
    running_time: episode.running_time,
    total_play_time: offset,
    play_end_offset: offset,
    is_player_exit: true,
    reported_at: endedAt,
  };
  const place: Row<'offsets'> = {
    account_id: profile.accountId,
    profile_id: profile.id,
    episode_id: episode.id,
    item_id: episode.item_id,
    offset,
    is_finished: isFinished,
    updated_at: endedAt,
  };
  return { playLog, place };
}

/** Generates a plausible history for the demo profiles from any set of titles. */
export function makeHistory(
  profiles: readonly DemoProfile[],
  titleIds: readonly number[],
  products: readonly ProductRow[],
  now: Date,
  random: Random,
): DemoHistory {
  const history: DemoHistory = {
    playLogs: [],
    qualities: [],
    offsets: [],
    ratings: [],
    wishes: [],
    orders: [],
    requests: [],
    requestStatuses: [],
    notifications: [],
  };
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

  profiles.forEach((profile, index) => {
    const past = pasts[index];
    if (!past) return;
    const allowed = profile.titles;
    const watchable = allowed.filter(({ episodes }) => episodes.length > 0);
    const named = (id: number, among: readonly DemoTitle[]) =>
      among.find((title) => title.id === id) ?? among[id % Math.max(1, among.length)];
    const owner = { account_id: profile.accountId, profile_id: profile.id };
    const rated = new Set<number>();
    const rate = (id: number, score: number, at: Date) => {
      if (rated.has(id)) return;
      rated.add(id);
      history.ratings.push({ ...owner, item_id: id, score, updated_at: at });
    };
    const seen = new Set<number>();
    for (const { title, finished, begun, daysAgo, score } of past.watchings) {
      const found = named(title, watchable);
      if (!found || seen.has(found.id)) continue;
      seen.add(found.id);
      const watched = found.episodes.slice(0, finished + (begun > 0 ? 1 : 0));
      let hours = daysAgo * 24;
      for (const episode of [...watched].reverse()) {
        const isLast = episode === watched.at(-1) && watched.length > finished;
        const offset = isLast ? Math.round(episode.running_time * begun) : episode.running_time;
        const { playLog, place } = watch(profile, episode, offset, ago(hours), random);
        history.playLogs.push(playLog);
        history.offsets.push(place);
        // Some evenings have two episodes, some days none.
        hours += [0.6, 23, 0.5, 26, 47, 1][(episode.id + title) % 6]!;
      }
      if (score !== undefined) rate(found.id, score, ago(daysAgo * 24));
    }
    for (const [title, score, daysAgo] of past.scores ?? [])
      if (allowed.some(({ id }) => id === title)) rate(title, score, ago(daysAgo * 24));
    (past.wishes ?? []).forEach((title, place) => {
      if (!allowed.some(({ id }) => id === title)) return;
      history.wishes.push({ ...owner, item_id: title, created_at: ago(30 + place * 55) });
    });
  });
  history.qualities = makeQualities(history.playLogs, now);
  const [owner] = profiles;
  if (owner) {
    history.orders = purchases.flatMap(({ product: id, hoursAgo }) => {
      const product = products.find((one) => one.id === id);
      return product ? [boughtBy(owner, product, ago(hoursAgo), random)] : [];
    });
    const requested = requests.filter(({ title }) => titleIds.includes(title));
    history.requests = requested.map(({ title, daysAgo }) => ({
      account_id: owner.accountId,
      item_id: title,
      created_at: ago(daysAgo * 24),
    }));
    history.requestStatuses = requested.map(({ title, status, decidedHoursAgo }) => ({
      item_id: title,
      status,
      changed_at: ago(decidedHoursAgo),
    }));
  }
  history.notifications = makeNotifications(profiles, history, now, random);
  return history;
}

/** A paid order; the rental clock started when it was paid. */
function boughtBy(profile: DemoProfile, product: ProductRow, paidAt: Date, random: Random): Row<'orders'> {
  const { item_id, episode_id, name, kind, rental_hours, price } = product;
  return {
    account_id: profile.accountId,
    id: random.uuid(),
    profile_id: profile.id,
    product_id: product.id,
    item_id,
    episode_id,
    name,
    kind,
    rental_hours,
    price,
    status: 'paid',
    created_at: paidAt,
    expires_at: new Date(paidAt.getTime() + HOUR_MS / 6),
    settled_at: paidAt,
    right_expires_at: rental_hours === null ? null : new Date(paidAt.getTime() + rental_hours * HOUR_MS),
  };
}
