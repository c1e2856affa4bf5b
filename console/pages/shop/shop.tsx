import { useMe } from '#console/lib/session.ts';
import { Head, Nothing } from '#console/ui/page.tsx';
import { PlansPage } from './plans.tsx';
import { ProductsPage } from './products.tsx';
import { SalesPage } from './sales.tsx';
import { VouchersPage } from './vouchers.tsx';

type Query = Readonly<Record<string, string>>;

const PARTS = [
  { path: 'plans', name: '멤버십', roles: ['owner', 'editor'] },
  { path: 'products', name: '작품 상품', roles: ['owner', 'editor'] },
  { path: 'vouchers', name: '쿠폰', roles: ['owner', 'support'] },
  { path: 'sales', name: '매출', roles: ['owner', 'editor'] },
] as const;

/** Plans and products with their prices, vouchers, and sales. */
export function ShopPage({ part, query }: { part: string | undefined; query: Query }) {
  const { may } = useMe();
  const shown = PARTS.filter(({ roles }) => may(...roles));
  const current = part ?? shown[0]?.path;
  const tabs = (
    <nav className="tabs" aria-label="판매의 부분">
      {shown.map(({ path, name }) => (
        <a key={path} href={`#/shop/${path}`} {...(path === current && { 'aria-current': 'page' as const })}>
          {name}
        </a>
      ))}
    </nav>
  );
  switch (shown.find(({ path }) => path === current)?.path) {
    case 'plans':
      return <PlansPage query={query} tabs={tabs} />;
    case 'products':
      return <ProductsPage query={query} tabs={tabs} />;
    case 'vouchers':
      return <VouchersPage query={query} tabs={tabs} />;
    case 'sales':
      return <SalesPage query={query} tabs={tabs} />;
    case undefined:
      return (
        <>
          <Head title="판매" />
          {tabs}
          <Nothing isPending={false} error={undefined} onRetry={() => undefined}>
            없는 화면이에요.
          </Nothing>
        </>
      );
  }
}
