import { staffRoles, type StaffRole } from '#contract/console/endpoint.ts';
import { newEmailSchema } from '#contract/values.ts';
import type { Claims } from '#server/providers/openid.ts';

/** A person at the provider, as far as this service needs to know. */
export interface ProviderPerson {
  /** Issuer and `sub`: it never changes and is unique over all providers. */
  subject: string;
  /** Null without one, or with one that the provider says is not proved. */
  email: string | null;
  /** Whether the provider says that the address is proved. Some say nothing: there, people may write any address. */
  isEmailProved: boolean;
  /** Null when nothing that the provider says gives one. */
  role: StaffRole | null;
}

/** Whether a subject is one of this provider. */
export const isOf = (issuer: string, subject: string): boolean => subject.startsWith(`${issuer} `);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function claimAt(claims: Claims, path: string): unknown {
  // A name with dots of its own, such as an address.
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      claims,
    );
}

function roleOf(value: unknown, roles: ReadonlyMap<string, StaffRole>): StaffRole | null {
  const names = Array.isArray(value) ? value : [value];
  const given = new Set(names.map((name) => (typeof name === 'string' ? roles.get(name) : undefined)));
  return staffRoles.find((role) => given.has(role)) ?? null;
}

/** Reads a person from the provider's claims. The most powerful of several roles counts. */
export function readPerson(
  claims: Claims,
  { issuer, roleClaim, roles }: { issuer: string; roleClaim: string; roles: ReadonlyMap<string, StaffRole> },
): ProviderPerson {
  const { sub, email, email_verified: isVerified } = claims;
  const isRefused = isVerified === false || isVerified === 'false';
  const isProved = isVerified === true || isVerified === 'true';
  // Directories write addresses as people do, in both cases.
  const address =
    typeof email === 'string' && !isRefused ? newEmailSchema.safeParse(email.trim().toLowerCase()).data : undefined;
  return {
    subject: `${issuer} ${sub}`,
    email: address ?? null,
    isEmailProved: address !== undefined && isProved,
    // Who may write any address must not write a role.
    role: roleClaim === 'email' && !isProved ? null : roleOf(claimAt(claims, roleClaim), roles),
  };
}
