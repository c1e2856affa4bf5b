import { changeInput, closeInput, getInput, INPUT_LIVES_SECONDS, openInput, writeInput } from '#contract/inputs.ts';
import type { Mount } from '#server/http/mount.ts';
import type { InputCaller, Inputs } from './inputs.ts';
import { presentInputCode } from './present.ts';

type CodeCall = { params: { code: string }; token: string | null; address: string };

const callerOf = ({ params, token, address }: CodeCall): InputCaller => ({ code: params.code, token, address });

export function mountInputs(mount: Mount, { inputs, publicUrl }: { inputs: Inputs; publicUrl(): string }): void {
  mount(openInput, async ({ body, token, address }) => {
    const code = presentInputCode(await inputs.open({ field: body?.field, text: body?.text, token, address }));
    return { code, url: `${publicUrl()}/input?code=${code}`, expires_in: INPUT_LIVES_SECONDS };
  });
  mount(getInput, (call) => inputs.get(callerOf(call), call.query.after));
  mount(writeInput, (call) => inputs.write(callerOf(call), call.body));
  mount(changeInput, (call) => inputs.change(callerOf(call), call.body));
  mount(closeInput, (call) => inputs.close(callerOf(call)));
}
