import { useState } from 'react';
import { exportProducts } from '#contract/console/exports.ts';
import { listOperatedProducts, type ListedProduct, type OperatedProduct } from '#contract/console/offers.ts';
import { call } from '#console/lib/client.ts';
import { CsvButton } from '#console/ui/csv-button.tsx';
import { ListPage, useList } from '#console/ui/list-page.tsx';
import { Head } from '#console/ui/page.tsx';
import { RowAction } from '#console/ui/row-action.tsx';
import type { Column } from '#console/ui/table.tsx';
import { Pictured } from '#console/ui/title-name.tsx';
import { OfferDialog } from './offer-form.tsx';
import { filterOf, Filters, Name, stateColumn, type PartProps } from './offer-list.tsx';
import { wonText } from './offer-texts.ts';

const kindText = ({ kind, rental_hours: hours }: OperatedProduct) => (kind === 'own' ? '소장' : `대여 ${hours}시간`);

/** Products of all titles. */
export function ProductsPage({ query, tabs }: PartProps) {
  const [edited, setEdited] = useState<OperatedProduct | null>(null);
  const filter = filterOf(query);
  const products = useList({
    path: '/shop/products',
    query,
    key: ['shop', 'products', filter],
    read: (page, settings) => call(listOperatedProducts, { query: { ...filter, ...page } }, settings),
  });
  const columns: readonly Column<ListedProduct>[] = [
    {
      name: '작품',
      kind: 'name',
      cell: ({ item, poster, episode_num: episode }) => (
        <Pictured picture={poster}>
          <a href={`#/titles/${item.id}/products`}>{item.name}</a>
          <span className="note">{episode ?? '작품 전체'}</span>
        </Pictured>
      ),
    },
    { name: '상품', label: true, cell: Name },
    { name: '종류', label: true, cell: kindText },
    { name: '가격', kind: 'number', cell: ({ price }) => wonText(price) },
    stateColumn,
    {
      name: '작업',
      kind: 'actions',
      cell: (product) => (
        <RowAction of={`${product.item.name} ${product.name}`} verb="바꾸기" onPress={() => setEdited(product)} />
      ),
    },
  ];
  return (
    <>
      <Head title="판매">
        <Filters list={products} query={query} label="작품이나 상품으로 찾기" />
      </Head>
      {tabs}
      <ListPage
        list={products}
        label="작품 상품"
        columns={columns}
        keyOf={({ id }) => id}
        csv={<CsvButton of={exportProducts} sent={{ query: filter }} name="작품 상품" />}
        empty={
          (filter.state ?? filter.keyword)
            ? '찾는 상품이 없어요.'
            : '파는 상품이 없어요. 작품의 상품 화면에서 만들어요.'
        }
      />
      {edited !== null && <OfferDialog offer={{ is: 'product', shown: edited }} onClose={() => setEdited(null)} />}
    </>
  );
}
