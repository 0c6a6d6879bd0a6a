import type { Layout } from './layout.ts';

/** The orders of a list by its headers; `usual` is the one without a choice. */
interface Orders<O extends string> {
  all: readonly O[];
  usual: O;
}

/** The order in force: the address', else the one that the person kept, else the usual one. */
export const orderInForce = <O extends string>(
  { all, usual }: Orders<O>,
  asked: string | undefined,
  kept: string | undefined,
): O => all.find((one) => one === asked) ?? all.find((one) => one === kept) ?? usual;

/** A work sheet's `ordem` and `onOrder`: a choice stands in the address and is kept for the person. */
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
      // The usual one is said where another would come back from what was kept.
      list.change({ ordem: chosen ?? (layout.ordem === undefined ? '' : usual) });
    },
  };
}
