import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#src/api/client/api-context.ts';
import { redeem, refreshMembership, type Redeemed } from '#src/api/vouchers.ts';
import { TextDialog } from '#src/features/profiles/text-dialog.tsx';
import { planLabel } from '#src/lib/plan-label.ts';

export interface VoucherDialogProps {
  /** @param text what the code gave */
  readonly onDone: (text: string) => void;
  readonly onBack: () => void;
}

const givenText = ({ plan, days, percent }: Redeemed): string =>
  plan !== null && days !== null
    ? `${planLabel(plan)} ${days}일을 받았어요.`
    : `다음 멤버십 결제에서 ${percent ?? 0}%를 깎아 드려요.`;

/** Asks for the code of a voucher. */
export function VoucherDialog({ onDone, onBack }: VoucherDialogProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  return (
    <TextDialog
      asks="voucher"
      title="쿠폰 쓰기"
      text="쿠폰에 적힌 번호를 넣어 주세요. 줄표는 없어도 돼요."
      doneLabel="쓰기"
      send={async (code) => {
        const redeemed = await redeem(api, code);
        void refreshMembership(api, queryClient);
        return redeemed;
      }}
      onDone={(redeemed) => onDone(givenText(redeemed))}
      onBack={onBack}
    />
  );
}
