/** The orders that the headers of a list offer; `usual` is the default order. */
interface Orders<O extends string> {
  all: readonly O[];
  usual: O;
}

/** The order in force: from the address, else the default. */
export const orderInForce = <O extends string>({ all, usual }: Orders<O>, asked: string | undefined): O =>
  all.find((one) => one === asked) ?? usual;

/**
 * Props `ordem` and `onOrder` of a work sheet. The chosen order is only in the address: if it were stored for the
 * person, it would also sort the lists of other projects.
 */
export function ordering<O extends string>(
  orders: Orders<O>,
  list: { filters: { ordem: string }; change: (to: { ordem: O | '' }) => void },
): { ordem: O; onOrder: (next: string | undefined) => void } {
  const { all, usual } = orders;
  return {
    ordem: orderInForce(orders, list.filters.ordem),
    onOrder: (next) => list.change({ ordem: all.find((one) => one === next && one !== usual) ?? '' }),
  };
}
