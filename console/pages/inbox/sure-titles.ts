import type { InboxFile, InboxProposal } from '#contract/console/inbox.ts';

type Files = ReadonlyMap<string, Pick<InboxFile, 'state' | 'problem'>>;

/** A file whose content is an episode already: the server says which one. */
export const isKnownContent = (file: Pick<InboxFile, 'problem'> | undefined): boolean =>
  file?.problem?.code === 'FILE_KNOWN';

/**
 * The titles that need no look: all of their files have been examined, their names leave no doubt, and each number is new and
 * there once.
 */
export const sureTitles = (proposals: readonly InboxProposal[], files: Files): InboxProposal[] =>
  proposals.filter(({ name, episodes }) => {
    const numbers = episodes.map(({ number }) => number);
    return (
      name !== null &&
      new Set(numbers).size === numbers.length &&
      episodes.every(({ file_id: id, number, is_unsure: isUnsure, is_taken: isTaken }) => {
        const file = files.get(id);
        return number !== null && !isUnsure && !isTaken && file?.state === 'ready' && !isKnownContent(file);
      })
    );
  });

/** Whether metadata say how old its viewers must be. */
export const hasSaidRating = ({ facts }: Pick<InboxProposal, 'facts'>): boolean =>
  facts.some(({ field }) => field === 'contentRating');
