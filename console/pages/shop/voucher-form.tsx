import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addVoucher,
  changeVoucher,
  listVoucherUses,
  MOST_PERCENT,
  MOST_USES,
  MOST_VOUCHER_DAYS,
  type NewVoucher,
  type Voucher,
} from '#contract/console/vouchers.ts';
import { call, isConflict } from '#console/lib/client.ts';
import { countText, fromFieldTime, instantOf, timeText, toFieldTime } from '#console/lib/format.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { FormEnd } from '#console/ui/form-end.tsx';
import { toast } from '#console/ui/toasts.tsx';
import { PLAN_NAMES } from './offer-texts.ts';

type Gift = 'basic' | 'premium' | 'discount';

interface Typed {
  name: string;
  gift: Gift;
  amount: string;
  uses: string;
  end: string;
  sale: 'on' | 'paused';
}

const isBetween = (typed: string, least: number, most: number) => {
  const digits = typed.replaceAll(',', '').trim();
  return /^\d{1,9}$/.test(digits) && Number(digits) >= least && Number(digits) <= most;
};
const numberOf = (typed: string) => Number(typed.replaceAll(',', '').trim());

/** Why the form cannot be sent yet; null when it can. */
function problemOf({ name, gift, amount, uses, end }: Typed, isNew: boolean): string | null {
  const most = gift === 'discount' ? MOST_PERCENT : MOST_VOUCHER_DAYS;
  if (name.trim() === '') return '이름을 적어 주세요.';
  if (isNew && !isBetween(amount, 1, most))
    return gift === 'discount' ? `할인은 1%부터 ${most}%까지예요.` : `기간은 1일부터 ${most}일까지예요.`;
  if (!isBetween(uses, 1, MOST_USES)) return `사용 한도는 1명부터 ${countText(MOST_USES)}명까지예요.`;
  return end === '' ? '언제까지 쓸 수 있는지 적어 주세요.' : null;
}

const limitsText = ({ name, max_uses: most, ends_at: end, is_paused: isPaused }: Voucher) =>
  [name, `${countText(most)}명`, `${timeText(end)} 전까지`, isPaused ? '멈춤' : null].filter(Boolean).join(' · ');

/** Makes a code, or changes its limits. */
export function VoucherDialog({ shown, onClose }: { shown: Voucher | null; onClose(): void }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>(() => ({
    name: shown?.name ?? '',
    gift: 'basic',
    amount: '30',
    uses: String(shown?.max_uses ?? 100),
    end: shown ? toFieldTime(shown.ends_at) : '',
    sale: shown?.is_paused ? 'paused' : 'on',
  }));
  const [problem, setProblem] = useState<string | null>(null);
  const [current, setCurrent] = useState<Voucher | null>(null);
  const set =
    <N extends keyof Typed>(name: N) =>
    (value: Typed[N]) => {
      setProblem(null);
      setTyped((before) => ({ ...before, [name]: value }));
    };
  const save = useMutation({
    mutationFn: () => {
      const { gift, amount } = typed;
      const endsAt = instantOf(typed.end, shown?.ends_at) ?? '';
      const limits = { name: typed.name, max_uses: numberOf(typed.uses), ends_at: endsAt };
      const gives: NewVoucher['gives'] =
        gift === 'discount'
          ? { kind: 'discount', percent: numberOf(amount) }
          : { kind: 'days', plan: gift, days: numberOf(amount) };
      return shown === null
        ? call(addVoucher, { body: { ...limits, gives } })
        : call(changeVoucher, {
            params: { id: shown.id },
            body: { ...limits, is_paused: typed.sale === 'paused', version: (current ?? shown).version },
          });
    },
    onSuccess: ({ name, code }) => {
      toast(shown === null ? `${name} 쿠폰을 만들었어요: ${code}` : `${name} 쿠폰을 바꿨어요.`);
      onClose();
    },
    onError: async (error) => {
      if (shown !== null && isConflict(error))
        setCurrent((await call(listVoucherUses, { params: { id: shown.id }, query: { limit: '1' } })).voucher);
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ['shop'] }),
  });
  return (
    <Sheet title={shown === null ? '쿠폰 만들기' : `${shown.name} 바꾸기`} isOpen isWide onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const found = problemOf(typed, shown === null);
          setProblem(found);
          if (found === null) save.mutate();
        }}
      >
        <p className="prose">
          {shown === null
            ? '번호는 저절로 만들어져요. 계정마다 한 번 쓸 수 있고, 할인은 다음 멤버십 결제 한 번에 적용돼요.'
            : '이미 쓴 사람이 받은 것은 그대로예요.'}
        </p>
        <Field
          label="이름 (운영자에게만 보여요)"
          value={typed.name}
          onChange={set('name')}
          maxLength={60}
          autoFocus
          hint="예: 11월 사과 쿠폰"
        />
        <div className="pair">
          {shown === null && (
            <>
              <Choice<Gift>
                label="무엇을 주나요?"
                value={typed.gift}
                onChange={set('gift')}
                options={[
                  ['basic', `${PLAN_NAMES.basic} 이용 기간`],
                  ['premium', `${PLAN_NAMES.premium} 이용 기간`],
                  ['discount', '다음 멤버십 할인'],
                ]}
              />
              <Field
                label={typed.gift === 'discount' ? '할인 (%)' : '기간 (일)'}
                value={typed.amount}
                onChange={set('amount')}
                inputMode="numeric"
              />
            </>
          )}
          <Field
            label="사용 한도 (명)"
            value={typed.uses}
            onChange={set('uses')}
            inputMode="numeric"
            hint="한 사람이 한 번씩 써요."
          />
          <Field
            label="쓸 수 있는 끝 (한국 시각)"
            type="datetime-local"
            value={typed.end}
            onChange={set('end')}
            hint="만든 날부터 1년까지 정할 수 있어요."
          />
          {shown !== null && (
            <Choice
              label="사용"
              value={typed.sale}
              onChange={set('sale')}
              options={[
                ['on', '쓸 수 있게 하기'],
                ['paused', '멈추기'],
              ]}
            />
          )}
        </div>
        <FormEnd
          save={save}
          problem={problem}
          isNew={shown === null}
          conflict={
            shown !== null && current !== null
              ? [
                  ['처음 본 상태', limitsText(shown)],
                  ['지금 상태', limitsText(current)],
                  [
                    '내 변경',
                    limitsText({
                      ...shown,
                      name: typed.name,
                      max_uses: numberOf(typed.uses),
                      ends_at: typed.end === '' ? shown.ends_at : fromFieldTime(typed.end),
                      is_paused: typed.sale === 'paused',
                    }),
                  ],
                ]
              : null
          }
          onClose={onClose}
        />
      </form>
    </Sheet>
  );
}
