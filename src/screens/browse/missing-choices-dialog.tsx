import type { FailableQuery } from '#src/features/failures/query-failed.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface MissingChoicesDialogProps {
  readonly title: string;
  readonly query: FailableQuery;
  readonly onClose: () => void;
}

/** Stands for the choices of a filter while they load, or when they failed to load. */
export function MissingChoicesDialog({ title, query, onClose }: MissingChoicesDialogProps) {
  return (
    <Dialog
      focusKey="browse/missing"
      title={title}
      text={query.isFetching ? '불러오는 중이에요.' : '목록을 불러오지 못했어요. 잠시 후 다시 시도해 주세요.'}
      preferredKey="browse/missing/retry"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <Button
        focusKey="browse/missing/retry"
        label="다시 시도"
        icon="retry"
        isPrimary
        isBusy={query.isFetching}
        onPress={() => void query.refetch()}
      />
      <Button focusKey="browse/missing/close" label="닫기" onPress={onClose} />
    </Dialog>
  );
}
