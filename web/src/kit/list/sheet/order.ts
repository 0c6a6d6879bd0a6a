import type { Layout } from './layout.ts';

/** The orders of a list by its headers; `usual` is the default. */
interface Orders<O extends string> {
  all: readonly O[];
  usual: O;
}

/** The order in force: from the address, else the stored one, else the default. */
export const orderInForce = <O extends string>(
  { all, usual }: Orders<O>,
  asked: string | undefined,
  kept: string | undefined,
): O => all.find((one) => one === asked) ?? all.find((one) => one === kept) ?? usual;

/** `ordem` and `onOrder` of a work sheet: a choice goes into the address and is stored for the person. */
export function ordering<O extends string>(
  orders: Orders<O>,
  layout: Pick<Layout<never>, 'ordem' | 'setOrdem'>,
  list: { filters: { ordem: string }; change: (to: { ordem: O | '' }) => void },
): { ordem: O; onOrder: (next: string | undefined) => void } {
  const { all, usual } = orders;
  return {
    ordem: orderInForce(orders, list.filters.ordem, layout.ordem),
    onOrder: (next) => {
      const chosen = all.find((one) => one === next && one !== usual);
      layout.setOrdem(chosen);
      // The default is written out if another order is stored, which would return otherwise.
      list.change({ ordem: chosen ?? (layout.ordem === undefined ? '' : usual) });
    },
  };
}
