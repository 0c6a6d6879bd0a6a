import { listPreferencias, savePreferencia } from '@escuta/shared/contracts/accounts/preferencias';
import type { ListaComPreferencia, PreferenciaLista } from '@escuta/shared/domain/accounts/preferences';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiQuery } from '../../../lib/network/query.ts';
import { useRequiredSession } from '../../../lib/network/session.ts';
import { useApiMutation } from '../../mutation.ts';
import type { Column } from '../data-list.tsx';

/** A column of a work sheet: how wide it begins, how its header orders the list. */
export type SheetColumn<Row> = Column<Row> & {
  /** Its name in what a person keeps. */
  key: string;
  /** Width, px, until somebody drags its edge. */
  width: number;
  /** The orders that a click on the header asks for, one after the other; a third click asks for the usual one. */
  orders?: readonly [first: string, second: string];
  /** The value rises from top to bottom in the first of the orders; else it falls. */
  rises?: boolean;
  /** Not shown until somebody chooses it. */
  extra?: boolean;
};

/** Rows of a page that are offered; the first unless a person chose another. */
export const PAGE_SIZES = [10, 25, 50] as const;
/** Least and greatest width of a column, px. */
const WIDTHS = { min: 40, max: 640 } as const;
/** A choice is sent when nothing was changed for so long, ms. */
const SETTLED_MS = 600;

/** A list as one person has it, and what changes it. */
export interface Layout<Row> {
  /** The columns that are shown, in their order. */
  columns: readonly SheetColumn<Row>[];
  /** All columns, those that are shown first. */
  all: readonly SheetColumn<Row>[];
  widthOf: (column: SheetColumn<Row>) => number;
  resize: (key: string, width: number) => void;
  show: (key: string, shown: boolean) => void;
  /** Puts a shown column `by` places further. */
  move: (key: string, by: -1 | 1) => void;
  /** Rows of a page. */
  limit: number;
  setLimit: (limit: number) => void;
  /**
   * The order that the list opened with: what was kept then; undefined: the list's own. Those chosen since stand in the
   * address.
   */
  ordem: string | undefined;
  setOrdem: (ordem: string | undefined) => void;
  /** True where columns or widths are not the list's own. */
  changed: boolean;
  reset: () => void;
}

/** A choice on this device. `unsent`: the server does not know it yet, as of who left at once. */
type Remembered = { choice: PreferenciaLista; unsent: boolean };

/** As it was kept on this device: the page need not wait for the server to know it. */
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
    // Without a storage the page asks the server first.
  }
}

/** A person's layout of a list: as changed here, else as the server keeps it, else as this device remembers it. */
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
    failed: 'Não foi possível guardar as suas colunas',
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
  const [opened, setOpened] = useState<PreferenciaLista | null>(null);
  if (kept && !opened) setOpened(own ? first.choice : kept);
  return { kept: own ?? kept ?? first.choice, opened: opened ?? first.choice, keep };
}

/**
 * The columns, widths, order and page size of a list as the signed-in person has them.
 * @param columns all columns of the list, in the order in which it comes
 * @param rows of a page, until a person chooses
 */
export function useLayout<Row>(
  lista: ListaComPreferencia,
  columns: readonly SheetColumn<Row>[],
  rows: (typeof PAGE_SIZES)[number] = PAGE_SIZES[0],
): Layout<Row> {
  const { kept, opened, keep } = useKept(lista);
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
    ordem: opened.ordem,
    setOrdem: (ordem) => {
      const { ordem: _, ...rest } = kept;
      keep(ordem === undefined ? rest : { ...rest, ordem });
    },
    changed: kept.colunas !== undefined,
    reset: () => {
      const { colunas: _, ...rest } = kept;
      keep(rest);
    },
  };
}
