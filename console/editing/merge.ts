import type { Draft } from './drafts.ts';
import { valueText, type Fields, type FieldSchema } from './schema.ts';

/*
 * Two operators change one part of a title: what differs, and both changes together. A field is compared and merged as a
 * whole, unless its schema says `isRecord`.
 */

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Names of the fields that differ. */
export const changedNames = (one: Fields, other: Fields): string[] =>
  Object.keys({ ...one, ...other }).filter((name) => !isSame(one[name], other[name]));

/** A part as three hands have it. */
export interface Versions {
  /** The version that the operator opened. */
  base: Fields;
  mine: Fields;
  /** The version that the server has now. */
  theirs: Fields;
}

const schemaOf = (schema: object, name: string): FieldSchema =>
  (schema as FieldSchema).properties?.[name] ?? (schema as FieldSchema).additionalProperties ?? {};

/** The fields of a record that all three have; undefined for other values, and when one of them has removed it. */
function innerOf(schema: FieldSchema, name: string, { base, mine, theirs }: Versions): Versions | undefined {
  const values = [base[name], mine[name], theirs[name]];
  if (schema.isRecord !== true || values.some((value) => value === undefined)) return undefined;
  const [inBase, inMine, inTheirs] = values as [Fields, Fields, Fields];
  return { base: inBase, mine: inMine, theirs: inTheirs };
}

/** Their fields with the operator's own changes on top. */
export function merged(schema: object, versions: Versions): Fields {
  const { base, mine, theirs } = versions;
  const result = { ...theirs };
  for (const name of changedNames(base, mine)) {
    const field = schemaOf(schema, name);
    const inner = innerOf(field, name, versions);
    if (inner) result[name] = merged(field, inner);
    else if (mine[name] === undefined) delete result[name];
    else result[name] = mine[name];
  }
  return result;
}

/** A part of a title, as the server has it. */
export interface Part {
  version: string;
  fields: Fields;
}

/** A part as the server has it after a save. */
export interface Saved extends Part {
  /** The names that fields have now, by those under which they were sent: a new record gets its id. */
  renamed?: ReadonlyMap<string, string>;
}

/**
 * The draft after a save. What was typed while the call was under way stays: it is a change of what was saved.
 *
 * @param typed what the form has when the answer arrives
 */
export function draftAfterSave(
  schema: object,
  sent: Fields,
  { version, fields: base, renamed }: Saved,
  typed: Fields,
): Draft {
  if (isSame(sent, typed)) return { version, base, fields: base };
  const named = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [renamed?.get(name) ?? name, value]));
  return { version, base, fields: merged(schema, { base: named(sent), mine: named(typed), theirs: base }) };
}

/** A row of the comparison. Null: did not change it. */
export interface Difference {
  path: string;
  label: string;
  base: string;
  theirs: string | null;
  mine: string | null;
}

/** A record is called by its name. */
const nameOf = (record: unknown) => (record as Fields | undefined)?.['name'];

/** The fields that either of the two has changed; the text of a version that did not change one is null. */
export function differencesOf(schema: object, versions: Versions, within = { path: '', label: '' }): Difference[] {
  const { base, mine, theirs } = versions;
  const [others, own] = [changedNames(base, theirs), changedNames(base, mine)];
  return [...new Set([...others, ...own])].flatMap((name) => {
    const field = schemaOf(schema, name);
    const path = within.path + name;
    const label = within.label + (field.title ?? String(nameOf(base[name] ?? mine[name] ?? theirs[name]) ?? name));
    const inner = innerOf(field, name, versions);
    if (inner) return differencesOf(field, inner, { path: `${path}.`, label: `${label} · ` });
    const textOf = (fields: Fields) => valueText(field, fields[name]);
    return [
      {
        path,
        label,
        base: textOf(base),
        theirs: others.includes(name) ? textOf(theirs) : null,
        mine: own.includes(name) ? textOf(mine) : null,
      },
    ];
  });
}
