import type { FoundEpisode, SearchProposal } from '#contract/search.ts';
import { FocusGroup } from '#src/focus/index.ts';
import { letterScales } from '#src/lib/letters.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Chip } from './chip.tsx';
import { chipsThatFit } from './chips-that-fit.ts';
import { subjectKey, subjectLabels, type ChosenSubject } from './chosen-subject.ts';
import styles from './search-screen.module.css';

/** Chips of a line, where they are short: more would be read through. */
const MOST_PROPOSALS = 4;
const MOST_EPISODES = 3;

const useLetterScale = () => useSettings(({ settings }) => letterScales[settings.letters]);

export interface ProposalsProps {
  readonly proposals: readonly SearchProposal[];
  readonly chosen: ChosenSubject | null;
  readonly onOpenItem: (itemId: number) => void;
  /** Shows the titles about it, or all results again with null. */
  readonly onChoose: (subject: ChosenSubject | null) => void;
}

/** What the text so far may mean: a title opens, anything else shows its titles. */
export function Proposals({ proposals, chosen, onOpenItem, onChoose }: ProposalsProps) {
  const scale = useLetterScale();
  const texts = ({ kind, name }: SearchProposal) =>
    kind === 'title' ? { text: name } : { text: name, note: subjectLabels[kind] };
  return (
    <FocusGroup focusKey="search/proposals" axis="row" className={styles.line}>
      {chipsThatFit(proposals, MOST_PROPOSALS, texts, scale).map(({ kind, name, item_id: itemId, cnt_item: count }) => {
        if (kind === 'title')
          return (
            <Chip
              key={`title-${itemId}`}
              focusKey={`search/proposals/title-${itemId}`}
              text={name}
              label={`작품 ${name}`}
              onPress={() => itemId !== null && onOpenItem(itemId)}
            />
          );
        const subject = { kind, name };
        const isChosen = chosen !== null && subjectKey(chosen) === subjectKey(subject);
        return (
          <Chip
            key={subjectKey(subject)}
            focusKey={`search/proposals/${subjectKey(subject)}`}
            text={name}
            note={subjectLabels[kind]}
            label={`${subjectLabels[kind]} ${name}, 작품 ${count}개`}
            isChosen={isChosen}
            onPress={() => onChoose(isChosen ? null : subject)}
          />
        );
      })}
    </FocusGroup>
  );
}

export interface EpisodesFoundProps {
  readonly episodes: readonly FoundEpisode[];
  readonly onPlay: (episodeId: number) => void;
}

/** Episodes whose names have the typed text. */
export function EpisodesFound({ episodes, onPlay }: EpisodesFoundProps) {
  const scale = useLetterScale();
  const texts = ({ subject, item_name: item, episode_num: number }: FoundEpisode) => ({
    text: subject,
    note: `${item} ${number}`,
    hasIcon: true,
  });
  return (
    <FocusGroup focusKey="search/episodes" axis="row" className={styles.line}>
      {chipsThatFit(episodes, MOST_EPISODES, texts, scale).map(
        ({ id, item_name: item, episode_num: number, subject }) => (
          <Chip
            key={id}
            focusKey={`search/episodes/${id}`}
            icon="play"
            text={subject}
            note={`${item} ${number}`}
            label={`${item} ${number} ${subject}, 재생`}
            onPress={() => onPlay(id)}
          />
        ),
      )}
    </FocusGroup>
  );
}
