import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

/** Shown by Back on home. A second Back closes it. */
export function ExitDialog({ onCancel, onExit }: { onCancel: () => void; onExit: () => void }) {
  return (
    <Dialog
      focusKey="exit"
      title="보라를 종료할까요?"
      preferredKey="exit/cancel"
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <Button focusKey="exit/cancel" label="취소" onPress={onCancel} />
      <Button focusKey="exit/exit" label="종료" isPrimary onPress={onExit} />
    </Dialog>
  );
}
