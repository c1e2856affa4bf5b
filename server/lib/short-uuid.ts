const SHORT_LENGTH = 22;

/** A UUID as 22 characters that are safe in headers and addresses. */
export const shortenUuid = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

/** A regular expression for a UUID in either form; `readUuid` reads what it matches. */
export const SHORT_OR_WHOLE = String.raw`[\w-]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;

/** The UUID of a text that may be short. */
export const readUuid = (text: string): string => (text.length === SHORT_LENGTH ? lengthenUuid(text) : text);

/** The UUID of 22 characters of base64url. */
export function lengthenUuid(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
