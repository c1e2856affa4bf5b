// @vitest-environment jsdom
import { drawWithoutBrowser } from '#tests/support/console/without-browser.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { labelOf, submitOf } from '#tests/support/console/page.ts';
import { click, openPage } from '#tests/support/console/press-all.ts';
import { SCENES } from '#tests/support/console/scenes.ts';
import { layWire, type Wire } from '#tests/support/console/wire.ts';

/* The server refuses a form and names a field: the console marks that field, and no longer once the operator has changed it. */

drawWithoutBrowser();

async function open(name: string, refused: string): Promise<Wire> {
  const scene = SCENES[name]!;
  const refuse = () =>
    Response.json(
      { code: 'VALIDATION_FAILED', message: '잘못된 값이 있어요.', fields: { [refused]: ['OUT_OF_RANGE'] } },
      { status: 400 },
    );
  const writing = Object.fromEntries(['changeTitle', 'changeEpisode', 'changeProducts'].map((call) => [call, refuse]));
  const wire = layWire({ ...scene, answers: { ...scene.answers, ...writing } });
  await openPage(scene, wire);
  return wire;
}

const fields = () => [...document.querySelectorAll<HTMLInputElement>('form.editor :is(input, select, textarea)')];
const called = (label: string) => fields().filter((field) => labelOf(field) === label);
const wrong = () => fields().filter((field) => field.getAttribute('aria-invalid') === 'true');
const type = (field: HTMLInputElement, value: string) =>
  act(async () => void fireEvent.change(field, { target: { value } }));

test.each([
  ['fields of a title', 'name', '제목', 0],
  ['fields of a title', 'names.1.name', '이름', 1],
  ['an episode', 'subject', '제목', 0],
  ['products of a title', 'products.0.price', '가격 (원)', 0],
  ['products of a title', 'products.1.price', '가격 (원)', 1],
  ['products of a title', 'products.2.name', '이름', 2],
])('in the form of %s, a wrong %s stands at %s until it changes', async (name, refused, label, at) => {
  const wire = await open(name, refused);
  const field = called(label)[at]!;
  await type(field, '1');
  await click(submitOf(field.closest('form')!)!, wire);
  expect(wrong()).toEqual([field]);
  await type(field, '2');
  expect(wrong()).toEqual([]);
  expect(screen.queryByText('잘못된 값이 있어요.')).toBeNull();
});

test('a wrong price stays with its product when the product above is taken out', async () => {
  const wire = await open('products of a title', 'products.1.price');
  const price = called('가격 (원)')[1]!;
  await type(price, '1');
  await click(submitOf(price.closest('form')!)!, wire);
  await click(screen.getByRole('button', { name: 'product.0.name 빼기' }), wire);
  expect(called('가격 (원)').indexOf(price)).toBe(0);
  expect(wrong()).toEqual([price]);
});
