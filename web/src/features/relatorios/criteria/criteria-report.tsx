import {
  exportCriterios,
  getRelatorioCriterios,
  type RelatorioDeCriteriosWire,
} from '@escuta/shared/contracts/insights/relatorio-criterios';
import type { ColunasDeCriterios } from '@escuta/shared/domain/reports/criteria-table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Download, Grid3x3, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CriteriaHeat, columnWords } from '../../../domain/insights/criteria-heat.tsx';
import { useApiFile } from '../../../kit/mutation.ts';
import { useMedia } from '../../../lib/browser/media.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/overlays/dropdown-menu.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '../../../ui/overlays/sheet.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ApartHint } from '../apart-hint.tsx';
import { describePeriod } from '../figures.ts';
import { type Answer, CellCalls, type ShownCell } from './cell-calls.tsx';

export interface CriteriaQuery {
  de?: string | undefined;
  ate?: string | undefined;
  projeto_id?: string | undefined;
  agente_id?: string | undefined;
  template_id?: string | undefined;
  amostra?: 'sim' | 'nao' | undefined;
  colunas: ColunasDeCriterios;
}

type Report = RelatorioDeCriteriosWire;
type Line = Report['linhas'][number];
type Column = Report['colunas'][number];

/** Names of the address's parameters that tell which cell is open. */
const CELL = { row: 'linha', column: 'coluna', answer: 'resposta', page: 'pagina' } as const;

/** The open cell, kept in the address, so that Back closes it and the page of a call can link back to it. */
function useOpenCell() {
  const [search, setSearch] = useSearchParams();
  const row = search.get(CELL.row);
  const column = search.get(CELL.column);
  const page = Number(search.get(CELL.page));
  const write = (values: Partial<Record<keyof typeof CELL, string | null>>, replace: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(values)) {
          const name = CELL[key as keyof typeof CELL];
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    at: row !== null && column !== null ? { row, column } : null,
    answer: (search.get(CELL.answer) === 'sim' ? 'sim' : 'nao') as Answer,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    write,
  };
}

function shownCell(report: Report, row: Line, column: Column): ShownCell | null {
  const cell = row.celulas[report.colunas.indexOf(column)];
  if (!cell) return null;
  return {
    criterio: row.descricao,
    coluna: columnWords(column, report.por),
    n: cell.n,
    falhas: cell.falhas,
    filtro: {
      ...report.filtro,
      ...row.filtro,
      ...column.filtro,
      ...(cell.criterio === undefined ? {} : { criterio: cell.criterio }),
    },
  };
}

