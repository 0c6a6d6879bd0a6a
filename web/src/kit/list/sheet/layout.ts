import { listPreferencias, savePreferencia } from '@escuta/shared/contracts/accounts/preferencias';
import type { ListaComPreferencia, PreferenciaLista } from '@escuta/shared/domain/accounts/preferences';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiQuery } from '../../../lib/network/query.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import { useApiMutation } from '../../mutation.ts';
import type { Column } from '../data-list.tsx';

/** A column of a work sheet: initial width, and sorting by its header. */
export type SheetColumn<Row> = Column<Row> & {
  /** The column's key in the stored layout. */
  key: string;
  /** Initial width, px. */
  width: number;
  /** Orders that clicks on the header choose in turn; a third click returns to the default. */
  orders?: readonly [first: string, second: string];
  /** True if the first of `orders` is ascending; otherwise it is descending. */
  rises?: boolean;
  /** True if the column is hidden until a person chooses it. */
  extra?: boolean;
};

/** Page sizes to choose from; the first is the default. */
export const PAGE_SIZES = [10, 25, 50] as const;
/** Least and greatest width of a column, px. */
const WIDTHS = { min: 40, max: 640 } as const;
/** Time without changes after which a changed layout is saved, ms. */
const SETTLED_MS = 600;

/** A person's layout of a list, with the functions that change it. */
export interface Layout<Row> {
  /** The shown columns, in order. */
  columns: readonly SheetColumn<Row>[];
  /** All columns, shown ones first. */
  all: readonly SheetColumn<Row>[];
  widthOf: (column: SheetColumn<Row>) => number;
  resize: (key: string, width: number) => void;
  show: (key: string, shown: boolean) => void;
  move: (key: string, by: -1 | 1) => void;
  /** Rows on a page. */
  limit: number;
  setLimit: (limit: number) => void;
  /** True if columns or widths differ from the defaults. */
  changed: boolean;
  reset: () => void;
}

/** A layout stored on this device. `unsent`: the server lacks it, because the person left right after the change. */
type Remembered = { choice: PreferenciaLista; unsent: boolean };

/** The layout stored on this device, which is available before the server responds. */
function remembered(key: string): Remembered {
  const nothing = { choice: {}, unsent: false };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Remembered>) };
  } catch {
    return nothing;
  }
}
function remember(key: string, kept: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is full or forbidden, so the next page reads the layout from the server.
  }
}

/** A person's layout of a list: changed here, else stored by the server, else stored on this device. */
function useKept(lista: ListaComPreferencia) {
  const { user } = useRequiredSession();
  const chave = `lista:${lista}` as const;
  const key = `${chave}:${user.id}`;
  const [first] = useState(() => remembered(key));
  const [own, setOwn] = useState<PreferenciaLista | null>(first.unsent ? first.choice : null);
  const { data: kept } = useQuery({
    ...apiQuery(listPreferencias),
    staleTime: 5 * 60_000,
    select: ({ data }) => data[chave] ?? {},
  });
  const { attempt } = useApiMutation(savePreferencia, {
    failed: 'Não foi possível salvar as suas colunas',
    shownFirst: true,
  });
  useEffect(() => {
    if (kept && !own) remember(key, { choice: kept, unsent: false });
  }, [kept, own, key]);
  const send = useEffectEvent(async (choice: PreferenciaLista): Promise<void> => {
    const valor = Object.keys(choice).length > 0 ? choice : null;
    if (await attempt({ params: { chave }, body: { valor } })) remember(key, { choice, unsent: false });
  });
  useEffect(() => {
    if (!own) return;
    const timer = setTimeout(() => void send(own), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [own]);
  const keep = (next: PreferenciaLista): void => {
    setOwn(next);
    remember(key, { choice: next, unsent: true });
  };
  return { kept: own ?? kept ?? first.choice, keep };
}

/**
 * The signed-in person's columns, widths and page size of a list; its sorting is in the address alone.
 * @param columns all columns, in default order
 * @param rows default page size
 */
export function useLayout<Row>(
  lista: ListaComPreferencia,
  columns: readonly SheetColumn<Row>[],
  rows: (typeof PAGE_SIZES)[number] = PAGE_SIZES[0],
): Layout<Row> {
  const { kept, keep } = useKept(lista);
  const chosen = kept.colunas?.flatMap(({ chave }) => columns.find(({ key }) => key === chave) ?? []);
  const shown = chosen && chosen.length > 0 ? chosen : columns.filter(({ extra }) => !extra);
  const widths = new Map(kept.colunas?.map(({ chave, largura }) => [chave, largura]));
  const widthOf = ({ key, width }: SheetColumn<Row>): number => widths.get(key) ?? width;
  const setColumns = (next: readonly SheetColumn<Row>[]): void =>
    keep({
      ...kept,
      colunas: next.map(({ key: chave }) => {
        const largura = widths.get(chave);
        return largura === undefined ? { chave } : { chave, largura };
      }),
    });
  return {
    columns: shown,
    all: [...shown, ...columns.filter((column) => !shown.includes(column))],
    widthOf,
    resize: (key, width) => {
      widths.set(key, Math.round(Math.min(WIDTHS.max, Math.max(WIDTHS.min, width))));
      setColumns(shown);
    },
    show: (key, on) => {
      const next = shown.filter((column) => column.key !== key);
      const added = columns.find((column) => column.key === key);
      if (on && added) next.push(added);
      if (next.length > 0) setColumns(next);
    },
    move: (key, by) => {
      const next = [...shown];
      const at = next.findIndex((column) => column.key === key);
      const to = at + by;
      if (at === -1 || to < 0 || to >= next.length) return;
      next.splice(to, 0, ...next.splice(at, 1));
      setColumns(next);
    },
    limit: PAGE_SIZES.find((size) => size === kept.por_pagina) ?? rows,
    setLimit: (limit) => keep({ ...kept, por_pagina: PAGE_SIZES.find((size) => size === limit) }),
    changed: kept.colunas !== undefined,
    reset: () => {
      const { colunas: _, ...rest } = kept;
      keep(rest);
    },
  };
}
