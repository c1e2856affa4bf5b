import type { InboxFile, InboxProposal } from '#contract/console/inbox.ts';

/** A correction by the operator for all files of a folder; it replaces what their names say. */
export interface FolderChange {
  name: string;
  /** Empty where the name says it. 0 are specials. */
  season: string;
}

/** Longest title of the catalogue. */
const LONGEST_TITLE = 60;

/** The catalogue has a title for each season. */
export function seasonName(name: string, season: string): string {
  const number = Number(season.trim() || '1');
  const suffix = number === 1 ? '' : number === 0 ? ' 스페셜' : ` ${number}기`;
  return `${Array.from(name.trim())
    .slice(0, LONGEST_TITLE - suffix.length)
    .join('')}${suffix}`;
}

/** The folders above a file, the outermost first. */
const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
};

type Files = ReadonlyMap<string, Pick<InboxFile, 'path'>>;
type Episode = InboxProposal['episodes'][number];

const byName = new Intl.Collator('ko', { numeric: true });

/** Folders with the number of videos in them, in the order of their names. */
export function countFolders(proposals: readonly InboxProposal[], files: Files): { folder: string; cnt: number }[] {
  const counts = new Map<string, number>();
  for (const { episodes } of proposals)
    for (const { file_id: id } of episodes)
      for (const folder of foldersOf(files.get(id)?.path ?? '')) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .map(([folder, cnt]) => ({ folder, cnt }))
    .sort((one, other) => byName.compare(one.folder, other.folder));
}

const byNumber = (one: Episode, other: Episode) => (one.number ?? Infinity) - (other.number ?? Infinity) || 0;

/**
 * Files that were titles of their own had no number to read, and each was the only episode: together, they are counted in
 * the order of their names, for the operator to check.
 */
function countLone(episodes: readonly Episode[], lone: ReadonlySet<string>, files: Files): Episode[] {
  const taken = new Set(episodes.filter(({ file_id: id }) => !lone.has(id)).map(({ number }) => number));
  const pathOf = ({ file_id: id }: Episode) => files.get(id)?.path ?? '';
  const counted = episodes.filter(({ file_id: id }) => lone.has(id));
  if (counted.length < 2 || new Set(counted.map(({ number }) => number)).size === counted.length) return [...episodes];
  let next = 1;
  const numbers = new Map<string, number>();
  for (const one of counted.sort((a, b) => byName.compare(pathOf(a), pathOf(b)))) {
    while (taken.has(next)) next += 1;
    numbers.set(one.file_id, next);
    next += 1;
  }
  return episodes.map((one) => {
    const number = numbers.get(one.file_id);
    return number === undefined ? one : { ...one, number, is_unsure: true };
  });
}

/** Moves the files of changed folders to the titles that the operator says; the innermost folder counts. */
export function withFolderChanges(
  proposals: readonly InboxProposal[],
  files: Files,
  changes: ReadonlyMap<string, FolderChange>,
): InboxProposal[] {
  if (changes.size === 0) return [...proposals];
  const changed = new Map<string, InboxProposal>();
  const left: InboxProposal[] = [];
  const lone = new Set(
    proposals.flatMap(({ episodes: [one, ...more] }) => (one && more.length === 0 ? [one.file_id] : [])),
  );
  for (const proposal of proposals) {
    const staying: Episode[] = [];
    for (const episode of proposal.episodes) {
      const folder = foldersOf(files.get(episode.file_id)?.path ?? '')
        .reverse()
        .find((one) => changes.has(one));
      if (folder === undefined) {
        staying.push(episode);
        continue;
      }
      const { name: said, season } = changes.get(folder)!;
      const name = seasonName(said, season);
      const known = changed.get(name);
      // The operator has said the title; whether the new one has the number, the server says.
      const moved = { ...episode, is_taken: false };
      if (known) known.episodes.push(moved);
      else changed.set(name, { ...proposal, title: null, name, episodes: [moved] });
    }
    if (staying.length > 0) left.push({ ...proposal, episodes: staying });
  }
  return [
    ...[...changed.values()].map((one) => {
      const same = left.findIndex(({ name }) => name === one.name);
      const [other] = same < 0 ? [] : left.splice(same, 1);
      return {
        ...one,
        ...(other && { title: other.title, access: other.access, pictures: other.pictures }),
        episodes: countLone([...(other?.episodes ?? []), ...one.episodes], lone, files).sort(byNumber),
      };
    }),
    ...left,
  ];
}
