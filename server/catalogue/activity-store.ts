import { sql } from 'kysely';
import { ofAccounts } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { PlaybackOffsetRow } from '../db/tables.ts';
import type { Right } from '../shop/right.ts';

/** A profile's rating, wish, hiding and offsets in one title. */
export interface Activity {
  score: number | null;
  isWished: boolean;
  isHidden: boolean;
  /** The profile's offsets in episodes of the title. */
  offsets: KnownOffset[];
}

/** A profile's offset in an episode. */
export type KnownOffset = Omit<PlaybackOffsetRow, 'account_id'>;

/** A profile of an account, and a title. */
export interface TitleKey {
  account_id: string;
  profile_id: string;
  item_id: number;
}

type MarkRow = Omit<TitleKey, 'account_id'> &
  (
    | { kind: 'rating'; score: number }
    | { kind: 'wish' }
    | { kind: 'hidden' }
    | { kind: 'offset'; episode_id: number; offset: number; is_finished: boolean; updated_at: Date }
  );

/** One text for each profile and title. */
export const titleKeyText = ({ profile_id: profileId, item_id: itemId }: Omit<TitleKey, 'account_id'>) =>
  `${profileId} ${itemId}`;

/** Reads ratings, wishes and progress of profiles in titles, in the order of `keys`, with one statement. */
export async function listActivity(db: Connection, keys: readonly TitleKey[]): Promise<Activity[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<MarkRow>`
    with asked as (
      select distinct account_id, profile_id, item_id
      from unnest(${accountIds}::uuid[], ${keys.map(({ profile_id: id }) => id)}::uuid[],
        ${keys.map(({ item_id: id }) => id)}::int[]) as given (account_id, profile_id, item_id)
    )
    select 'rating' as kind, asked.profile_id, asked.item_id, ratings.score, null::int as episode_id,
      null::int as "offset", null::boolean as is_finished, null::timestamptz as updated_at
    from asked join ratings on ratings.account_id = asked.account_id and ratings.profile_id = asked.profile_id
      and ratings.item_id = asked.item_id
    where ${ofAccounts(accountIds, 'ratings.account_id')}
    union all
    select 'wish', asked.profile_id, asked.item_id, null, null, null, null, null
    from asked join wishes on wishes.account_id = asked.account_id and wishes.profile_id = asked.profile_id
      and wishes.item_id = asked.item_id
    where ${ofAccounts(accountIds, 'wishes.account_id')}
    union all
    select 'hidden', asked.profile_id, asked.item_id, null, null, null, null, null
    from asked join hidden_items as hidden on hidden.account_id = asked.account_id
      and hidden.profile_id = asked.profile_id and hidden.item_id = asked.item_id
    where ${ofAccounts(accountIds, 'hidden.account_id')}
    union all
    select 'offset', asked.profile_id, asked.item_id, null, places.episode_id, places."offset", places.is_finished,
      places.updated_at
    from asked join playback_offsets as places on places.account_id = asked.account_id
      and places.profile_id = asked.profile_id and places.item_id = asked.item_id
    where ${ofAccounts(accountIds, 'places.account_id')}`.execute(db);
  const activity = new Map<string, Activity>(
    keys.map((key) => [titleKeyText(key), { score: null, isWished: false, isHidden: false, offsets: [] }]),
  );
  for (const row of rows) {
    const of = activity.get(titleKeyText(row))!;
    if (row.kind === 'rating') of.score = row.score;
    else if (row.kind === 'wish') of.isWished = true;
    else if (row.kind === 'hidden') of.isHidden = true;
    else of.offsets.push(row);
  }
  return keys.map((key) => activity.get(titleKeyText(key))!);
}

export interface OwnInTitle {
  /** Rights from the account's paid orders of the title and of its episodes. A caller must leave out expired ones. */
  readonly bought: readonly Right[];
  /** The profile's offsets in the title's episodes, by episode id. */
  readonly offsets: ReadonlyMap<number, KnownOffset>;
}

type ProfileRow = Omit<TitleKey, 'account_id'> & (({ is_bought: true } & Right) | ({ is_bought: false } & KnownOffset));

/** Reads purchases of accounts and offsets of profiles in titles, in the order of `keys`, with one statement. */
export async function listOwnInTitles(db: Connection, keys: readonly TitleKey[]): Promise<OwnInTitle[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<ProfileRow>`
    with asked as (
      select * from unnest(${accountIds}::uuid[], ${keys.map(({ profile_id: id }) => id)}::uuid[],
        ${keys.map(({ item_id: id }) => id)}::int[]) as given (account_id, profile_id, item_id)
    )
    select false as is_bought, asked.profile_id, asked.item_id, places.episode_id, places."offset", places.is_finished,
      places.updated_at, null::uuid as order_id, null::text as kind, null::timestamptz as expires_at
    from asked join playback_offsets as places on places.account_id = asked.account_id
      and places.profile_id = asked.profile_id and places.item_id = asked.item_id
    where ${ofAccounts(accountIds, 'places.account_id')}
    union all
    select true, asked.profile_id, asked.item_id, orders.episode_id, null, null, null, orders.id, orders.kind,
      orders.right_expires_at
    from asked join orders on orders.account_id = asked.account_id and orders.item_id = asked.item_id
    where orders.status = 'paid' and ${ofAccounts(accountIds, 'orders.account_id')}`.execute(db);
  const own = keys.map(() => ({ bought: [] as Right[], offsets: new Map<number, KnownOffset>() }));
  const byKey = new Map(keys.map((key, index) => [titleKeyText(key), own[index]!]));
  for (const row of rows) {
    const { bought, offsets } = byKey.get(titleKeyText(row))!;
    if (row.is_bought) bought.push(row);
    else offsets.set(row.episode_id, row);
  }
  return own;
}