/** Table of criteria by agent, week, template or project. A press on a cell shows its calls beside the table. */
export default function CriteriaReport({ query }: { query: CriteriaQuery }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...apiQuery(getRelatorioCriterios, { query }),
    placeholderData: (before) => before,
  });
  const open = useOpenCell();
  const beside = useMedia('(min-width: 80rem)');
  const report = data?.data;
  const row = report?.linhas.find(({ chave }) => chave === open.at?.row);
  const column = report?.colunas.find(({ id }) => (id ?? 'nenhum') === open.at?.column);
  const cell = report && row && column ? shownCell(report, row, column) : null;
  const close = () => {
    const place = document.querySelector<HTMLElement>('table [aria-pressed="true"]');
    open.write({ row: null, column: null, answer: null, page: null }, true);
    place?.focus();
  };
  useWindowKeys(
    cell && beside
      ? (event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]'))
            return;
          close();
        }
      : null,
  );
  if (error && !report) {
    return (
      <ErrorState
        title="Erro ao gerar o relatório"
        error={error}
        fallback="Não foi possível gerar o relatório."
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!report) return <Skeleton className="h-96" />;
  const calls = cell ? (
    <CellCalls
      key={`${open.at?.row} ${open.at?.column}`}
      cell={cell}
      atendido={open.answer}
      page={open.page}
      onChange={({ atendido, page }) =>
        open.write(
          {
            ...(atendido ? { answer: atendido === 'sim' ? 'sim' : null } : {}),
            ...(page ? { page: page === 1 ? null : String(page) } : {}),
          },
          true,
        )
      }
    />
  ) : null;
  return (
    <div className="relative grid grid-cols-1 gap-5" aria-busy={isPlaceholderData}>
      <LoadingBar active={isPlaceholderData} label="Carregando o relatório" />
      <p className="text-muted-foreground text-sm">
        {describePeriod(report.periodo)}, comparado com {describePeriod(report.anterior)}, pela data da
        ligação. <ApartHint periodo={report.periodo} anterior={report.anterior} />
      </p>
      {report.avisos.map((aviso) => (
        <Notice key={aviso} variant="info">
          {aviso}
        </Notice>
      ))}
      {report.linhas.length === 0 ? (
        <EmptyState
          icon={<Grid3x3 />}
          title="Nenhum critério respondido neste período"
          description="Os critérios dos templates aparecem aqui quando as ligações são analisadas. Confira o período e os filtros."
        />
      ) : (
        <div
          className={cn(
            'grid grid-cols-1 items-start gap-5',
            cell && beside && 'grid-cols-[minmax(0,1fr)_23rem]',
          )}
        >
          <Card className="grid min-w-0 gap-4 p-4 sm:p-5 print:border-0 print:p-0 print:shadow-none">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <div>
                <CardTitle>Critérios, do mais ao menos descumprido</CardTitle>
                <p className="text-muted-foreground text-xs">
                  Se uma pessoa corrigiu a IA, vale a resposta da pessoa. Clique em uma célula para ouvir as
                  ligações correspondentes.
                </p>
              </div>
              <ExportCriteria query={query} />
            </div>
            <CriteriaHeat
              table={report}
              por={report.por}
              label="Critérios"
              chosen={open.at}
              narrow={cell !== null && beside}
              onPick={(picked, where) =>
                open.write(
                  { row: picked.chave, column: where.id ?? 'nenhum', answer: null, page: null },
                  open.at !== null,
                )
              }
            />
          </Card>
          {cell && beside ? (
            <Card className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto p-4 print:hidden">
              <aside aria-label="Ligações da célula" className="grid gap-4">
                <div className="flex items-start justify-between gap-2">
                  <CellTitle cell={cell} />
                  <Button variant="ghost" size="icon-sm" aria-label="Fechar" onClick={close}>
                    <X />
                  </Button>
                </div>
                {calls}
              </aside>
            </Card>
          ) : null}
          {beside ? null : (
            <Sheet open={cell !== null} onOpenChange={(next) => (next ? undefined : close())}>
              <SheetContent className="p-4 sm:p-5" aria-describedby={undefined}>
                {cell ? (
                  <>
                    <SheetTitle className="pr-8 text-base">{cell.criterio}</SheetTitle>
                    <SheetDescription>
                      {cell.coluna}. {cellWords(cell)}
                    </SheetDescription>
                    {calls}
                  </>
                ) : null}
              </SheetContent>
            </Sheet>
          )}
        </div>
      )}
    </div>
  );
}

const cellWords = ({ n, falhas }: ShownCell): string =>
  `Descumprido em ${formatNumber(falhas)} de ${plural(n, 'ligação', 'ligações')}.`;

function CellTitle({ cell }: { cell: ShownCell }) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell opens another panel, which takes the focus
  useEffect(() => title.current?.focus(), [cell.criterio, cell.coluna]);
  return (
    <div className="min-w-0">
      <h2 ref={title} tabIndex={-1} className="break-words font-semibold text-sm outline-none">
        {cell.criterio}
      </h2>
      <p className="break-words text-muted-foreground text-xs">
        {cell.coluna}. {cellWords(cell)}
      </p>
    </div>
  );
}

const FORMATS = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv', 'CSV'],
] as const;

function ExportCriteria({ query }: { query: CriteriaQuery }) {
  const can = useCan();
  const { save, busy } = useApiFile(exportCriterios, {
    name: 'criterios.xlsx',
    done: 'Exportação concluída',
    failed: 'Erro ao exportar os critérios',
    fallback: 'Não foi possível exportar. Tente novamente.',
  });
  if (!can('result', 'export')) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm" loading={busy} className="print:hidden">
          {busy ? null : <Download aria-hidden="true" />}
          Exportar
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {FORMATS.map(([formato, nome]) => (
          <DropdownMenuItem key={formato} onSelect={() => save({ body: { ...query, formato } })}>
            {nome}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
