import { useMutation } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { requestAccountFile } from '#src/api/leaving.ts';
import { forAccount } from '#src/stores/for-account.ts';
import { useStores, useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface TakeDataDialogProps {
  readonly email: string;
  readonly onClose: () => void;
}

/** Offers a mail with a link to a file of all that is stored about the account. */
export function TakeDataDialog({ email, onClose }: TakeDataDialogProps) {
  const api = useApi();
  const { session } = useStores();
  const showToast = useToasts((toasts) => toasts.show);
  const asking = useMutation({
    mutationFn: () => forAccount(session, requestAccountFile(api)),
    onSuccess: () => showToast('파일을 만들고 있어요. 몇 분 안에 메일이 도착해요.'),
    onError: (error) => showToast(error instanceof ApiError ? error.message : '요청하지 못했어요. 다시 시도해 주세요.'),
  });
  return (
    <Dialog
      focusKey="take-data"
      title="내 데이터 받기"
      text={`프로필, 시청 기록, 별점과 감상평, 주문 등 이 계정에 저장된 데이터를 파일 하나로 만들어요. 파일을 받는 링크를 ${email}로 보내 드려요. 링크는 24시간 동안 쓸 수 있어요.`}
      preferredKey="take-data/send"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <Button
        focusKey="take-data/send"
        label={asking.isPending ? '요청하는 중…' : '메일로 받기'}
        isPrimary
        isBusy={asking.isPending}
        onPress={() => (asking.isPending ? undefined : asking.mutate(undefined, { onSuccess: onClose }))}
      />
      <Button focusKey="take-data/cancel" label="취소" onPress={onClose} />
    </Dialog>
  );
}
