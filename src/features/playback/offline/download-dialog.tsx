import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';

export interface DownloadDialogProps {
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** Asks before a download that may end the playback of another device. */
export function DownloadDialog({ onDownload, onClose }: DownloadDialogProps) {
  return (
    <Dialog
      focusKey="download"
      title="저장할까요?"
      text="이 계정으로는 한 번에 기기 한 대에서 볼 수 있어요. 다른 기기에서 보고 있다면, 저장을 시작할 때 그 재생이 멈춰요."
      preferredKey="download/close"
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <Button
        focusKey="download/start"
        label="저장"
        isPrimary
        onPress={() => {
          onDownload();
          onClose();
        }}
      />
      <Button focusKey="download/close" label="닫기" onPress={onClose} />
    </Dialog>
  );
}
