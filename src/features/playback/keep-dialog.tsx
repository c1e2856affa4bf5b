import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export interface KeepDialogProps {
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

/** Asks before an episode is kept where that may end what plays on another device. */
export function KeepDialog({ onKeep, onClose }: KeepDialogProps) {
  return (
    <Dialog
      focusKey="keep"
      title="저장할까요?"
      text="이 계정으로는 한 번에 기기 한 대에서 볼 수 있어요. 다른 기기에서 보고 있다면, 저장을 시작할 때 그 재생이 멈춰요."
      preferredKey="keep/close"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <Button
        focusKey="keep/keep"
        label="저장"
        isPrimary
        onPress={() => {
          onKeep();
          onClose();
        }}
      />
      <Button focusKey="keep/close" label="닫기" onPress={onClose} />
    </Dialog>
  );
}
