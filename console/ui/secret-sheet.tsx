import { Button } from 'react-aria-components';
import { Sheet } from './dialogs.tsx';
import { Field } from './fields.tsx';
import { toast } from './toasts.tsx';

interface SecretSheetProps {
  title: string;
  label: string;
  secret: string;
  children: string;
  onClose(): void;
}

/** A secret that is shown once. */
export const SecretSheet = ({ title, label, secret, children, onClose }: SecretSheetProps) => (
  <Sheet title={title} isOpen onClose={onClose}>
    <p className="prose">
      <strong>지금만 보여요.</strong> {children}
    </p>
    <Field label={label} value={secret} onChange={() => undefined} isReadOnly />
    <div className="actions">
      <Button
        className="button"
        onPress={() => void navigator.clipboard?.writeText(secret).then(() => toast('복사했어요.'))}
      >
        복사
      </Button>
      <Button className="button primary" onPress={onClose} autoFocus>
        닫기
      </Button>
    </div>
  </Sheet>
);
