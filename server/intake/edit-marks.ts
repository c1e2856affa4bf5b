import type { EpisodeMarks, MarksOfEpisode } from '#contract/console/title-editing.ts';
import { failInForm } from '../catalogue/index.ts';
import type { TitleEditing } from '#server/catalogue/editing/title-editing.ts';
import { ChangedMeanwhileError } from '../lib/refused-error.ts';
import type { MediaOperations } from './operations.ts';

const KINDS = ['intro', 'outro', 'recap', 'preview'] as const;

const textOf = (part: { start: number; end?: number | undefined } | null) =>
  part === null ? '-' : `${part.start}.${part.end ?? ''}`;

/** Their version is their text: they are few and short. */
const versionOf = (marks: MarksOfEpisode): string => KINDS.map((kind) => textOf(marks[kind])).join('_');

/** An operator's work on the parts of an episode that viewers may skip, on a player. */
export interface MarkEditing {
  /** @throws MissingError */
  show(episodeId: number): Promise<EpisodeMarks>;
  /** @throws ChangedMeanwhileError, MissingError, VALIDATION_FAILED */
  change(episodeId: number, change: { version: string; marks: MarksOfEpisode }): Promise<EpisodeMarks>;
}

export function createMarkEditing(options: {
  media: Pick<MediaOperations, 'marks' | 'foundMarks'>;
  editing: Pick<TitleEditing, 'streamsOf'>;
}): MarkEditing {
  const { media, editing } = options;

  const show = async (episodeId: number): Promise<EpisodeMarks> => {
    const { duration, ...marks } = await media.marks(episodeId);
    const found = await media.foundMarks({ episode: episodeId });
    return {
      episode_id: episodeId,
      duration,
      marks,
      version: versionOf(marks),
      found: found
        .filter((mark) => !mark.is_decided)
        .map(({ kind, start, end, confidence, from }) => ({ kind, start, end, confidence, from })),
      ...(await editing.streamsOf(episodeId)),
    };
  };

  return {
    show,
    async change(episodeId, { version, marks }) {
      const check = (before: MarksOfEpisode) => {
        if (versionOf(before) !== version) throw new ChangedMeanwhileError();
      };
      const before = await media.marks(episodeId);
      check(before);
      // Unchanged marks stay undecided, so that their proposals remain.
      const changed = KINDS.filter((kind) => textOf(before[kind]) !== textOf(marks[kind]));
      const changes = Object.fromEntries(changed.map((kind) => [kind, marks[kind]]));
      if (changed.length > 0)
        await media.marks(episodeId, changes, check).catch((error: unknown) => failInForm(error, ''));
      return show(episodeId);
    },
  };
}
