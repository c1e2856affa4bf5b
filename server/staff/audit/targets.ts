import type { AuditEntry, AuditTarget } from '#contract/console/audit.ts';
import type { Connection } from '#server/db/open.ts';
import {
  findAccounts,
  findAdvertisements,
  findEpisodes,
  findMembers,
  findTitles,
  type FindTargets,
} from './targets-store.ts';

/** How to find the name of a subject, by its kind; `nameBy` is the id to look up when it is not the subject's own. */
const KINDS: Readonly<Record<string, { find: FindTargets; nameBy?: (id: string) => string }>> = {
  title: { find: findTitles },
  request: { find: findTitles },
  // The first 32 bits of a review's id are its title (reviews/review-ids.ts).
  review: { find: findTitles, nameBy: (id) => String(Number.parseInt(id.slice(0, 8), 16)) },
  episode: { find: findEpisodes },
  advertisement: { find: findAdvertisements },
  account: { find: findAccounts },
  staff: { find: findMembers },
};

/** Finds what entries are about, as operators know it. @returns a function that answers it for an entry */
export async function findTargets(
  db: Connection,
  entries: readonly AuditEntry[],
): Promise<(entry: AuditEntry) => AuditTarget | null> {
  const byKind = new Map<string, Map<string, AuditTarget>>();
  for (const [kind, { find, nameBy = (id: string) => id }] of Object.entries(KINDS)) {
    const ids = new Set(entries.flatMap(({ subject }) => (subject?.kind === kind ? [nameBy(subject.id)] : [])));
    if (ids.size === 0) continue;
    const found = await find(db, [...ids]);
    byKind.set(kind, new Map(found.map(({ id, name, item_id }) => [id, { name, item_id }])));
  }
  return ({ subject }) => {
    if (subject === null) return null;
    const { nameBy = (id: string) => id } = KINDS[subject.kind] ?? {};
    return byKind.get(subject.kind)?.get(nameBy(subject.id)) ?? null;
  };
}
