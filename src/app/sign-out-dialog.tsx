import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** Signing in again takes typing with a remote: asked before it is done. */
export function SignOutDialog({ onCancel, onSignOut }: { onCancel: () => void; onSignOut: () => void }) {
  return (
    <Dialog
      focusKey="sign-out"
      title="로그아웃할까요?"
      text="다시 보려면 이메일과 비밀번호를 입력해야 해요."
      preferredKey="sign-out/cancel"
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <Button focusKey="sign-out/cancel" label="취소" onPress={onCancel} />
      <Button focusKey="sign-out/sign-out" label="로그아웃" isPrimary onPress={onSignOut} />
    </Dialog>
  );
}
