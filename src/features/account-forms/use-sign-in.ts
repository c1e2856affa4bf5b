import { useState } from 'react';
import { signIn } from '#src/api/accounts.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { deviceKeyOf, saveDeviceKey } from '#src/stores/device-key.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useDevice } from './use-device.ts';
import { useEntering } from './use-entering.ts';

/** How the account's second factor is asked for. */
export interface CodeAsked {
  readonly by: 'mail' | 'authenticator';
  /** The server's sentence. */
  readonly text: string;
}

interface SecondStep {
  readonly code?: string;
  /** The authenticator is lost: mail a code instead. */
  readonly byMail?: boolean;
}

type Entered = Awaited<ReturnType<typeof signIn>>;

/** A sign-in whose password may be followed by a code: the options of `useSubmit`, and what was asked last. */
export function useSignIn({ email, password, onCodeAsked }: { email: string; password: string; onCodeAsked(): void }) {
  const api = useApi();
  const device = useDevice();
  const { storage } = usePlatform();
  const entering = useEntering();
  const [asked, setAsked] = useState<CodeAsked | null>(null);

  const send = async ({ code, byMail = asked?.by === 'mail' }: SecondStep): Promise<Entered | CodeAsked> => {
    try {
      return await signIn(api, email, password, device, {
        ...(code !== undefined && { auth_code: code }),
        ...(byMail && { code_by: 'mail' as const }),
        device_key: deviceKeyOf(storage, email),
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_REQUIRED') throw error;
      const isMailed = error.fields['auth_code']?.includes('MAILED') ?? false;
      return { by: isMailed ? 'mail' : 'authenticator', text: error.message };
    }
  };
  return {
    asked,
    /** Starts again with the password. */
    forget: () => setAsked(null),
    submitOptions: {
      send,
      onDone(result: Entered | CodeAsked) {
        if ('token' in result) {
          saveDeviceKey(storage, result);
          entering.onDone(result);
        } else {
          setAsked(result);
          onCodeAsked();
        }
      },
      onLate(result: Entered | CodeAsked) {
        if ('token' in result) entering.onLate(result);
      },
    },
  };
}
