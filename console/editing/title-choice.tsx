import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import { listTitleChoices, type TitleChoice } from '#contract/console/title-choices.ts';
import { call } from '../lib/client.ts';
import { pictureSrc } from '../lib/picture-src.ts';

/** Titles in the list; a longer one is narrowed by its search. */
const LIMIT = '20';
const NEW = 'new';
export const LONGEST_NAME = 60;

export interface TitleFieldProps {
  label: string;
  /** The chosen title; null for a new one. */
  chosen: Pick<TitleChoice, 'id' | 'name'> | null;
  /** Name of a new title. */
  name: string;
  onChoose(title: Pick<TitleChoice, 'id' | 'name'>): void;
  /** A new title is an explicit choice; absent where the title must exist. */
  onNew?(name: string): void;
  hint?: string;
}

/** A title, found by any of its names and chosen by its picture. */
export function TitleField({ label, chosen, name, onChoose, onNew, hint }: TitleFieldProps) {
  const current = chosen?.name ?? name;
  // Undefined while nothing is typed.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [cntChosen, setCntChosen] = useState(0);
  const keyword = useDeferredValue((typed ?? '').trim());
  const found = useQuery({
    queryKey: ['titles', 'choices', keyword],
    queryFn: ({ signal }) => call(listTitleChoices, { query: { keyword, limit: LIMIT } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: isOpen || typed !== undefined,
  });
  const newName = (typed ?? current).trim().slice(0, LONGEST_NAME);
  const items = [
    ...(found.data?.results ?? []).map((title) => ({ key: String(title.id), title })),
    ...(onNew && newName !== '' ? [{ key: NEW, title: null }] : []),
  ];
  const choose = (key: string | number | null) => {
    if (key === null) return;
    const item = items.find((one) => one.key === String(key));
    if (!item) return;
    setTyped(undefined);
    setCntChosen(cntChosen + 1);
    if (item.title) onChoose(item.title);
    else onNew?.(newName);
  };
  return (
    <ComboBox
      // The library opens its list again when the text becomes the name of what was chosen: a new one is closed.
      key={cntChosen}
      autoFocus={cntChosen > 0}
      className="field name"
      inputValue={typed ?? current}
      // The list is that of the server.
      items={items}
      menuTrigger="input"
      allowsEmptyCollection
      allowsCustomValue
      selectedKey={null}
      onInputChange={(text) => {
        if (text !== (typed ?? current)) setTyped(text);
      }}
      onSelectionChange={choose}
      onOpenChange={setOpen}
      onBlur={() => setTyped(undefined)}
      defaultFilter={() => true}
    >
      <Label>{label}</Label>
      <div className="combo">
        <Input className="input" placeholder="작품 찾기" onFocus={({ target }) => target.select()} />
        <Button className="button small" aria-label="작품 목록">
          <span aria-hidden="true" className="chevron" />
        </Button>
      </div>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <Popover className="popover">
        <ListBox className="listbox titles" renderEmptyState={() => <p className="nothing">찾는 작품이 없어요.</p>}>
          {(item: (typeof items)[number]) => (
            <ListBoxItem id={item.key} textValue={item.title?.name ?? newName} className="option title-option">
              {item.title ? <TitleLine title={item.title} /> : <strong>새 작품 만들기: {newName}</strong>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

const TitleLine = ({ title: { name, picture, other_name: other, cnt_episode: count } }: { title: TitleChoice }) => (
  <>
    <img src={pictureSrc(picture)} alt="" loading="lazy" />
    <span>
      {name}
      <span className="note">{[other, `회차 ${count}개`].filter(Boolean).join(' · ')}</span>
    </span>
  </>
);
