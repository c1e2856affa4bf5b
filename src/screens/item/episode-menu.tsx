import type { Episode } from '#contract/catalogue.ts';
import { watchState } from '#src/features/episodes/watch-state.ts';
import { useSetWatched } from '#src/features/episodes/use-set-watched.ts';
import { episodeName } from '#src/lib/title-labels.ts';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { MenuDialog } from './menu-dialog.tsx';

export interface EpisodeMenuProps {
  readonly episode: Episode;
  /** The row that downloads the episode; null without it. */
  readonly download: { readonly label: string; readonly name: string } | null;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Menu of an episode: actions other than playing it. */
export function EpisodeMenu({ episode, download, onDownload, onClose }: EpisodeMenuProps) {
  const setWatched = useSetWatched();
  const { kind } = watchState(episode);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <MenuDialog
      focusKey="episode-menu"
      title={episodeName(episode)}
      onBack={onClose}
      rows={[
        kind !== 'finished' && (
          <OptionRow
            key="watched"
            focusKey="episode-menu/watched"
            label="본 것으로 표시"
            onPress={run(() => setWatched(episode, true))}
          />
        ),
        kind !== 'new' && (
          <OptionRow
            key="unwatched"
            focusKey="episode-menu/unwatched"
            label="안 본 것으로 표시"
            detail={kind === 'begun' ? '이어볼 위치도 지워요.' : undefined}
            onPress={run(() => setWatched(episode, false))}
          />
        ),
        episode.order > 1 && (
          <OptionRow
            key="before"
            focusKey="episode-menu/before"
            label="여기까지 모두 본 것으로 표시"
            detail={`첫 화부터 ${episode.episode_num}까지`}
            onPress={run(() => setWatched(episode, true, 'before'))}
          />
        ),
        download && (
          <OptionRow key="download" focusKey="episode-menu/download" label={download.name} onPress={run(onDownload)} />
        ),
      ]}
    />
  );
}
