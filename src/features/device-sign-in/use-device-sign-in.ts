import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import { pollDeviceToken, requestDeviceCode } from '#src/api/devices.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { saveDeviceKey } from '#src/stores/device-key.ts';
import type { KeyValueStorage, Platform } from '#platform/platform.ts';
import type { DeviceSignInState, Failure, IssuedCode, PollAnswer } from './device-sign-in-machine.ts';
import { createDeviceSignIn } from './device-sign-in.ts';

function toFailure(error: unknown): Failure {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : null;
  return {
    failure: isUnreachable(error) ? 'offline' : 'busy',
    retryAfterMs: seconds === null ? undefined : seconds * 1000,
  };
}

function toPollAnswer(error: unknown): PollAnswer {
  switch (error instanceof ApiError ? error.code : null) {
    case 'AUTHORIZATION_PENDING':
      return 'pending';
    case 'SLOW_DOWN':
      return 'slow-down';
    case 'EXPIRED_TOKEN':
      return 'expired';
    case 'ACCESS_DENIED':
      return 'denied';
    default:
      return toFailure(error);
  }
}

async function request(api: Client, { platform, model }: Platform['device']): Promise<IssuedCode | Failure> {
  try {
    const issued = await requestDeviceCode(api, { platform, ...(model === null ? {} : { model }) });
    return {
      deviceCode: issued.device_code,
      userCode: issued.user_code,
      address: issued.verification_uri,
      addressWithCode: issued.verification_uri_complete,
      livesMs: issued.expires_in * 1000,
      intervalMs: issued.interval * 1000,
    };
  } catch (error) {
    return toFailure(error);
  }
}

const poll = (api: Client, storage: KeyValueStorage, deviceCode: string): Promise<PollAnswer> =>
  pollDeviceToken(api, deviceCode).then((entered) => {
    saveDeviceKey(storage, entered);
    return { token: entered.token };
  }, toPollAnswer);

/** Requests a code and polls for the approval while mounted, then signs in. */
export function useDeviceSignIn(): { state: DeviceSignInState; retry: () => void } {
  const api = useApi();
  const clock = useClock();
  const platform = usePlatform();
  const { session } = useStores();
  const [signIn] = useState(() =>
    createDeviceSignIn({
      clock,
      lifecycle: platform.lifecycle,
      network: platform.network,
      request: () => request(api, platform.device),
      poll: (deviceCode) => poll(api, platform.storage, deviceCode),
      onToken: (token) => session.getState().signIn(token),
    }),
  );
  useEffect(() => signIn.start(), [signIn]);
  return { state: useSyncExternalStore(signIn.subscribe, signIn.getState), retry: signIn.retry };
}
