/** The conditional headers of a request. */
interface Conditions {
  'if-none-match'?: string | undefined;
  'if-modified-since'?: string | undefined;
  'if-range'?: string | string[] | undefined;
}

interface Version {
  etag: string;
  modifiedAt: Date;
}

const RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * The bytes that a `Range` header asks for, both ends included. More than one range, and what cannot be read, is
 * answered with the whole file.
 */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const [isRange, from, to, last] = RANGE.exec(header ?? '') ?? [];
  if (isRange === undefined) return 'whole';
  const start = last === undefined ? Number(from) : size - Number(last);
  const end = last !== undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start >= 0 && start <= end ? { start, end } : 'unsatisfiable';
}

const isWeaklySame = (one: string, other: string) => one.replace(/^W\//, '') === other.replace(/^W\//, '');

/** HTTP dates have no fractions of seconds. */
const isAfter = (modifiedAt: Date, date: string) => Math.floor(modifiedAt.getTime() / 1000) * 1000 > Date.parse(date);

/** Whether the caller's copy of a file is out of date. */
export function isChanged(headers: Conditions, { etag, modifiedAt }: Version): boolean {
  const { 'if-none-match': known, 'if-modified-since': since } = headers;
  if (known !== undefined)
    return known.trim() !== '*' && !known.split(',').some((one) => isWeaklySame(one.trim(), etag));
  return since === undefined || Number.isNaN(Date.parse(since)) || isAfter(modifiedAt, since);
}

/** Whether a range continues the copy that the caller has. */
export function isRangeValid({ 'if-range': copy }: Conditions, { etag, modifiedAt }: Version): boolean {
  if (copy === undefined) return true;
  if (typeof copy !== 'string') return false;
  if (copy.includes('"')) return copy.trim() === etag;
  return !Number.isNaN(Date.parse(copy)) && !isAfter(modifiedAt, copy);
}
