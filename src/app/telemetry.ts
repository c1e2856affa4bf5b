import type { Platform } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { isTransient } from '#src/api/client/api-error.ts';
import { tellCrash, tellQuality } from '#src/api/telemetry.ts';
import type { Clock } from '#src/lib/clock.ts';
import { engineLabel } from '#src/lib/engine-label.ts';
import { sendQualities } from '#src/player/index.ts';
import { sendCrashes, type Crash } from '#src/stores/crash-log.ts';
import { currentToken, type SessionStore } from '#src/stores/session-store.ts';

export interface TelemetryParts {
  readonly api: Client;
  readonly session: SessionStore;
  readonly platform: Pick<Platform, 'storage' | 'device'>;
  readonly clock: Clock;
}

/** The runs of each app. */
const underWay = new WeakMap<Client, Promise<void>>();

async function send({ api, session, platform, clock }: TelemetryParts): Promise<void> {
  const { storage, device } = platform;
  const tell = ({ version, screen, message, stack }: Crash) =>
    tellCrash(api, {
      app_version: version,
      platform: device.platform,
      engine: engineLabel(window.navigator.userAgent),
      screen,
      message,
      stack: stack.join('\n'),
    }).then(
      () => true,
      // Do not retry after a permanent refusal.
      (error: unknown) => !isTransient(error),
    );
  await sendCrashes(storage, tell);
  if (currentToken(session.getState()) === null) return;
  await sendQualities({ storage, clock, errorCodeOf, send: (id, report) => tellQuality(api, id, report) });
}

/**
 * Sends what an earlier page could not: crashes of the app, each once, and the quality of playbacks that ended by a crash or
 * without power. Nothing else about a viewer is ever sent. Never rejects; concurrent calls share one run.
 */
export function sendTelemetry(parts: TelemetryParts): Promise<void> {
  const known = underWay.get(parts.api);
  if (known) return known;
  const sent = send(parts)
    .catch((error: unknown) => console.warn('telemetry', error))
    .then(() => void underWay.delete(parts.api));
  underWay.set(parts.api, sent);
  return sent;
}
