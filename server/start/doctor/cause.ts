import { messageOf, type Sentence } from './finding.ts';

const NO_ANSWER = '응답이 없어요';
const BROKEN_OFF = '연결이 끊겼어요';
const UNREACHABLE = '네트워크로 닿을 수 없어요';
const UNTRUSTED = '믿을 수 없는 인증서예요';

/** What codes and names of errors mean, for the console. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', '연결을 받지 않아요'],
  ['ENOTFOUND', '그런 이름이 없어요'],
  ['EAI_AGAIN', '이름을 찾지 못했어요'],
  ['ETIMEDOUT', NO_ANSWER],
  ['ESOCKETTIMEDOUT', NO_ANSWER],
  ['UND_ERR_CONNECT_TIMEOUT', NO_ANSWER],
  ['TimeoutError', NO_ANSWER],
  ['AbortError', NO_ANSWER],
  ['TooLateError', NO_ANSWER],
  ['ECONNRESET', BROKEN_OFF],
  ['EPIPE', BROKEN_OFF],
  ['UND_ERR_SOCKET', BROKEN_OFF],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['NO_CERTIFICATE', '인증서를 보여 주지 않아요'],
  ['CERT_HAS_EXPIRED', '인증서의 기간이 끝났어요'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', '다른 이름의 인증서예요'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['EAUTH', '사용자 이름이나 비밀번호가 맞지 않아요'],
  ['28P01', '사용자 이름이나 비밀번호가 맞지 않아요'],
  ['3D000', '그런 데이터베이스가 없어요'],
]);

/** An error and its causes, the innermost first. */
const causesOf = (error: unknown): unknown[] =>
  error instanceof Error && error.cause instanceof Error ? [...causesOf(error.cause), error] : [error];

const codesOf = (error: unknown): string[] => {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error ? String(error.code) : undefined;
  return code === undefined ? [error.name] : [code, error.name];
};

/** Why something failed. The console shows words of other programs as a quotation where it does not know what they mean. */
export function causeOf(error: unknown): Sentence {
  const causes = causesOf(error);
  const message = causes.map(messageOf).find((each) => each !== '') ?? 'no reason was given';
  const known = causes.flatMap(codesOf).find((code) => MEANINGS.has(code));
  return [message, known === undefined ? `오류: "${message}"` : `${MEANINGS.get(known)}(${known})`];
}
