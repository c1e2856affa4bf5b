import { sql } from 'kysely';
import type { WebhookEvent } from '#contract/console/webhooks.ts';
import type { Connection } from '#server/db/open.ts';

/** Something that happened: `id` is the same whenever it is found again. */
export interface FoundEvent {
  event: WebhookEvent;
  id: string;
  at: Date;
  data: object;
}

interface Span {
  since: Date;
  until: Date;
  limit: number;
}

/** Episodes that came out, as the notifications of viewers found them. */
export async function listReleases(db: Connection, { since, until, limit }: Span): Promise<FoundEvent[]> {
  const { rows } = await sql<{
    thing: string;
    item_id: number;
    episode_id: number | null;
    name: string;
    found_at: Date;
  }>`
    select thing, item_id, episode_id, items.name, found_at
    from notification_fan_outs join items on items.id = item_id
    where kind = 'new_episode' and found_at > ${since} and found_at <= ${until}
    order by found_at limit ${limit}`.execute(db);
  return rows.map(({ thing, item_id: titleId, episode_id: episodeId, name, found_at: at }) => ({
    event: 'title.released',
    id: `title.released ${thing}`,
    at,
    data: { title_id: titleId, name, episode_id: episodeId },
  }));
}

export async function listFailedVideos(db: Connection, { since, until, limit }: Span): Promise<FoundEvent[]> {
  const { rows } = await sql<{ id: string; name: string | null; ended_at: Date }>`
    select id, name, ended_at from media_jobs
    where state = 'failed' and ended_at > ${since} and ended_at <= ${until}
    order by ended_at limit ${limit}`.execute(db);
  return rows.map(({ id, name, ended_at: at }) => ({
    event: 'video.failed',
    // A video that is tried again may fail again.
    id: `video.failed ${id} ${at.getTime()}`,
    at,
    data: { job_id: id, name },
  }));
}

interface OrderRow {
  id: string;
  kind: string;
  name: string;
  price: number;
  item_id: number | null;
  plan_id: number | null;
  at: Date;
}

/** Orders that were paid, or that were refunded, without the account. */
export async function listOrderEvents(
  db: Connection,
  event: 'order.paid' | 'order.refunded',
  { since, until, limit }: Span,
): Promise<FoundEvent[]> {
  const isPaid = event === 'order.paid';
  const at = sql.ref(isPaid ? 'settled_at' : 'refunded_at');
  const states = isPaid ? sql`status in ('paid', 'refunded')` : sql`status = 'refunded'`;
  const { rows } = await sql<OrderRow>`
    select id, kind, name, price, item_id, plan_id, ${at} as at from orders
    where ${states} and ${at} > ${since} and ${at} <= ${until}
    order by ${at} limit ${limit}`.execute(db);
  return rows.map(({ id, kind, name, price, item_id: titleId, plan_id: planId, at }) => ({
    event,
    id: `${event} ${id}`,
    at,
    data: { order_id: id, kind, name, price, title_id: titleId, plan_id: planId },
  }));
}
