import { providerProblems, type ProviderProblem } from '#contract/console/staff.ts';

const TEXTS: Record<ProviderProblem, string> = {
  expired: '로그인이 너무 오래 걸렸거나 다른 창에서 시작했어요. 다시 해 주세요.',
  refused: '로그인을 그만두었거나, 로그인 서비스가 허락하지 않았어요.',
  unavailable: '로그인 서비스에 연결하지 못했어요. 잠시 뒤에 다시 하거나, 비밀번호로 로그인해 주세요.',
  'no-role': '이 계정에는 콘솔 권한이 없어요. 소유자에게 알려 주세요.',
  'no-email': '로그인 서비스가 확인된 이메일 주소를 알려 주지 않았어요. 소유자에게 알려 주세요.',
  taken: '이 이메일은 비밀번호로 로그인하는 운영자의 것이에요. 비밀번호로 로그인해 주세요.',
  'other-person': '로그인한 운영자와 다른 계정이에요. 같은 계정으로 다시 해 주세요.',
  'too-many': '로그인을 너무 여러 번 했어요. 10분 뒤에 다시 해 주세요.',
  off: '외부 계정으로 로그인하는 기능이 꺼져 있어요. 소유자에게 알려 주세요.',
};

const isProblem = (text: string): text is ProviderProblem => (providerProblems as readonly string[]).includes(text);

/** The sentence about a failed sign-in. @param problem from the address that the server led the browser to. */
export const providerText = (problem: string): string => TEXTS[isProblem(problem) ? problem : 'expired'];
