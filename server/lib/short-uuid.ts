/** A UUID as 22 characters that are safe in headers and addresses. */
export const shortenUuid = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

/** The part of a regular expression that matches a shortened UUID: the last letter has two bits, so each has one spelling. */
export const SHORT_UUID = String.raw`[\w-]{21}[AQgw]`;

/** The UUID of 22 characters of base64url. */
export function lengthenUuid(text: string): string {
  const hex = Buffer.from(text, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
