import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { InputField } from '#contract/inputs.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import type { Client } from '#src/api/client/client.ts';
import {
  changePhoneInput,
  closePhoneInput,
  openPhoneInput,
  waitForPhoneInput,
  writePhoneInput,
} from '#src/api/inputs.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { usePlatform } from '#src/stores/platform-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import type { PhoneFieldProps } from '#src/ui/form/phone-field-context.ts';
import { QrCode } from '#src/ui/form/qr-code.tsx';
import { Spoken } from '#src/ui/spoken.tsx';
import styles from './phone-keyboard.module.css';
import { createPhonePairing, type PairingView, type PhonePairing } from './phone-pairing.ts';

/** 256 random bits as text. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte + 0x100).toString(16).slice(1)).join('');

/** One pairing per client: it outlives a form's field, so that a phone stays connected in the next one. */
const pairings = new WeakMap<Client, PhonePairing<InputField>>();

function usePairing(): PhonePairing<InputField> {
  const api = useApi();
  const clock = useClock();
  const { lifecycle } = usePlatform();
  const known = pairings.get(api);
  if (known) return known;
  const made = createPhonePairing<InputField>({
    clock,
    lifecycle,
    createKey,
    calls: {
      open: (key, field, text) => openPhoneInput(api, key, field, text),
      wait: (key, code, after, signal) => waitForPhoneInput(api, key, code, after, signal),
      write: (key, code, body) => writePhoneInput(api, key, code, body),
      change: (key, code, body) => changePhoneInput(api, key, code, body),
      close: (key, code) => closePhoneInput(api, key, code),
      isOver: (error) => error instanceof ApiError && error.code === 'NOT_FOUND',
    },
  });
  pairings.set(api, made);
  return made;
}

/** The card beside a keyboard: a code with which a phone types into the field. */
export function PhoneKeyboard(props: PhoneFieldProps) {
  const { name, kind, maxLength, doneLabel, value, problem, onChange, onDone, shape, className = '' } = props;
  const pairing = usePairing();
  const view = useSyncExternalStore(pairing.subscribe, pairing.view);
  const field = { value, problem, onChange, onDone };
  const latest = useRef(field);
  useLayoutEffect(() => {
    latest.current = field;
  });
  useEffect(
    () => pairing.attach({ name, kind, done_label: doneLabel, max_length: maxLength }, latest.current),
    // Not by `doneLabel`: it changes while a form is sent, and attaching again would announce a new field to the phones.
    // oxlint-disable-next-line react/exhaustive-deps
    [pairing, name, kind, maxLength],
  );
  // After attaching, and after each render: the handlers belong to it.
  useEffect(() => pairing.update(field));
  if (!view) return null;
  return <Card view={view} className={`${styles.card} ${shape === 'row' ? styles.inRow : ''} ${className}`} />;
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\?.*$/, '');

function Card({ view: { code, url, isJoined }, className }: { view: PairingView; className: string }) {
  const half = code.indexOf('-') + 1;
  return (
    <aside className={className} aria-label="휴대폰으로 입력">
      <QrCode text={url} label="휴대폰 카메라로 찍으면 입력 페이지가 열리는 QR 코드" className={styles.qr} />
      <div className={styles.words}>
        {isJoined ? (
          <>
            <p className={styles.joined}>
              <Icon name="check" size={2} />
              연결됐어요
            </p>
            <p className={styles.text}>휴대폰에서 쓰는 글자가 바로 보여요.</p>
            <Spoken text="휴대폰과 연결됐어요. 휴대폰에서 쓰는 글자가 바로 보여요." />
          </>
        ) : (
          <>
            <p className={styles.heading}>휴대폰으로 입력</p>
            <p className={styles.text}>카메라로 찍거나 아래 주소에 코드를 넣으세요.</p>
          </>
        )}
        {/* A code of wide letters is wider than the card: it wraps after its hyphen. */}
        <p className={styles.code}>
          {code.slice(0, half)}
          <wbr />
          {code.slice(half)}
        </p>
        <p className={styles.address}>{withoutScheme(url)}</p>
      </div>
    </aside>
  );
}
