import { useId, useState, type ReactNode } from 'react';
import { fromFieldTime, toFieldTime } from '../lib/format.ts';
import { ClipField } from './clip-field.tsx';
import {
  emptyOf,
  fieldsOf,
  offsetText,
  problemOf,
  readOffset,
  withoutNull,
  type Fields,
  type FieldSchema,
  type Problems,
} from './schema.ts';

/** What lists offer that the schema does not know. */
export interface Choices {
  themes?: readonly { id: number; title: string }[];
  /** Known values by the name of the field. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
  episodes?: readonly { id: number; name: string }[];
}

interface Part<T = unknown> {
  path: string;
  label: string;
  schema: FieldSchema;
  value: T;
  onChange(value: unknown): void;
  problems: Problems;
  choices: Choices;
}

export interface RecordFieldsProps {
  schema: object;
  fields: Fields;
  onChange(fields: Fields): void;
  problems: Problems;
  choices: Choices;
  /** Before the names of all fields, where several records share a form. */
  path?: string;
}

/** All fields of a record, drawn from its schema. */
export function RecordFields({ schema, fields, onChange, problems, choices, path = '' }: RecordFieldsProps) {
  return (
    <div className="record">
      {fieldsOf(schema).map(([name, field]) => (
        <RecordField
          key={name}
          path={path + name}
          label={field.title ?? name}
          schema={field}
          value={fields[name]}
          onChange={(value) => onChange({ ...fields, [name]: value })}
          problems={problems}
          choices={choices}
        />
      ))}
    </div>
  );
}

function RecordField(part: Part) {
  const { schema, value } = part;
  const { inner, isNullable } = withoutNull(schema);
  const own = { ...part, schema: inner };
  if (inner.widget === 'clip') return <ClipPart {...own} isNullable={isNullable} />;
  if (inner.widget === 'themes')
    return (
      <ChecksPart
        {...own}
        value={value as number[]}
        options={(part.choices.themes ?? []).map(({ id, title }) => [id, title] as const)}
      />
    );
  if (inner.widget === 'episode') return <EpisodePart {...own} value={value as number | null} />;
  if (inner.widget === 'seconds') return <SecondsPart {...own} value={(value ?? []) as number[]} />;
  if (inner.names) return <NamesPart {...own} isNullable={isNullable} options={inner.names} />;
  if (inner.enum)
    return <NamesPart {...own} isNullable={isNullable} options={inner.enum.map((one) => [one, one] as const)} />;
  switch (inner.type) {
    case 'object':
      return <GroupPart {...own} value={value as Fields | null} isNullable={isNullable} />;
    case 'boolean':
      return <CheckPart {...own} value={value === true} />;
    case 'integer':
    case 'number':
      return <NumberPart {...own} value={value as number | null} />;
    case 'array':
      return inner.items?.enum ? (
        <ChecksPart
          {...own}
          value={(value ?? []) as string[]}
          options={inner.items.enum.map((one) => [one, one] as const)}
        />
      ) : inner.items?.type === 'string' ? (
        <WordsPart {...own} value={(value ?? []) as string[]} />
      ) : (
        <OtherPart {...own} />
      );
    case 'string':
      return <TextPart {...own} value={(value ?? '') as string} isNullable={isNullable} />;
    default:
      return <OtherPart {...own} />;
  }
}

