import { fromFieldTime, toFieldTime } from '../lib/format.ts';
import { TimeInput } from '../ui/time-field.tsx';
import { Framed, type Part } from './field-frame.tsx';

/** Texts that may have so many characters get a wider field. */
const LONG = 60;

export function TextPart(part: Part<string> & { isNullable: boolean }) {
  const { schema, value, onChange, isNullable } = part;
  const change = (text: string) => onChange(isNullable && text === '' ? null : text);
  if (schema.format === 'date-time')
    return (
      <Framed part={{ ...part, label: `${part.label} (한국 시각)` }}>
        {(control) => (
          <TimeInput
            {...control}
            value={value === '' ? '' : toFieldTime(value)}
            isRequired={!isNullable}
            onChange={(text) => {
              if (text !== '') change(fromFieldTime(text));
              else if (isNullable) change('');
            }}
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

export function NumberPart(part: Part<number | null>) {
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

export function CheckPart(part: Part<boolean>) {
  return (
    <label className="field check">
      <input type="checkbox" checked={part.value} onChange={({ target }) => part.onChange(target.checked)} />
      <span>{part.label}</span>
    </label>
  );
}

type Option = readonly [string | number, string];

interface NamesPartProps extends Part {
  options: readonly Option[];
  isNullable: boolean;
  /** Name of the option for null. */
  emptyName?: string;
}

/** One of several named values. */
export function NamesPart(part: NamesPartProps) {
  const { value, onChange, options, isNullable, emptyName = '없음' } = part;
  return (
    <Framed part={part}>
      {(control) => (
        <select
          {...control}
          className="input"
          value={value === null || value === undefined ? '' : String(value)}
          onChange={({ target }) => onChange(options.find(([key]) => String(key) === target.value)?.[0] ?? null)}
        >
          {isNullable && <option value="">{emptyName}</option>}
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
