import { Button } from 'react-aria-components';
import { ClipField } from './clip-field.tsx';
import { Framed, Group, type Choices, type Part } from './field-frame.tsx';
import { ChecksPart, SecondsPart, WordsPart } from './list-fields.tsx';
import { emptyFields, emptyOf, fieldsOf, isRequired, withoutNull, type Fields, type Problems } from './schema.ts';
import { CheckPart, NamesPart, NumberPart, TextPart } from './value-fields.tsx';

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

/** Chooses the control by the schema of the field. */
function RecordField(part: Part) {
  const { schema, value } = part;
  const { inner, isNullable } = withoutNull(schema);
  const own = { ...part, schema: inner, isRequired: isRequired(schema) };
  if (inner.widget === 'clip') return <ClipPart {...own} isNullable={isNullable} />;
  if (inner.widget === 'themes')
    return (
      <ChecksPart
        {...own}
        value={value as number[]}
        options={(part.choices.themes ?? []).map(({ id, title }) => [id, title] as const)}
      />
    );
  if (inner.widget === 'episode')
    return (
      <NamesPart
        {...own}
        isNullable
        emptyName="작품 전체"
        options={(part.choices.episodes ?? []).map(({ id, name }) => [id, name] as const)}
      />
    );
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
      ) : inner.items?.type === 'object' ? (
        <RecordsPart {...own} value={(value ?? []) as Fields[]} />
      ) : (
        <OtherPart {...own} />
      );
    case 'string':
      return <TextPart {...own} value={(value ?? '') as string} isNullable={isNullable} />;
    default:
      return <OtherPart {...own} />;
  }
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

/** A list of small records, each with a button that removes it. */
function RecordsPart(part: Part<readonly Fields[]>) {
  const { path, label, schema, value, onChange, problems, choices } = part;
  const item = schema.items ?? {};
  return (
    <Group part={part} className="whole">
      {value.map((fields, index) => (
        // Entries have no id, and nothing but their fields is state.
        <div key={index} className="entry">
          <RecordFields
            schema={item}
            fields={fields}
            onChange={(changed) => onChange(value.map((one, at) => (at === index ? changed : one)))}
            problems={problems}
            choices={choices}
            path={`${path}.${index}.`}
          />
          <Button
            className="button"
            aria-label={`${label} ${index + 1} 빼기`}
            onPress={() => onChange(value.filter((_, at) => at !== index))}
          >
            빼기
          </Button>
        </div>
      ))}
      <Button
        className="button"
        isDisabled={value.length >= (schema.maxItems ?? Infinity)}
        onPress={() => onChange([...value, emptyFields(item)])}
      >
        {label} 더하기
      </Button>
    </Group>
  );
}

function ClipPart(part: Part & { isNullable: boolean }) {
  return (
    <Framed part={part}>
      {/* A button cannot be required. */}
      {({ 'aria-required': _, ...control }) => (
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

/** Shows a value that the form has no control for. */
const OtherPart = (part: Part) => (
  <Group part={part} className="whole">
    <code>{JSON.stringify(part.value)}</code>
    <span className="hint">이 화면에서는 바꿀 수 없어요.</span>
  </Group>
);
