import { listFalhas, MAX_LOTE } from '@escuta/shared/contracts/operacao';
import { ETAPAS, STATUS_LETRA_MORTA } from '@escuta/shared/domain/status';
import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CompanyPicker } from '../../components/company/company-picker.tsx';
import { DataList } from '../../components/lists/data-list.tsx';
import { aDay, anId, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { ConfirmDialog } from '../../components/ui/alert-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { DateRange } from '../../components/ui/date-range.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { apiListQuery } from '../../lib/query.ts';
import { useRequiredSession } from '../../lib/session.ts';
import { BatchProgress } from './batch-progress.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { falhaColumns } from './falha-columns.tsx';
import { CODIGO_OPTIONS, ETAPA_OPTIONS, type Falha, itemName, OUTRAS_SITUACOES } from './falha-labels.ts';
import { OtherErrors } from './other-errors.tsx';
import { useFalhaActions } from './use-falha-actions.ts';

/** Other companies' failures send no events to this page, ms. */
const REFRESH_MS = 15_000;

const READERS = {
  situacao: oneOf(OUTRAS_SITUACOES.map(({ value }) => value)),
  etapa: oneOf(ETAPAS),
  motivo: oneOf(CODIGO_OPTIONS.map(({ value }) => value)),
  empresa: anId,
  de: aDay,
  ate: aDay,
};
/** 'Fila de Falhas': what failed at its last attempt, to be run again or given up. */
export default function FalhasPage() {
  const isAdmin = useRequiredSession().papel === 'admin';
  const { filters, change, clear, filtered } = useListFilters(READERS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [discarding, setDiscarding] = useState<readonly string[]>([]);
  const [again, setAgain] = useState<Falha | null>(null);
  const [asking, setAsking] = useState(false);
  const { retry, retryAll, discard, refresh } = useFalhaActions();
  const filter = {
    etapa: ETAPAS.find((etapa) => etapa === filters.etapa),
    codigo: CODIGO_OPTIONS.find(({ value }) => value === filters.motivo)?.value,
    empresaId: (isAdmin && filters.empresa) || undefined,
    de: filters.de || undefined,
    ate: filters.ate || undefined,
  };
  const status =
    filters.situacao === 'todas'
      ? undefined
      : (STATUS_LETRA_MORTA.find((one) => one === filters.situacao) ?? 'aberta');
  const showsOpen = status === undefined || status === 'aberta';
  const list = useQuery({
    ...apiListQuery(listFalhas, { query: { page: filters.page, limit: 25, status, ...filter } }),
    refetchInterval: REFRESH_MS,
  });
  const rows = list.data?.data ?? [];
  const openHere = rows.filter((falha) => falha.status === 'aberta');
  // Only what is on screen: a row that somebody else handled is chosen no more.
  const chosen = openHere.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const total = list.data?.pagination;
  const batch = retryAll.data?.data;

  const select = (id: string, on: boolean) =>
    setSelected((current) => {
      const next = new Set(current);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const retryOne = (falha: Falha) => {
    if (falha.item.status === 'concluido') setAgain(falha);
    else retry.mutate(falha.id);
  };

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Fila de Falhas"
        description={
          <>
            O que esgotou as tentativas{isAdmin ? ', em todas as empresas,' : ''} por uma causa que se
            corrige: provedor de IA, chave, saldo, armazenamento, template. Corrija e reprocesse. Uma gravação
            muda, curta demais ou ilegível não entra aqui: a ligação fica em erro, com o motivo.
          </>
        }
        className="mb-0"
        actions={
          status === 'aberta' && total && total.total > 0 ? (
            <Button onClick={() => setAsking(true)} loading={retryAll.isPending}>
              <RotateCw aria-hidden="true" />
              Reprocessar todas
            </Button>
          ) : null
        }
      />
      <OtherErrors />
      {batch ? (
        <BatchProgress key={batch.id} started={batch} onDone={refresh} onClose={() => retryAll.reset()} />
      ) : null}
      <ListPanel
        query={list}
        page={filters.page}
        onPageChange={(page) => change({ page })}
        filtered={filtered}
        onClear={clear}
        errorTitle="Erro ao buscar a fila de falhas"
        noun="falhas"
        nothing="Nenhuma falha encontrada"
        empty={{
          icon: <CircleCheckBig />,
          title: 'Nenhuma falha aberta',
          description:
            'O que esgotar as tentativas por uma causa que se corrige aparece aqui, quando a Dead Letter Queue está ligada no Controle de Processamento. Ligações cuja própria gravação não serve ficam só em erro.',
        }}
        filters={
          <>
            <FilterSelect
              label="Situação"
              allLabel="Abertas"
              value={filters.situacao}
              onValueChange={(situacao) => change({ situacao })}
              options={OUTRAS_SITUACOES}
            />
            <FilterSelect
              label="Etapa"
              allLabel="Todas as etapas"
              value={filters.etapa}
              onValueChange={(etapa) => change({ etapa })}
              options={ETAPA_OPTIONS}
            />
            <FilterSelect
              label="Motivo"
              allLabel="Todos os motivos"
              value={filters.motivo}
              onValueChange={(motivo) => change({ motivo })}
              options={CODIGO_OPTIONS}
              className="sm:w-60"
            />
            {isAdmin ? (
              <CompanyPicker
                label="Empresa"
                noneLabel="Todas as empresas"
                value={filters.empresa}
                onValueChange={(empresa) => change({ empresa })}
                className="w-full sm:w-52"
              />
            ) : null}
            <DateRange
              label="Período"
              value={{ de: filters.de, ate: filters.ate }}
              onValueChange={({ de, ate }) => change({ de, ate })}
              className="w-full min-w-0 sm:w-60 sm:flex-none"
            />
            <ClearFilters show={filtered} onClear={clear} />
          </>
        }
      >
        {(page, stale) => (
          <>
            {showsOpen && openHere.length > 0 ? (
              <div className="flex flex-wrap items-center gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() =>
                    setSelected(
                      chosen.length === openHere.length ? new Set() : new Set(openHere.map(({ id }) => id)),
                    )
                  }
                >
                  {chosen.length === openHere.length ? 'Desmarcar todas' : 'Escolher todas da página'}
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  disabled={chosen.length === 0}
                  onClick={() => setDiscarding(chosen)}
                >
                  <Trash2 aria-hidden="true" />
                  Descartar escolhidas{chosen.length > 0 ? ` (${formatNumber(chosen.length)})` : ''}
                </Button>
              </div>
            ) : null}
            <DataList
              label="Fila de falhas"
              rows={page}
              stale={stale}
              columns={falhaColumns({
                withCompany: isAdmin,
                withStatus: status !== 'aberta',
                selected,
                onSelect: select,
              })}
              actions={(falha) =>
                falha.status === 'aberta' ? (
                  <>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Reprocessar ${itemName(falha)}`}
                      loading={retry.isPending && retry.variables === falha.id}
                      disabled={retry.isPending}
                      onClick={() => retryOne(falha)}
                    >
                      Reprocessar
                    </Button>
                    <Tooltip content="Descartar">
                      <Button
                        variant="ghost"
                        size="icon-sm"
                        aria-label={`Descartar ${itemName(falha)}`}
                        onClick={() => setDiscarding([falha.id])}
                      >
                        <Trash2 />
                      </Button>
                    </Tooltip>
                  </>
                ) : null
              }
            />
          </>
        )}
      </ListPanel>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Reprocessar ${total && !total.totalExato ? 'mais de ' : ''}${plural(total?.total ?? 0, 'falha aberta', 'falhas abertas')}?`}
        description={`Cada ligação reserva um crédito da empresa e retoma da etapa em que parou; se falhar de novo, ele é devolvido. As que foram processadas depois ficam de fora. São até ${formatNumber(MAX_LOTE)} por vez, das mais antigas às mais novas.`}
        confirmLabel="Reprocessar todas"
        onConfirm={() => retryAll.mutateAsync(filter)}
      />
      <ConfirmDialog
        open={again !== null}
        onOpenChange={(open) => (open ? undefined : setAgain(null))}
        title="Reprocessar uma ligação já processada?"
        description="Depois desta falha a ligação foi processada com sucesso. Reprocessar consome outro crédito; se o resultado está bom, descarte a falha."
        confirmLabel="Reprocessar mesmo assim"
        onConfirm={() => (again ? retry.mutateAsync(again.id) : undefined)}
      />
      <DiscardDialog
        ids={discarding}
        busy={discard.isPending}
        onClose={() => setDiscarding([])}
        onConfirm={(motivo) =>
          discard.mutate(
            { ids: [...discarding], motivo },
            {
              onSuccess: () => {
                setDiscarding([]);
                setSelected(new Set());
              },
            },
          )
        }
      />
    </div>
  );
}
