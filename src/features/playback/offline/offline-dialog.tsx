import { episodeName } from '#src/lib/title-labels.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface OfflineDialogProps {
  readonly offline: OfflineEpisode;
  /** Absent where playing is not offered. */
  readonly onPlay?: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks before removing a downloaded episode, or before cancelling its download. */
export function OfflineDialog({ offline, onPlay, onRemove, onClose }: OfflineDialogProps) {
  const { episode, state } = offline;
  const isDownloading = state === 'downloading';
  const close = () => {
    onClose();
    return true;
  };
  const remove = () => {
    onRemove();
    onClose();
  };
  return (
    <Dialog
      focusKey="offline"
      title={isDownloading ? '저장을 그만둘까요?' : onPlay ? '저장한 영상이에요' : '저장한 영상을 지울까요?'}
      text={`${episode.item.name} ${episodeName(episode)}`}
      preferredKey={onPlay && !isDownloading ? 'offline/play' : 'offline/close'}
      onBack={close}
    >
      {onPlay && !isDownloading && (
        <Button focusKey="offline/play" label="바로 보기" icon="play" isPrimary onPress={onPlay} />
      )}
      <Button focusKey="offline/remove" label={isDownloading ? '그만두기' : '지우기'} onPress={remove} />
      <Button focusKey="offline/close" label={isDownloading ? '계속 저장' : '닫기'} onPress={onClose} />
    </Dialog>
  );
}
