const PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A UUID as 22 characters that are safe in headers and addresses. */
export const shortenUuid = (uuid: string): string => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');

/** The UUID of 22 characters of base64url. */
export const lengthenUuid = (text: string): string =>
  Buffer.from(text, 'base64url').toString('hex').replace(PARTS, '$1-$2-$3-$4-$5');
