import type { ReactNode } from 'react';
import { offerStates, type OperatedPlan, type OperatedProduct } from '#contract/console/offers.ts';
import { ChoiceFilter, SearchFilter, type List } from '#console/ui/list-page.tsx';
import { State } from '#console/ui/page.tsx';
import { comingText, saleText, STATE_NAMES, STATE_TONES } from './offer-texts.ts';

type Query = Readonly<Record<string, string>>;

export interface PartProps {
  query: Query;
  tabs: ReactNode;
}

export const stateColumn = {
  name: '상태',
  cell: ({ state, ...offer }: OperatedPlan | OperatedProduct) => (
    <>
      <State tone={STATE_TONES[state]}>{STATE_NAMES[state]}</State>
      {(offer.starts_at ?? offer.ends_at) !== null && <span className="note">{saleText(offer)}</span>}
    </>
  ),
};

export const Name = ({ name, coming }: Pick<OperatedProduct, 'name' | 'coming'>) => (
  <>
    {name}
    {coming !== null && <span className="note">{comingText(coming)}</span>}
  </>
);

const STATES = offerStates.map((state) => [state, STATE_NAMES[state]] as const);

export const filterOf = (query: Query) => ({
  keyword: query['keyword'],
  state: offerStates.find((state) => state === query['state']),
});

export function Filters({ list, query, label }: { list: List<unknown>; query: Query; label: string }) {
  const { keyword, state } = filterOf(query);
  return (
    <>
      <SearchFilter label={label} value={keyword} onChange={(next) => list.filter({ keyword: next })} />
      <ChoiceFilter
        label="상태"
        value={state}
        all="모든 상태"
        names={STATES}
        onChange={(next) => list.filter({ state: next })}
      />
    </>
  );
}
