import { useLayoutEffect, type ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { messageOf } from '../lib/client.ts';
import { Submit } from './submit.tsx';

export interface SheetProps {
  title: string;
  isOpen: boolean;
  /** Undefined for a dialog that must be answered. */
  onClose?: (() => void) | undefined;
  isWide?: boolean;
  children: ReactNode;
}

/** A modal dialog: keeps the focus inside and gives it back. */
export function Sheet({ title, isOpen, onClose, isWide = false, children }: SheetProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => (open ? undefined : onClose?.())}
    >
      <Modal className={isWide ? 'sheet wide' : 'sheet'}>
        <Dialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The part of a mutation that a dialog shows. */
export interface Saved {
  readonly error: unknown;
  readonly isPending: boolean;
  reset(): void;
}

/** Lets a dialog that opens forget the refusal of the last time, which may be of another row. */
export function useFresh(save: Saved | undefined): void {
  useLayoutEffect(() => {
    if (save?.isPending === false) save.reset();
    // When it opens, and not again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

export interface ConfirmProps {
  title: string;
  /** What the write changes, and what else it affects. */
  children: ReactNode;
  /** The verb on the button. */
  verb: string;
  isDangerous?: boolean;
  /** The call that it makes. */
  save: Saved;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a write. */
export function Confirm(props: ConfirmProps) {
  const { title, children, verb, isDangerous = false, save, onConfirm, onClose } = props;
  useFresh(save);
  return (
    <Sheet title={title} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <div className="prose">{children}</div>
        <Problem>{save.error ? messageOf(save.error) : null}</Problem>
        <div className="actions">
          <Button className="button" onPress={onClose}>
            그만두기
          </Button>
          <Submit className={isDangerous ? 'button danger' : 'button primary'} isPending={save.isPending} autoFocus>
            {verb}
          </Submit>
        </div>
      </form>
    </Sheet>
  );
}

/** Why something failed; announced when it appears. */
export const Problem = ({ children }: { children?: ReactNode }) => (
  <div role="alert" className="problem">
    {children}
  </div>
);
