import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ReportReason, ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { reportReview } from '#src/api/reviews.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import styles from './reviews-screen.module.css';
import type { BlockedProfile } from './use-blocking.ts';

const REASONS: readonly (readonly [ReportReason, string])[] = [
  ['spoiler', '줄거리를 미리 알려요'],
  ['abuse', '욕설이나 비방이에요'],
  ['sexual', '선정적이에요'],
  ['spam', '광고나 도배예요'],
  ['other', '그 밖의 문제가 있어요'],
];

export interface ReviewMenuProps {
  /** Review of another profile. */
  readonly review: ShortReview;
  readonly onBlock: (profile: BlockedProfile) => void;
  readonly onClose: () => void;
}

/** Reports a review, or blocks its author. Back returns to the step before. */
export function ReviewMenu({ review, onBlock, onClose }: ReviewMenuProps) {
  const { id, profile, short_review: text } = review;
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const [step, setStep] = useState<'menu' | 'report' | 'block'>('menu');

  const report = (reason: ReportReason) => {
    onClose();
    reportReview(api, queryClient, id, reason).then(
      () => showToast('신고했어요. 운영자가 확인할게요.'),
      (error: unknown) =>
        showToast(`신고하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`),
    );
  };

  switch (step) {
    case 'menu':
      return (
        <Sheet focusKey="review-menu" title={`${profile.name}님의 감상평`} text={text} rows={2} onBack={onClose}>
          <OptionRow
            focusKey="review-menu/report"
            label="신고하기"
            detail="운영자가 확인하고 조치해요."
            onPress={() => setStep('report')}
          />
          <OptionRow
            focusKey="review-menu/block"
            label="차단하기"
            detail="이 프로필이 쓴 감상평을 모두 숨겨요."
            onPress={() => setStep('block')}
          />
        </Sheet>
      );
    case 'report':
      return (
        <Sheet
          focusKey="review-report"
          title="신고하는 이유를 골라 주세요"
          text={text}
          rows={REASONS.length}
          onBack={() => setStep('menu')}
        >
          {REASONS.map(([reason, label]) => (
            <OptionRow key={reason} focusKey={`review-report/${reason}`} label={label} onPress={() => report(reason)} />
          ))}
        </Sheet>
      );
    case 'block':
      return (
        <Dialog
          focusKey="review-block"
          title={`${profile.name}님을 차단할까요?`}
          text="이 프로필이 쓴 감상평이 어느 작품에서도 보이지 않아요. 상대에게는 알리지 않아요."
          preferredKey="review-block/cancel"
          onBack={() => {
            setStep('menu');
            return true;
          }}
        >
          <Button focusKey="review-block/cancel" label="취소" onPress={() => setStep('menu')} />
          <Button
            focusKey="review-block/block"
            label="차단하기"
            isPrimary
            onPress={() => {
              onClose();
              onBlock(profile);
            }}
          />
        </Dialog>
      );
  }
}

interface SheetProps {
  readonly focusKey: string;
  readonly title: string;
  readonly text: string;
  readonly rows: number;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

function Sheet({ focusKey, title, text, rows, onBack, children }: SheetProps) {
  return (
    <DialogFrame
      focusKey={focusKey}
      label={title}
      preferredKey={`${focusKey}/list`}
      onBack={() => {
        onBack();
        return true;
      }}
    >
      <h2 className={styles.menuTitle}>{title}</h2>
      <p className={styles.quote}>{text}</p>
      <OptionList focusKey={`${focusKey}/list`} visible={rows}>
        {children}
      </OptionList>
    </DialogFrame>
  );
}
