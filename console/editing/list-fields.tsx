import { useId, useState } from 'react';
import { Framed, Group, type Part } from './field-frame.tsx';
import { offsetText, readOffset } from './schema.ts';

/** Several of some named values. */
export function ChecksPart<T extends string | number>(
  part: Part<readonly T[]> & { options: readonly (readonly [T, string])[] },
) {
  const { value, options, onChange } = part;
  return (
    <Group part={part} className="whole">
      <div className="checks">
        {options.map(([key, name]) => (
          <label key={key} className="check">
            <input
              type="checkbox"
              checked={value.includes(key)}
              onChange={({ target }) => onChange(target.checked ? [...value, key] : value.filter((one) => one !== key))}
            />
            <span>{name}</span>
          </label>
        ))}
        {options.length === 0 && <span className="muted">고를 것이 없어요.</span>}
      </div>
    </Group>
  );
}

/** Entries of a list, each with a button that removes it. */
function Entries<T extends string | number>(props: {
  label: string;
  entries: readonly T[];
  textOf(entry: T): string;
  onChange(entries: readonly T[]): void;
}) {
  const { label, entries, textOf, onChange } = props;
  return entries.map((entry) => (
    <span key={entry} className="word">
      {textOf(entry)}
      <button
        type="button"
        aria-label={`${label} ${textOf(entry)} 빼기`}
        onClick={() => onChange(entries.filter((one) => one !== entry))}
      >
        ×
      </button>
    </span>
  ));
}

/** A list of words; Enter or a comma adds the typed one. */
export function WordsPart(part: Part<readonly string[]>) {
  const { path, label, schema, value, onChange, choices } = part;
  const [typed, setTyped] = useState('');
  const listId = useId();
  const known = (choices.suggestions?.[path] ?? []).filter((word) => !value.includes(word));
  const add = (text: string) => {
    const words = text
      .split(',')
      .map((word) => word.trim())
      .filter((word, index, all) => word !== '' && !value.includes(word) && all.indexOf(word) === index);
    if (words.length > 0) onChange([...value, ...words]);
    setTyped('');
  };
  return (
    <Framed part={part} className="whole">
      {(control) => (
        <div className="words">
          <Entries label={label} entries={value} textOf={(word) => word} onChange={onChange} />
          <input
            {...control}
            list={listId}
            maxLength={schema.items?.maxLength}
            placeholder={value.length === 0 ? '쓰고 Enter' : ''}
            value={typed}
            onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') {
                event.preventDefault();
                add(typed);
              } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
            }}
            onBlur={() => add(typed)}
          />
          <datalist id={listId}>
            {known.map((word) => (
              <option key={word} value={word} />
            ))}
          </datalist>
        </div>
      )}
    </Framed>
  );
}

/** A list of instants of a clip. */
export function SecondsPart(part: Part<readonly number[]>) {
  const { label, value, onChange } = part;
  const [typed, setTyped] = useState('');
  const isWrong = typed !== '' && readOffset(typed) === null;
  const add = () => {
    const seconds = readOffset(typed);
    if (seconds === null) return;
    if (!value.includes(seconds)) onChange([...value, seconds].sort((one, other) => one - other));
    setTyped('');
  };
  return (
    <Framed part={part} className="whole">
      {(control) => (
        <div className="words">
          <Entries label={label} entries={value} textOf={offsetText} onChange={onChange} />
          <input
            {...control}
            aria-invalid={isWrong || control['aria-invalid']}
            placeholder="5:30 쓰고 Enter"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
            onBlur={add}
          />
        </div>
      )}
    </Framed>
  );
}