/** A labelled control, with its hint and what is wrong with it. */
function Framed({
  part: { path, label, schema, problems },
  className = '',
  children,
}: {
  part: Pick<Part, 'path' | 'label' | 'schema' | 'problems'>;
  className?: string;
  children(control: { id: string; 'aria-describedby': string; 'aria-invalid': true | undefined }): ReactNode;
}) {
  const id = useId();
  const problem = problemOf(problems, path);
  return (
    <div className={`field ${className}`} data-wrong={problem !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-more`, 'aria-invalid': problem === undefined ? undefined : true })}
      <span id={`${id}-more`}>
        {problem !== undefined && <span className="problem">{problem} </span>}
        {schema.hint !== undefined && <span className="hint">{schema.hint}</span>}
      </span>
    </div>
  );
}

/** Controls that belong together, with the name of the group. */
function Group({
  part: { path, label, schema, problems },
  className = '',
  children,
}: {
  part: Pick<Part, 'path' | 'label' | 'schema' | 'problems'>;
  className?: string;
  children: ReactNode;
}) {
  const problem = problemOf(problems, path);
  return (
    <fieldset className={`field group ${className}`} data-wrong={problem !== undefined || undefined}>
      <legend>{label}</legend>
      {children}
      {problem !== undefined && <span className="problem">{problem}</span>}
      {schema.hint !== undefined && <span className="hint">{schema.hint}</span>}
    </fieldset>
  );
}

/** Texts that may have so many characters get a wider field. */
const LONG = 60;

function TextPart(part: Part<string> & { isNullable: boolean }) {
  const { schema, value, onChange, isNullable } = part;
  const change = (text: string) => onChange(isNullable && text === '' ? null : text);
  if (schema.format === 'date-time')
    return (
      <Framed part={{ ...part, label: `${part.label} (한국 시각)` }}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={value === '' ? '' : toFieldTime(value)}
            onChange={({ target }) => (target.value === '' ? undefined : change(fromFieldTime(target.value)))}
          />
        )}
      </Framed>
    );
  if (schema.widget === 'color')
    return (
      <Framed part={part}>
        {(control) => (
          <span className="color">
            <input {...control} type="color" value={value} onChange={({ target }) => change(target.value)} />
            <code>{value}</code>
          </span>
        )}
      </Framed>
    );
  if (schema.widget === 'text')
    return (
      <Framed part={part} className="whole">
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={4}
            maxLength={schema.maxLength}
            value={value}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Framed>
    );
  return (
    <Framed part={part} className={(schema.maxLength ?? 0) >= LONG ? 'long' : ''}>
      {(control) => (
        <input
          {...control}
          className="input"
          maxLength={schema.maxLength}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Framed>
  );
}

function NumberPart(part: Part<number | null>) {
  const { schema, value, onChange } = part;
  return (
    <Framed part={part}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="number"
          min={schema.minimum}
          max={schema.maximum}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        />
      )}
    </Framed>
  );
}

function CheckPart(part: Part<boolean>) {
  return (
    <label className="field check">
      <input type="checkbox" checked={part.value} onChange={({ target }) => part.onChange(target.checked)} />
      <span>{part.label}</span>
    </label>
  );
}

type Option = readonly [string | number, string];

function NamesPart(part: Part & { options: readonly Option[]; isNullable: boolean }) {
  const { value, onChange, options, isNullable } = part;
  return (
    <Framed part={part}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value === null || value === undefined ? '' : String(value)}
          onChange={({ target }) => onChange(options.find(([key]) => String(key) === target.value)?.[0] ?? null)}
        >
          {isNullable && <option value="">없음</option>}
          {options.map(([key, name]) => (
            <option key={key} value={String(key)}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Framed>
  );
}

const EpisodePart = (part: Part<number | null>) => (
  <Framed part={part}>
    {(control) => (
      <select
        {...control}
        className="input"
        value={part.value === null ? '' : String(part.value)}
        onChange={({ target }) => part.onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">작품 전체</option>
        {(part.choices.episodes ?? []).map(({ id, name }) => (
          <option key={id} value={String(id)}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Framed>
);

function ChecksPart<T extends string | number>(
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

/** Words as removable marks; Enter or a comma adds what was typed. */
function WordsPart(part: Part<readonly string[]>) {
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
          {value.map((word) => (
            <span key={word} className="word">
              {word}
              <button
                type="button"
                aria-label={`${label} ${word} 빼기`}
                onClick={() => onChange(value.filter((one) => one !== word))}
              >
                ×
              </button>
            </span>
          ))}
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

/** Instants of a clip as removable marks. */
function SecondsPart(part: Part<readonly number[]>) {
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
          {value.map((seconds) => (
            <span key={seconds} className="word">
              {offsetText(seconds)}
              <button
                type="button"
                aria-label={`${label} ${offsetText(seconds)} 빼기`}
                onClick={() => onChange(value.filter((one) => one !== seconds))}
              >
                ×
              </button>
            </span>
          ))}
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

function GroupPart(part: Part<Fields | null> & { isNullable: boolean }) {
  const { path, label, schema, value, onChange, problems, choices, isNullable } = part;
  return (
    <Group part={part} className="whole">
      {isNullable && (
        <label className="check">
          <input
            type="checkbox"
            checked={value !== null}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, emptyOf(field)]))
                  : null,
              )
            }
          />
          <span>{label}에 속해요</span>
        </label>
      )}
      {value !== null && (
        <RecordFields
          schema={schema}
          fields={value}
          onChange={onChange}
          problems={problems}
          choices={choices}
          path={`${path}.`}
        />
      )}
    </Group>
  );
}

function ClipPart(part: Part & { isNullable: boolean }) {
  return (
    <Framed part={part}>
      {(control) => (
        <ClipField
          {...control}
          label={part.label}
          value={(part.value ?? '') as string}
          onChange={(clip) => part.onChange(clip === '' ? null : clip)}
          isNullable={part.isNullable}
        />
      )}
    </Framed>
  );
}

/** A field of a kind that no control here knows: shown, and left as it is. */
const OtherPart = (part: Part) => (
  <Group part={part} className="whole">
    <code>{JSON.stringify(part.value)}</code>
    <span className="hint">이 화면에서는 바꿀 수 없어요.</span>
  </Group>
);
