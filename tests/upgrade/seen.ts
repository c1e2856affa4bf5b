import { createHash } from 'node:crypto';
import type { EndpointName, endpoints } from '#contract/endpoints.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { TITLES } from './catalogue.ts';
import { readAccountFile, type AccountFile, type Viewer } from './viewers.ts';
import type { Way } from './way.ts';

type Reading = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never;
}[EndpointName];

const onTitles = (of: (id: number) => CallOptions) => TITLES.map(of);
const byId = onTitles((id) => ({ params: { id } }));
const byItem = onTitles((id) => ({ query: { item_id: id } }));
const firstEpisodes = onTitles((id) => ({ params: { id: id * 100 + 1 } }));

/** What is read of each call that reads; none where the answer is made for the moment, or changes something. */
const READ = {
  getStatus: [{}],
  getMyAccount: [{}],
  listDeviceSessions: [{}],
  checkEmail: [],
  getSecondFactor: [{}],
  getDeviceLink: [],
  listProfiles: [{}],
  getProfileToken: [],
  listProfileImages: [{}],
  getMyProfile: [{}],
  getMyStatistics: [{}],
  getForgottenPin: [],
  listHomeRows: [{}],
  // Signed for the moment.
  getPreview: [],
  getOwnPreview: [],
  getItem: byId,
  listItemFilters: [{}],
  listItems: [{}],
  searchItems: [{ query: { keyword: '제목' } }],
  // Each version may propose other titles.
  listRelatedItems: [],
  listReleases: [{ query: { ids: TITLES.join(',') } }],
  listWeek: [{}],
  listSeriesItems: byId,
  listThemes: [{}],
  listThemesOfItem: byId,
  listStartAgain: [{}],
  listEpisodes: byItem,
  getEpisode: firstEpisodes,
  getItemRequest: byId,
  // Opens a play log.
  getVideo: [],
  getPreparedVideo: firstEpisodes,
  getVideoDownload: [],
  getAvodVideo: [],
  getAdvertisement: [],
  listRatingSet: (['rated', 'wished'] as const).map((type) => ({ params: { type } })),
  getMyShortReview: byId,
  listShortReviews: onTitles((itemId) => ({ params: { itemId } })),
  getPurchasable: byItem,
  listProducts: byItem,
  listPlans: [{}],
  // Those of the list.
  getOrder: [],
  listOrders: [{}],
  getIdentityCheck: [],
  getInput: [],
  listNotifications: [{}],
  getNotificationSettings: [{}],
  listHistory: [{}],
  listHiddenItems: [{}],
} satisfies Record<Reading, readonly CallOptions[]>;

/** Lists of the account's file that the reading itself changes. */
const CHANGED_BY_READING = ['account_exports', 'outbox'];

/** What one viewer sees: answers by call, and the bytes of the files that they name. */
export interface Seen {
  answers: Record<string, unknown>;
  files: Record<string, string>;
}

/** Addresses in an answer, by where they are. */
function addressesIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string')
    return /^https?:\/\/[^/]+\/(?:media|pictures|art)\//.test(value) ? [[path, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => addressesIn(part, `${path}.${name}`));
}

/** What is counted from the moment of the call: two quick readings may have the same, and a later one has another. */
const OF_THE_MOMENT: Partial<Record<Reading, string>> = { getPreparedVideo: 'expires_at' };

const withoutMoment = (name: Reading, answer: unknown) =>
  Object.fromEntries(Object.entries(answer as object).filter(([field]) => field !== OF_THE_MOMENT[name]));

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Reads every screen of a viewer, and the pictures on them. */
export async function readScreens(way: Way, { profileToken, profileId }: Viewer): Promise<Seen> {
  const seen: Seen = { answers: {}, files: {} };
  for (const [name, requests] of Object.entries(READ) as [Reading, readonly CallOptions[]][])
    for (const options of requests) {
      const params = name === 'listRatingSet' ? { ...options.params, userId: profileId } : options.params;
      const reply = await way.call(name, { ...options, token: profileToken, ...(params && { params }) });
      // A refusal of the earlier version may become an answer.
      if (reply.status < 300)
        seen.answers[`${name} ${JSON.stringify(options)}`] =
          name in OF_THE_MOMENT ? withoutMoment(name, reply.json) : reply.json;
    }
  const addresses = new Map(
    addressesIn(seen.answers, '').map(([, address]) => [new URL(address).pathname, new URL(address)]),
  );
  for (const [name, { pathname, search }] of addresses) {
    const { status, bytes } = await way.send({ method: 'GET', path: pathname + search, isRepeatable: true });
    seen.files[name.split('/').pop()!] = `${status} ${hashOf(bytes)}`;
  }
  return seen;
}

/** Rows of an account without what reading them changes. */
export async function readRows(way: Way, viewer: Viewer): Promise<AccountFile> {
  const { made_at, ...lists } = (await readAccountFile(way, viewer)) as AccountFile & { made_at: unknown };
  void made_at;
  const kept = Object.entries(lists).filter(([name]) => !CHANGED_BY_READING.includes(name));
  return Object.fromEntries(
    kept.map(([name, rows]) => [
      name,
      Array.isArray(rows) ? rows.map(({ last_seen_at: _lastSeen, ...row }) => row as Record<string, unknown>) : rows,
    ]),
  );
}
