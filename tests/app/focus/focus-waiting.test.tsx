import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Typed } from '#platform/platform.ts';
import type { FocusEngine } from '#src/focus/index.ts';
import { addNode, SCREEN, startFocus, turn } from '#tests/support/app/focus-nodes.ts';

describe('keys and characters that wait for a screen', () => {
  test('reach it in order, once it is there', async () => {
    const { engine, platform } = await startFocus();
    const loading = addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    platform.press('info');
    platform.press('ok');
    expect(loading.done).toEqual([]);
    loading.remove();
    const { done } = addNode(engine, 'content');
    await turn();
    await turn();
    expect(done).toEqual(['info', 'ok']);
  });

  test('are forgotten when the screen fails, and when something else navigates', async () => {
    for (const forget of [
      (engine: FocusEngine) => void onTestFinished(engine.addFailure()),
      (engine: FocusEngine) => engine.forgetOpening(),
    ]) {
      const { engine, platform } = await startFocus();
      const loading = addNode(engine, 'loading', { isPlaceholder: true });
      await turn();
      platform.press('ok');
      forget(engine);
      loading.remove();
      const { done, remove } = addNode(engine, 'content');
      await turn();
      await turn();
      expect(done).toEqual([]);
      remove();
    }
  });

  test('are forgotten when the wait ends on the node where it began', async () => {
    const { engine, platform } = await startFocus();
    const { done } = addNode(engine, 'one');
    await turn();
    const arrive = engine.addComing(() => null);
    platform.press('ok');
    arrive();
    await turn();
    await turn();
    expect(done).toEqual([]);
  });

  test('are typed into the field that comes; without one, a digit is the key of the remote', async () => {
    const { engine, platform } = await startFocus();
    const loading = addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    platform.type('a1');
    loading.remove();
    addNode(engine, 'content');
    const typed: Typed[] = [];
    onTestFinished(engine.addTypingHandler(SCREEN, (one) => typed.push(one)));
    await vi.waitFor(() =>
      expect(typed).toEqual([
        { type: 'text', text: 'a', key: null },
        { type: 'text', text: '1', key: '1' },
      ]),
    );
  });

  test('may be used by a handler that does not wait, but not OK and arrows', async () => {
    const { engine, platform } = await startFocus();
    addNode(engine, 'loading', { isPlaceholder: true });
    await turn();
    const used: string[] = [];
    onTestFinished(engine.addKeyHandler(SCREEN, ({ key }) => used.push(key) > 0));
    for (const key of ['stop', 'ok', 'left', '5'] as const) platform.press(key);
    expect(used).toEqual(['stop', '5']);
    platform.type('7');
    expect(used).toEqual(['stop', '5', '7']);
  });
});

describe('Back', () => {
  test('undoes an opening that has failed, as long as the failure is shown', async () => {
    const { engine } = await startFocus();
    const undo = vi.fn();
    const back = vi.fn(() => true);
    onTestFinished(engine.addBackHandler(SCREEN, engine.nextOrder(), back));
    engine.undoOpeningWith(undo);
    const hide = engine.addFailure();
    addNode(engine, 'retry');
    await turn();
    engine.back();
    expect([undo.mock.calls.length, back.mock.calls.length]).toEqual([1, 0]);
    hide();
    engine.undoOpeningWith(undo);
    addNode(engine, 'content');
    await turn();
    engine.back();
    expect([undo.mock.calls.length, back.mock.calls.length]).toEqual([1, 1]);
  });

  test('cancels a requested screen by its own action, and deletes a character that waits', async () => {
    const { engine, platform } = await startFocus();
    addNode(engine, 'one');
    await turn();
    const cancel = vi.fn();
    const back = vi.fn(() => true);
    onTestFinished(engine.addBackHandler(SCREEN, engine.nextOrder(), back));
    onTestFinished(engine.addComing(() => cancel));
    platform.type('a');
    platform.typeBackspace();
    expect(cancel).not.toHaveBeenCalled();
    platform.press('back');
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(back).not.toHaveBeenCalled();
  });
});
