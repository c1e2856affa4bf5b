import { signOut } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { useSession } from '#src/stores/stores-context.ts';

interface Entry {
  readonly token: string;
}

/** Signs in with a form's answer; a viewer who left the form before it arrived stays signed out. */
export function useEntering() {
  const api = useApi();
  const enter = useSession((session) => session.signIn);
  return {
    onDone: ({ token }: Entry) => enter(token),
    // Otherwise the account would list an unused device.
    onLate: ({ token }: Entry) => void signOut(api, token).catch(() => undefined),
  };
}
