import type { KeptEpisode } from '#src/player/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export interface KeptDialogProps {
  readonly kept: KeptEpisode;
  /** Absent where it is not offered. */
  readonly onPlay?: () => void;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks before a kept episode goes, or before its way to the disk is broken off. */
export function KeptDialog({ kept, onPlay, onRemove, onClose }: KeptDialogProps) {
  const { episode, state } = kept;
  const isStoring = state === 'storing';
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
      focusKey="kept"
      title={isStoring ? '저장을 그만둘까요?' : onPlay ? '저장한 영상이에요' : '저장한 영상을 지울까요?'}
      text={`${episode.item.name} ${episode.episode_num} · ${episode.subject}`}
      preferredKey={onPlay && !isStoring ? 'kept/play' : 'kept/close'}
      onBack={close}
    >
      {onPlay && !isStoring && <Button focusKey="kept/play" label="바로 보기" icon="play" isPrimary onPress={onPlay} />}
      <Button focusKey="kept/remove" label={isStoring ? '그만두기' : '지우기'} onPress={remove} />
      <Button focusKey="kept/close" label={isStoring ? '계속 저장' : '닫기'} onPress={onClose} />
    </Dialog>
  );
}
