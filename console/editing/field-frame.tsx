import { useId, type ReactNode } from 'react';
import { problemOf, type FieldSchema, type Problems } from './schema.ts';

/** Options of lists that depend on the catalogue, and so are not in the schema. */
export interface Choices {
  themes?: readonly { id: number; title: string }[];
  /** Known values by the name of the field. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
  episodes?: readonly { id: number; name: string }[];
}

/** The props of a field's control. */
export interface Part<T = unknown> {
  path: string;
  label: string;
  schema: FieldSchema;
  /** It must not stay empty. */
  isRequired?: boolean;
  value: T;
  onChange(value: unknown): void;
  problems: Problems;
  choices: Choices;
}

/** A labelled control, with its hint and what is wrong with it. */
export function Framed({
  part: { path, label, schema, problems, isRequired = false },
  className = '',
  children,
}: {
  part: Pick<Part, 'path' | 'label' | 'schema' | 'problems' | 'isRequired'>;
  className?: string;
  children(control: {
    id: string;
    'aria-describedby': string;
    'aria-invalid': true | undefined;
    'aria-required': true | undefined;
  }): ReactNode;
}) {
  const id = useId();
  const problem = problemOf(problems, path);
  return (
    <div className={`field ${className}`} data-wrong={problem !== undefined || undefined}>
      <label htmlFor={id} {...(isRequired && { className: 'required' })}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': `${id}-more`,
        'aria-invalid': problem === undefined ? undefined : true,
        'aria-required': isRequired || undefined,
      })}
      <span id={`${id}-more`}>
        {problem !== undefined && <span className="problem">{problem} </span>}
        {schema.hint !== undefined && <span className="hint">{schema.hint}</span>}
      </span>
    </div>
  );
}

/** Controls that belong together, with the name of the group. */
export function Group({
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
