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
import { call } from '#console/lib/client.ts';
import { countText, instantOf, timeText, toFieldTime } from '#console/lib/format.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { TimeField } from '#console/ui/time-field.tsx';
import { useVersionedForm } from '#console/ui/versioned-form.ts';
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

const limitsText = ({
  name,
  max_uses: most,
  ends_at: end,
  is_paused: isPaused,
}: Pick<Voucher, 'name' | 'max_uses' | 'ends_at' | 'is_paused'>) =>
  [name, `${countText(most)}명`, end && `${timeText(end)} 전까지`, isPaused ? '멈춤' : null]
    .filter(Boolean)
    .join(' · ');

/** Makes a code, or changes its limits. */
export function VoucherDialog({ shown, onClose }: { shown: Voucher | null; onClose(): void }) {
  const limitsOf = ({ name, uses, end }: Typed) => ({
    name,
    max_uses: numberOf(uses),
    ends_at: instantOf(end, shown?.ends_at) ?? '',
  });
  const { typed, set, form } = useVersionedForm({
    initial: (): Typed => ({
      name: shown?.name ?? '',
      gift: 'basic',
      amount: '30',
      uses: String(shown?.max_uses ?? 100),
      end: shown ? toFieldTime(shown.ends_at) : '',
      sale: shown?.is_paused ? 'paused' : 'on',
    }),
    shown,
    problemOf: (written) => problemOf(written, shown === null),
    save(written, version) {
      const { gift, amount, sale } = written;
      if (shown !== null && version !== null)
        return call(changeVoucher, {
          params: { id: shown.id },
          body: { ...limitsOf(written), is_paused: sale === 'paused', version },
        });
      const gives: NewVoucher['gives'] =
        gift === 'discount'
          ? { kind: 'discount', percent: numberOf(amount) }
          : { kind: 'days', plan: gift, days: numberOf(amount) };
      return call(addVoucher, { body: { ...limitsOf(written), gives } });
    },
    readAgain: async () =>
      shown && (await call(listVoucherUses, { params: { id: shown.id }, query: { limit: '1' } })).voucher,
    describe: (stored: Voucher) => limitsText(stored),
    describeTyped: (written) => limitsText({ ...limitsOf(written), is_paused: written.sale === 'paused' }),
    savedText: ({ name, code }) => (shown === null ? `${name} 쿠폰을 만들었어요: ${code}` : `${name} 쿠폰을 바꿨어요.`),
    list: 'shop',
    onClose,
  });
  return (
    <Sheet title={shown === null ? '쿠폰 만들기' : `${shown.name} 바꾸기`} isOpen isWide onClose={onClose}>
      <SheetForm {...form}>
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
          <TimeField
            label="쓸 수 있는 끝"
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
      </SheetForm>
    </Sheet>
  );
}
