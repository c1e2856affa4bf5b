import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import { useFocusLeaf, useFocusMove, type Direction, type KeyPress } from '#src/focus/index.ts';
import { episodeName } from '#src/lib/title-labels.ts';
import { promptManners, type Playback, type PlayerModel, type ShownPrompt } from '#src/player/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { Picture } from '#src/ui/tile/picture.tsx';
import { Spoken } from '#src/ui/spoken.tsx';
import { AdPrompt } from './ad-prompt.tsx';
import { promptKey } from './player-keys.ts';
import { Ring } from './ring.tsx';
import styles from './player-prompt.module.css';

const skipLabels = {
  'skip-recap': '지난 이야기 건너뛰기',
  'skip-opening': '오프닝 건너뛰기',
  'skip-ending': '엔딩 건너뛰기',
  'skip-preview': '다음 화 예고 건너뛰기',
} as const;

export interface PlayerPromptProps {
  readonly prompt: ShownPrompt;
  readonly playback: Playback;
  readonly model: PlayerModel;
  readonly nextEpisodeId: number | null;
  readonly areControlsShown: boolean;
  readonly onArrow: (direction: Direction, press: KeyPress) => boolean;
}

/** A button over the video. While the controls are hidden it has the focus, so that OK presses it. */
export function PlayerPrompt({ prompt, playback, model, nextEpisodeId, areControlsShown, onArrow }: PlayerPromptProps) {
  const focus = useFocusMove();
  const { kind, id } = prompt;
  useLayoutEffect(() => {
    if (!areControlsShown && promptManners[kind].hasAction) focus(promptKey);
  }, [focus, areControlsShown, kind, id]);

  const shared = {
    isRaised: areControlsShown,
    onArrow: (direction: Direction, press: KeyPress) =>
      // The visible controls are below the prompt, so up has no target and down moves to the timeline.
      areControlsShown && (direction === 'up' || direction === 'down') ? direction === 'up' : onArrow(direction, press),
  };
  switch (kind) {
    case 'skip-recap':
    case 'skip-opening':
    case 'skip-preview':
      return <PromptButton {...shared} label={skipLabels[kind]} onPress={() => model.press(kind)} />;
    case 'skip-ending':
      if (model.hasSceneAfterEnding()) return <EndingChoice {...shared} model={model} />;
      return <PromptButton {...shared} label={skipLabels[kind]} onPress={() => model.press(kind)} />;
    case 'next-episode':
      return (
        <NextCard {...shared} prompt={prompt} episodeId={nextEpisodeId} onPress={() => model.press('next-episode')} />
      );
    case 'ad':
      return <AdPrompt playback={playback} />;
    case 'network':
      return (
        <p role="status" className={`${styles.banner} ${areControlsShown ? styles.belowHeading : ''}`}>
          네트워크가 끊겼어요. 받아 둔 데까지 재생하고, 연결되면 이어 갈게요.
        </p>
      );
    // PlayerNotice renders these.
    case 'sleep':
    case 'still-watching':
    case 'kick':
    case 'failure':
    case 'ended':
      return null;
  }
}

interface PromptLeafProps {
  readonly isRaised: boolean;
  readonly onPress: () => void;
  readonly onArrow: (direction: Direction, press: KeyPress) => boolean;
}

const placeClass = (isRaised: boolean) => `${styles.place} ${isRaised ? styles.raised : ''}`;

function PromptButton({ isRaised, label, ...leaf }: PromptLeafProps & { label: string }) {
  const focusProps = useFocusLeaf({ focusKey: promptKey, isOrdinalSaid: false, ...leaf });
  return (
    <div className={placeClass(isRaised)}>
      {isRaised && <Spoken text={`위쪽 버튼으로 ${label}`} />}
      <div {...focusProps} role="button" aria-label={label} className={styles.button}>
        <Icon name={laterIcons.next} size={1.625} />
        <span className={styles.label}>{label}</span>
      </div>
    </div>
  );
}

/** The ending, when a scene follows it: to the scene, or through the whole ending. */
function EndingChoice({ isRaised, model, onArrow }: Omit<PromptLeafProps, 'onPress'> & { model: PlayerModel }) {
  const focus = useFocusMove();
  const watchKey = `${promptKey}/watch`;
  const skipProps = useFocusLeaf({
    focusKey: promptKey,
    onPress: () => model.press('skip-ending'),
    onArrow(direction, press) {
      if (direction !== 'down') return onArrow(direction, press);
      focus(watchKey);
      return true;
    },
  });
  const watchProps = useFocusLeaf({
    focusKey: watchKey,
    onPress: () => model.prompts.take(),
    onArrow(direction, press) {
      if (direction !== 'up') return onArrow(direction, press);
      focus(promptKey);
      return true;
    },
  });
  return (
    <div className={placeClass(isRaised)}>
      {isRaised && <Spoken text="위쪽 버튼으로 엔딩 건너뛰기" />}
      <div {...skipProps} role="button" aria-label="엔딩 건너뛰고 다음 장면 보기" className={styles.button}>
        <Icon name={laterIcons.next} size={1.625} />
        <span className={styles.label}>엔딩 건너뛰기</span>
      </div>
      <div
        {...watchProps}
        role="button"
        aria-label="엔딩 끝까지 보기, 뒤에 장면이 더 있어요"
        className={`${styles.button} ${styles.below}`}
      >
        <span>엔딩 끝까지 보기</span>
      </div>
    </div>
  );
}

interface NextCardProps extends PromptLeafProps {
  readonly prompt: ShownPrompt;
  readonly episodeId: number | null;
}

function NextCard({ isRaised, prompt, episodeId, ...leaf }: NextCardProps) {
  const api = useApi();
  const episode = useQuery({ ...episodeQuery(api, episodeId ?? 0), enabled: episodeId !== null }).data;
  const focusProps = useFocusLeaf({ focusKey: promptKey, isOrdinalSaid: false, ...leaf });
  const name = episode ? episodeName(episode) : '';
  return (
    <div className={placeClass(isRaised)}>
      {isRaised && <Spoken text="위쪽 버튼으로 다음 화 보기" />}
      <div
        {...focusProps}
        role="button"
        aria-label={`다음 화, ${name}`}
        data-plays={episodeId ?? undefined}
        className={styles.card}
      >
        <div className={styles.picture}>
          {episode && <Picture src={episode.thumbnail} color={episode.item.color} />}
          <div className={styles.ring}>
            {prompt.secondsLeft === null || prompt.secondsInAll === null ? (
              <Icon name="play" size={2.5} />
            ) : (
              <Ring secondsLeft={prompt.secondsLeft} secondsInAll={prompt.secondsInAll} />
            )}
          </div>
        </div>
        <div className={styles.text}>
          <p className={styles.heading}>다음 화</p>
          <p className={styles.name}>{name}</p>
        </div>
      </div>
    </div>
  );
}
