import { useQueryClient } from '@tanstack/react-query';
import type { StartAgain } from '#contract/catalogue.ts';
import { startOver } from '#src/api/start-over.ts';
import { useTakeOut } from '#src/features/episodes/use-take-out.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { ChoiceDialog } from '#src/ui/dialog/choice-dialog.tsx';

export interface StartAgainMenuProps {
  readonly begun: StartAgain;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
  readonly onClose: () => void;
}

/** Menu of a begun title on home: what OK does not do. */
export function StartAgainMenu({ begun, onOpenItem, onPlay, onClose }: StartAgainMenuProps) {
  const queryClient = useQueryClient();
  const { take } = useTakeOut();
  const showToast = useToasts((toasts) => toasts.show);
  const { item, episode } = begun;
  const actions = {
    start() {
      startOver(queryClient, episode.id);
      onPlay(episode.id);
    },
    remove() {
      take(begun);
      showToast('이어보기에서 뺐어요. 다시 보면 다시 나와요.');
    },
    details: () => onOpenItem(item.id),
  };
  return (
    <ChoiceDialog
      focusKey="start-again-menu"
      title={item.name}
      choices={[
        { value: 'start' as const, label: '처음부터', detail: episode.episode_num },
        { value: 'remove' as const, label: '목록에서 빼기', detail: '본 위치는 남아요.' },
        { value: 'details' as const, label: '작품 정보' },
      ]}
      chosen={null as never}
      onChoose={(action) => {
        onClose();
        actions[action]();
      }}
      onCancel={onClose}
    />
  );
}
