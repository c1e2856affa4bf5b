import { Button } from 'react-aria-components';
import { changeProducts, type EditedTitle, type TitleForm } from '#contract/console/title-editing.ts';
import { call } from '../lib/client.ts';
import { toast } from '../ui/toasts.tsx';
import { EditForm } from './edit-form.tsx';
import { RecordFields } from './record-fields.tsx';
import { emptyFields, type Fields, type FieldSchema } from './schema.ts';
import { useTitleCache } from './use-title.ts';

type Products = EditedTitle['products'] | { id: null; fields: Fields }[];

const partOf = ({ products_version: version, products }: EditedTitle) => ({ version, fields: { products } });

/** All offers of a title, saved together. */
export function ProductsForm({ form, title }: { form: TitleForm; title: EditedTitle }) {
  const { readAgain, take } = useTitleCache();
  const episodes = title.episodes.map(({ id, fields }) => ({
    id,
    name: `${String(fields['episode_num'])} ${String(fields['subject'])}`,
  }));
  // For the comparison: the list is one field, whose items have the form's fields.
  const schema: FieldSchema = {
    properties: {
      products: { title: '상품', type: 'array', items: { type: 'object', properties: { fields: form.product } } },
    },
  };
  return (
    <EditForm
      draftKey={`products ${title.id}`}
      schema={schema}
      part={partOf(title)}
      verb="상품 저장"
      readAgain={async () => partOf(await readAgain(title.id))}
      save={async ({ version, fields }) =>
        take(
          await call(changeProducts, {
            params: { id: String(title.id) },
            body: { version, products: fields['products'] as EditedTitle['products'] },
          }),
        )
      }
      onSaved={() => toast('상품을 저장했어요.')}
    >
      {({ fields, change, problems }) => {
        const products = fields['products'] as Products;
        const set = (next: readonly unknown[]) => change({ products: next });
        return (
          <>
            {products.length === 0 && <p className="nothing small">파는 상품이 없어요.</p>}
            {products.map((product, index) => (
              <fieldset key={product.id ?? `new ${index}`} className="panel">
                <legend>{product.id === null ? '새 상품' : `상품 ${product.id}`}</legend>
                <RecordFields
                  schema={form.product}
                  fields={product.fields}
                  onChange={(next) =>
                    set(products.map((one, place) => (place === index ? { ...one, fields: next } : one)))
                  }
                  problems={problems}
                  choices={{ episodes }}
                  path={`products.${index}.`}
                />
                <div className="actions">
                  <Button
                    className="button small"
                    aria-label={`${String(product.fields['name'] || '새 상품')} 빼기`}
                    onPress={() => set(products.filter((_, place) => place !== index))}
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
                onPress={() => set([...products, { id: null, fields: emptyFields(form.product) }])}
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
