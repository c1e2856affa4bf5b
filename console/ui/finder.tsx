import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { Autocomplete, Button, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { listTitleChoices } from '#contract/console/title-choices.ts';
import { call } from '../lib/client.ts';
import { PAGES } from '../lib/pages.ts';
import { useMe } from '../lib/session.ts';
import { Sheet } from './dialogs.tsx';

const LIMIT = '8';
const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens a page or a title by its name: a button, and ⌘K or Ctrl+K from everywhere but from a dialog. */
export function Finder() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.code !== 'KeyK') return;
      // The browser's own search would open.
      event.preventDefault();
      // A dialog may hold text that the operator has not saved.
      if (!document.querySelector('[role="dialog"]')) setIsOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button className="button small finder-button" onPress={() => setIsOpen(true)}>
        바로 가기 <kbd aria-hidden="true">{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      {isOpen && <FinderSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

function FinderSheet({ onClose }: { onClose(): void }) {
  const { may } = useMe();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const titles = useQuery({
    queryKey: ['titles', 'choices', 'finder', keyword],
    queryFn: ({ signal }) => call(listTitleChoices, { query: { keyword, limit: LIMIT } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: keyword !== '' && may('owner', 'editor'),
  });
  const pagesOf = (word: string) =>
    PAGES.filter(({ roles, name, path }) => may(...roles) && (name.includes(word) || path.startsWith(word))).map(
      ({ path, name }) => ({ id: `#/${path}`, name, note: '' }),
    );
  const items = [
    ...pagesOf(keyword),
    ...(keyword === '' ? [] : (titles.data?.results ?? [])).map(({ id, name, other_name: other }) => ({
      id: `#/titles/${id}`,
      name,
      note: other ?? '작품',
    })),
  ];
  const isSettled = keyword === typed.trim() && !titles.isFetching;
  const open = (address: string) => {
    onClose();
    window.location.hash = address;
  };
  const [first] = items;
  /** Enter was pressed before the results of the typed text were there. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || !isSettled) return;
    isAwaited.current = false;
    if (first !== undefined) open(first.id);
  });
  /** The operator has moved through the menu since the last letter. */
  const hasMoved = useRef(false);
  /** The menu still has its item of the letters before, while the results of the last one are drawn or on their way. */
  const handleKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true;
    if (event.key !== 'Enter' || hasMoved.current) return;
    event.preventDefault();
    event.stopPropagation();
    const written = event.currentTarget.value.trim();
    if (written === '') return;
    const isDrawn = isSettled && written === keyword;
    const found = isDrawn ? first : pagesOf(written)[0];
    if (found !== undefined) open(found.id);
    else isAwaited.current = !isDrawn;
  };
  return (
    <Sheet title="바로 가기" isOpen onClose={onClose}>
      <Autocomplete
        inputValue={typed}
        onInputChange={(text) => {
          hasMoved.current = false;
          isAwaited.current = false;
          setTyped(text);
        }}
      >
        <SearchField aria-label="화면이나 작품" autoFocus className="field">
          <Input className="input" placeholder="화면이나 작품" maxLength={80} onKeyDownCapture={handleKeyDown} />
        </SearchField>
        <Menu
          aria-label="찾은 곳"
          className="listbox finder-list"
          items={items}
          onAction={(address) => open(String(address))}
          renderEmptyState={() => <p className="nothing small">{isSettled ? '찾는 곳이 없어요.' : '찾고 있어요…'}</p>}
        >
          {({ id, name, note }) => (
            <MenuItem id={id} textValue={name} className="option">
              {name} {note && <span className="note">{note}</span>}
            </MenuItem>
          )}
        </Menu>
      </Autocomplete>
    </Sheet>
  );
}
