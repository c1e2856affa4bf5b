import { Button } from 'react-aria-components';
import { changeProducts, type EditedTitle, type TitleForm } from '#contract/console/title-editing.ts';
import { call, CallError } from '../lib/client.ts';
import { toast } from '../ui/toasts.tsx';
import { EditForm } from './edit-form.tsx';
import { RecordFields } from './record-fields.tsx';
import { emptyFields, type Fields, type FieldSchema } from './schema.ts';
import { useTitleCache } from './use-title.ts';

/*
 * The form has a field for each product, so that changes of two operators to different products, or to different fields of
 * one, are merged. New products have no id yet.
 */
const keyOf = (id: number) => `id ${id}`;
const newKey = (products: Fields) => {
  const taken = Object.keys(products).map((key) => (key.startsWith('new ') ? Number(key.slice(4)) : 0));
  return `new ${Math.max(0, ...taken) + 1}`;
};

const partOf = ({ products_version: version, products }: EditedTitle) => ({
  version,
  fields: Object.fromEntries(products.map(({ id, fields }) => [keyOf(id), fields])),
});

/** The server names products by their place in the call; here they have keys, which stay when another one is taken out. */
function withKeys(error: unknown, keys: readonly string[]): unknown {
  if (!(error instanceof CallError)) return error;
  const fields = Object.entries(error.fields).map(([path, codes]): [string, string[]] => [
    path.replace(/^products\.(\d+)/, (all, at) => keys[Number(at)] ?? all),
    [...codes],
  ]);
  return new CallError(error.code, error.status, error.message, Object.fromEntries(fields));
}

/** All offers of a title, saved together. */
export function ProductsForm({ form, title }: { form: TitleForm; title: EditedTitle }) {
  const { readAgain, take } = useTitleCache();
  const episodes = title.episodes.map(({ id, fields }) => ({
    id,
    name: `${String(fields['episode_num'])} ${String(fields['subject'])}`,
  }));
  const schema: FieldSchema = { additionalProperties: { ...form.product, isRecord: true } };
  const ids = new Map(title.products.map(({ id }) => [keyOf(id), id]));
  return (
    <EditForm
      draftKey={`products by id ${title.id}`}
      schema={schema}
      part={partOf(title)}
      verb="상품 저장"
      readAgain={async () => partOf(await readAgain(title.id))}
      save={async ({ version, fields }) => {
        const sent = Object.entries(fields);
        const answer = await call(changeProducts, {
          params: { id: String(title.id) },
          body: {
            version,
            // A product that somebody else has removed in the meantime is added again, under a new id.
            products: sent.map(([key, product]) => ({ id: ids.get(key) ?? null, fields: product as Fields })),
          },
        }).catch((error: unknown) => {
          throw withKeys(
            error,
            sent.map(([key]) => key),
          );
        });
        const saved = await take(answer);
        // The answer has them in the order in which they were sent.
        return { ...partOf(saved), renamed: new Map(sent.map(([key], at) => [key, keyOf(saved.products[at]!.id)])) };
      }}
      onSaved={() => toast('상품을 저장했어요.')}
    >
      {({ fields, change, problems }) => {
        const products = Object.entries(fields as Record<string, Fields>);
        return (
          <>
            {products.length === 0 && <p className="nothing small">파는 상품이 없어요.</p>}
            {products.map(([key, product]) => (
              <fieldset key={key} className="panel">
                <legend>{ids.has(key) ? `상품 ${ids.get(key)}` : '새 상품'}</legend>
                <RecordFields
                  schema={form.product}
                  fields={product}
                  onChange={(next) => change({ ...fields, [key]: next })}
                  problems={problems}
                  choices={{ episodes }}
                  path={`${key}.`}
                />
                <div className="actions">
                  <Button
                    className="button small"
                    aria-label={`${String(product['name'] || '새 상품')} 빼기`}
                    onPress={() => change(Object.fromEntries(products.filter(([other]) => other !== key)))}
                  >
                    빼기
                  </Button>
                </div>
              </fieldset>
            ))}
            <p className="hint">저장하기 전에는 바뀌지 않아요. 상품을 빼도 이미 산 사람의 권리는 그대로예요.</p>
            <div>
              <Button
                className="button"
                onPress={() => change({ ...fields, [newKey(fields)]: emptyFields(form.product) })}
              >
                상품 더하기
              </Button>
            </div>
          </>
        );
      }}
    </EditForm>
  );
}
