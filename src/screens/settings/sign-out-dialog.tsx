import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface SignOutDialogProps {
  readonly title: string;
  readonly text: string;
  readonly isBusy?: boolean;
  readonly onCancel: () => void;
  readonly onSignOut: () => void;
}

/** Asks before signing out, because signing in again takes typing with a remote. */
export function SignOutDialog({ title, text, isBusy = false, onCancel, onSignOut }: SignOutDialogProps) {
  return (
    <Dialog
      focusKey="sign-out"
      title={title}
      text={text}
      preferredKey="sign-out/cancel"
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <Button focusKey="sign-out/cancel" label="취소" onPress={onCancel} />
      <Button
        focusKey="sign-out/sign-out"
        label={isBusy ? '로그아웃하는 중…' : '로그아웃'}
        isPrimary
        isBusy={isBusy}
        onPress={onSignOut}
      />
    </Dialog>
  );
}
