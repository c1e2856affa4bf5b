import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SHORT_REVIEW_LENGTH, shortReviewLength, type ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { saveShortReview } from '#src/api/reviews.ts';
import { FocusScope } from '#src/focus/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { Keyboard, koreanChips, type Chip } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import styles from './write-review-dialog.module.css';

export interface WriteReviewDialogProps {
  readonly itemId: number;
  readonly itemName: string;
  /** The viewer's own, or null. */
  readonly mine: ShortReview | null;
  /** The unsent draft. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** Called also after the dialog was closed. @param saved null when it was deleted */
  readonly onSaved: (saved: ShortReview | null) => void;
  /** Called after `onSaved` while the dialog is open. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const REMOVE = 'remove';
const REMOVE_CHIPS: readonly Chip[] = [{ id: REMOVE, label: '감상평 지우기' }];
const LAYERS = ['hangul', 'latin', 'symbols'] as const;

/** The viewer's short review, typed with the remote. The draft survives a failure and Back. */
export function WriteReviewDialog(props: WriteReviewDialogProps) {
  const { itemId, itemName, mine, draft, onDraft, onSaved, onDone, onClose } = props;
  const api = useApi();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<'typing' | 'asking' | 'sending'>('typing');
  const [error, setError] = useState('');
  const isShown = useRef(true);
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );

  const send = async (text: string) => {
    setPhase('sending');
    setError('');
    try {
      onSaved(await saveShortReview(api, queryClient, itemId, text));
      // By now the viewer may be writing in another dialog.
      if (isShown.current) onDone();
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : '저장하지 못했어요. 다시 시도해 주세요.');
      setPhase('typing');
    }
  };
  const change = (text: string) => {
    setError('');
    onDraft(text);
  };
  const finish = () => {
    if (phase !== 'typing') return;
    if (shortReviewLength(draft) > 0) void send(draft);
    else if (mine) setPhase('asking');
    else setError('한 글자 이상 써 주세요.');
  };

  return (
    <>
      <div className={styles.veil}>
        <FocusScope
          focusKey="write-review"
          axis="column"
          role="dialog"
          label={`${itemName} 감상평 쓰기`}
          preferredKey="write-review/keyboard"
          className={styles.panel}
          onBack={() => {
            onClose();
            return true;
          }}
        >
          <div className={styles.head}>
            <h2 className={styles.title}>{mine ? '감상평 고치기' : '감상평 쓰기'}</h2>
            <p className={styles.counter} aria-label={`${SHORT_REVIEW_LENGTH}자 중 ${shortReviewLength(draft)}자`}>
              {shortReviewLength(draft)}/{SHORT_REVIEW_LENGTH}
            </p>
          </div>
          <div role="textbox" aria-readonly="true" aria-label="감상평" aria-live="polite" className={styles.text}>
            {draft}
            <span className={styles.caret} />
            {draft === '' && <span className={styles.placeholder}>이 작품 어땠나요?</span>}
          </div>
          <p className={styles.error} role="alert">
            {phase === 'sending' ? '저장하고 있어요.' : error}
          </p>
          <Keyboard
            focusKey="write-review/keyboard"
            value={draft}
            onChange={change}
            onDone={finish}
            layers={LAYERS}
            doneLabel={mine ? '고치기' : '등록'}
            maxLength={SHORT_REVIEW_LENGTH}
            // Only before typing: the chip that deletes the review must not replace a word under the focus.
            chips={mine && draft === mine.short_review ? REMOVE_CHIPS : koreanChips(draft)}
            onChip={(id) => id === REMOVE && phase === 'typing' && setPhase('asking')}
          />
        </FocusScope>
        <PhoneField
          name="감상평"
          kind="review"
          value={draft}
          maxLength={SHORT_REVIEW_LENGTH}
          doneLabel={mine ? '고치기' : '등록'}
          problem={error === '' ? null : error}
          onChange={change}
          onDone={finish}
          shape="column"
          className={styles.phone}
        />
      </div>
      {phase === 'asking' && <RemoveReviewDialog onCancel={() => setPhase('typing')} onRemove={() => void send('')} />}
    </>
  );
}

function RemoveReviewDialog({ onCancel, onRemove }: { onCancel: () => void; onRemove: () => void }) {
  return (
    <Dialog
      focusKey="remove-review"
      title="감상평을 지울까요?"
      text="받은 공감도 함께 사라져요."
      preferredKey="remove-review/cancel"
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <Button focusKey="remove-review/cancel" label="취소" onPress={onCancel} />
      <Button focusKey="remove-review/remove" label="지우기" isPrimary onPress={onRemove} />
    </Dialog>
  );
}
