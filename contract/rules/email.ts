// Excludes control characters too: PostgreSQL cannot store NUL.

const LOCAL_PART = /^[^<>()[\]\\.,;:\s@"\u0000-\u001f\u007f]+(\.[^<>()[\]\\.,;:\s@"\u0000-\u001f\u007f]+)*$/;
const DOMAIN = /^([a-z0-9-]+\.)+[a-z]{2,}$/;
const BRACKETED_IPV4 = /^\[(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\]$/;

const isBracketedIpv4 = (text: string) => {
  const octets = BRACKETED_IPV4.exec(text);
  return octets !== null && octets.slice(1).every((octet) => Number(octet) <= 255);
};

/** Whether `text` is a valid e-mail address of an account. Upper-case letters are refused (service.md, section 5). */
export function isEmail(text: string): boolean {
  if (text !== text.toLowerCase()) return false;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return at > 0 && LOCAL_PART.test(text.slice(0, at)) && (DOMAIN.test(domain) || isBracketedIpv4(domain));
}
