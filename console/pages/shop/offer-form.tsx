import { useState } from 'react';
import { call } from '#console/lib/client.ts';
import { Sheet } from '#console/ui/dialogs.tsx';
import { Choice, Field } from '#console/ui/fields.tsx';
import { SheetForm } from '#console/ui/sheet-form.tsx';
import { TimeField } from '#console/ui/time-field.tsx';
import { useVersionedForm } from '#console/ui/versioned-form.ts';
import {
  addPlan,
  changePlan,
  changeProduct,
  listOperatedPlans,
  listOperatedProducts,
  type NewPlan,
  type OperatedPlan,
  type OperatedProduct,
  type PlanChange,
} from '#contract/console/offers.ts';
import { fieldsOf, offerText, PLAN_NAMES, problemOf, typedOffer, type OfferFields } from './offer-texts.ts';

type Offer = { is: 'plan'; shown: OperatedPlan | null } | { is: 'product'; shown: OperatedProduct };

const fieldsOfShown = (shown: OperatedPlan | OperatedProduct): OfferFields => ({
  name: shown.name,
  price: shown.price,
  ...('days' in shown && { days: shown.days }),
  is_paused: shown.is_paused,
  starts_at: shown.starts_at,
  ends_at: shown.ends_at,
  coming: shown.coming,
});

/** The offer as somebody else has left it. */
async function readAgain(offer: Offer): Promise<OperatedPlan | OperatedProduct | null> {
  if (offer.shown === null) return null;
  const { id } = offer.shown;
  const query = { limit: '100' };
  const { results } =
    offer.is === 'plan'
      ? await call(listOperatedPlans, { query })
      : await call(listOperatedProducts, { query: { ...query, keyword: offer.shown.item.name } });
  return results.find((one) => one.id === id) ?? null;
}

const Explained = ({ isNew }: { isNew: boolean }) =>
  isNew ? (
    <p className="prose">만들면 텔레비전의 멤버십 화면에 바로 나와요. 판매를 멈춘 채로 만들 수도 있어요.</p>
  ) : (
    <p className="prose">
      이미 산 사람은 산 값과 기간 그대로 봐요. 결제를 기다리는 주문도 주문한 값 그대로예요. 바뀐 값은 그 뒤에 사는
      사람에게만 적용돼요.
    </p>
  );

/** Adds a plan, or changes a plan or a product, now or from a day on; shows first what somebody else changed meanwhile. */
export function OfferDialog({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const shown = offer.shown && fieldsOfShown(offer.shown);
  const hasDays = offer.is === 'plan';
  const [tier, setTier] = useState<'basic' | 'premium'>('basic');
  const { typed, set, form } = useVersionedForm({
    initial: () => typedOffer(shown),
    shown: offer.shown as OperatedPlan | OperatedProduct | null,
    problemOf: (written) => problemOf(written, hasDays, new Date()),
    async save(written, version): Promise<{ name: string }> {
      const fields = fieldsOf(written, shown);
      if (offer.shown === null) return call(addPlan, { body: { plan: tier, ...fields } as NewPlan });
      const params = { id: String(offer.shown.id) };
      const body = { ...fields, version } as PlanChange;
      return offer.is === 'plan' ? call(changePlan, { params, body }) : call(changeProduct, { params, body });
    },
    readAgain: () => readAgain(offer),
    describe: (stored) => offerText(fieldsOfShown(stored)),
    describeTyped: (written) => offerText(fieldsOf(written, shown)),
    savedText: ({ name }) => (shown === null ? `${name} 멤버십을 만들었어요.` : `${name}: 바꿨어요.`),
    list: 'shop',
    onClose,
  });
  return (
    <Sheet title={shown === null ? '멤버십 만들기' : `${shown.name} 바꾸기`} isOpen isWide onClose={onClose}>
      <SheetForm {...form}>
        <Explained isNew={shown === null} />
        {shown === null && (
          <Choice<'basic' | 'premium'>
            label="등급"
            value={tier}
            onChange={setTier}
            options={[
              ['basic', PLAN_NAMES.basic],
              ['premium', PLAN_NAMES.premium],
            ]}
          />
        )}
        <Field
          label="이름 (시청자에게 보여요)"
          value={typed.name}
          onChange={set('name')}
          maxLength={hasDays ? 40 : 80}
          autoFocus
        />
        <div className="pair">
          <Field label="가격 (원)" value={typed.price} onChange={set('price')} inputMode="numeric" />
          {hasDays && <Field label="기간 (일)" value={typed.days} onChange={set('days')} inputMode="numeric" />}
          {shown !== null && (
            <Choice
              label="이름, 가격, 기간을 언제 바꿀까요?"
              value={typed.when}
              onChange={set('when')}
              options={[
                ['now', '지금부터'],
                ['later', '정한 날부터'],
              ]}
            />
          )}
          {typed.when === 'later' && (
            <TimeField
              label="바꾸는 시각"
              value={typed.from}
              onChange={set('from')}
              hint="그때까지는 지금 값으로 팔아요."
            />
          )}
          <Choice
            label="판매"
            value={typed.sale}
            onChange={set('sale')}
            options={[
              ['on', '팔기'],
              ['paused', '멈추기'],
            ]}
          />
          <TimeField
            label="판매 시작"
            value={typed.startsAt}
            onChange={set('startsAt')}
            hint="비워 두면 바로 팔아요."
          />
          <TimeField
            label="판매 끝"
            value={typed.endsAt}
            onChange={set('endsAt')}
            hint="비워 두면 멈추기 전까지 팔아요."
          />
        </div>
      </SheetForm>
    </Sheet>
  );
}
