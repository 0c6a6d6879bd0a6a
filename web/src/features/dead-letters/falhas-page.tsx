import { listFalhas, MAX_LOTE, type PerguntaFalha } from '@escuta/shared/contracts/operation/operacao';
import { FILTROS_FALHAS } from '@escuta/shared/domain/filters/lists/failures';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheckBig, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CompanyFilter } from '../../domain/company/company-picker.tsx';
import { DataList } from '../../kit/list/data-list.tsx';
import { DAYS, FilterControls, filterTable } from '../../kit/list/filter-controls.tsx';
import type { AskedFilters } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useSelection } from '../../kit/list/use-selection.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { useRequiredSession } from '../../lib/network/session.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { falhaColumns } from './falha-columns.tsx';
import { CODIGO_OPTIONS, ETAPA_OPTIONS, type Falha, itemName, OUTRAS_SITUACOES } from './falha-labels.ts';
import { OtherErrors } from './other-errors.tsx';
import { useFalhaActions } from './use-falha-actions.ts';

/** Interval of refetching, ms. Refetching is needed because this page gets no live events of other companies. */
const REFRESH_MS = 15_000;

const TABLE = filterTable(FILTROS_FALHAS, {
  status: { all: 'Abertas', options: OUTRAS_SITUACOES },
  etapa: { all: 'Todas as etapas', options: ETAPA_OPTIONS },
  codigo: { all: 'Todos os motivos', options: CODIGO_OPTIONS, className: 'sm:w-60' },
  empresaId: CompanyFilter,
  de: DAYS,
  ate: 'with',
});
type Asked = AskedFilters<typeof TABLE.readers>;

/** The state that the list shows: 'aberta' (open) by default; undefined for all states. */
function statusOf({ situacao }: Asked): Falha['status'] | undefined {
  return situacao === 'todas' ? undefined : (situacao ?? 'aberta');
}

/** Filter for 'Reprocessar todas': all filters except state and page. */
function filterOf(asked: Asked, isAdmin: boolean) {
  const { page: _page, status: _status, empresaId, ...filter } = TABLE.ask(asked);
  return { ...filter, empresaId: isAdmin ? empresaId : undefined };
}

/** 'Fila de Falhas': runs whose last attempt failed, to be started again or discarded. */
export default function FalhasPage() {
  const isAdmin = useRequiredSession().papel === 'admin';
  const [discarding, setDiscarding] = useState<readonly string[]>([]);
  const [again, setAgain] = useState<{ id: string; pergunta: PerguntaFalha } | null>(null);
  const [asking, setAsking] = useState(false);
  const { retry, retryAll, refresh } = useFalhaActions(setAgain);
  const list = useList(
    listFalhas,
    TABLE.readers,
    (asked) => ({
      query: { page: asked.page, limit: 25, status: statusOf(asked), ...filterOf(asked, isAdmin) },
    }),
    { refetchInterval: REFRESH_MS },
  );
  const filter = filterOf(list.asked, isAdmin);
  const status = statusOf(list.asked);
  const selection = useSelection(list.rows, {
    canSelect: (falha) => falha.status === 'aberta',
    labelOf: (falha) => `Selecionar ${itemName(falha)}, ${formatDateTime(falha.criadaEm)}`,
  });
  const chosen = selection.ids;
  const total = list.pagination;
  const batch = retryAll.answer?.data;
  // Sends at once, because the server, which knows the call's present state, decides if the person must confirm.
  const retryOne = ({ id }: Falha) => void retry.attempt({ params: { id }, body: {} });

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Fila de Falhas"
        description={
          <>
            Itens que esgotaram as tentativas{isAdmin ? ', em todas as empresas,' : ''} por uma causa
            corrigível: provedor de IA, chave, saldo, armazenamento, template. Corrija e reprocesse. Uma
            gravação sem som, curta demais ou ilegível não entra aqui: o item termina com erro e mostra o
            motivo.
          </>
        }
        className="mb-0"
        actions={
          status === 'aberta' && total && total.total > 0 ? (
            <Button onClick={() => setAsking(true)} loading={retryAll.busy}>
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
        list={list}
        errorTitle="Erro ao buscar a fila de falhas"
        noun="falhas"
        nothing="Nenhuma falha encontrada"
        empty={{
          icon: <CircleCheckBig />,
          title: 'Nenhuma falha aberta',
          description:
            'As falhas que esgotaram as tentativas aparecem aqui se o administrador da instalação mantiver a fila de falhas ligada. Itens com gravação inválida ficam só com o status de erro.',
        }}
        filters={<FilterControls table={TABLE} list={list} hide={isAdmin ? [] : ['empresaId']} />}
      >
        {(page, stale) => (
          <>
            {selection.selectable > 0 ? (
              <div className="flex flex-wrap items-center gap-2">
                <Button variant="outline" size="sm" onClick={selection.toggleAll}>
                  {chosen.length === selection.selectable ? 'Desmarcar todas' : 'Selecionar todas da página'}
                </Button>
                <Button
                  variant="outline"
                  size="sm"
                  disabled={chosen.length === 0}
                  onClick={() => setDiscarding(chosen)}
                >
                  <Trash2 aria-hidden="true" />
                  Descartar selecionadas{chosen.length > 0 ? ` (${formatNumber(chosen.length)})` : ''}
                </Button>
              </div>
            ) : null}
            <DataList
              label="Fila de falhas"
              rows={page}
              stale={stale}
              columns={falhaColumns({ withCompany: isAdmin, withStatus: status !== 'aberta' })}
              selection={selection}
              rowHref={({ item }) => ({ to: href(paths.analiseLigacao, { itemId: item.id }) })}
              actions={(falha) =>
                falha.status === 'aberta' ? (
                  <>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Reprocessar ${itemName(falha)}`}
                      loading={retry.running.some(({ params }) => params.id === falha.id)}
                      disabled={retry.busy}
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
        description={`Cada ligação reserva um crédito da empresa, e cada entrevista, créditos conforme a duração. O item retoma da etapa em que parou; se falhar de novo, os créditos voltam para o saldo. Os itens processados depois da falha ficam de fora. A Escuta reprocessa até ${formatNumber(MAX_LOTE)} itens por vez, dos mais antigos aos mais recentes.`}
        confirmLabel="Reprocessar todas"
        onConfirm={() => retryAll.run({ body: filter })}
      />
      <ConfirmDialog
        open={again !== null}
        onOpenChange={(open) => (open ? undefined : setAgain(null))}
        title="Reprocessar um item já processado?"
        description={again ? <AgainFacts pergunta={again.pergunta} /> : ''}
        confirmLabel="Reprocessar mesmo assim"
        onConfirm={() =>
          again ? retry.run({ params: { id: again.id }, body: { confirmado: true } }) : undefined
        }
      />
      <DiscardDialog ids={discarding} onClose={() => setDiscarding([])} onDiscarded={selection.clear} />
    </div>
  );
}

/** For a call that was processed after the failure: the cost of another run, and the result that it would replace. */
function AgainFacts({ pergunta: { creditos, saldo, substitui } }: { pergunta: PerguntaFalha }) {
  const people = substitui ? substitui.vereditos + substitui.comentarios : 0;
  return (
    <span className="grid gap-2">
      <span>Depois desta falha, o item foi processado com sucesso.</span>
      <span>
        Reprocessar consome {plural(creditos, 'crédito', 'créditos')} (o saldo é de{' '}
        {plural(saldo, 'crédito', 'créditos')}) e substitui a análise em vigor
        {substitui && substitui.insights > 0
          ? `, com ${plural(substitui.insights, 'insight', 'insights')}`
          : ''}
        .
        {people > 0
          ? ` Há ${plural(people, 'veredito ou comentário de uma pessoa: ele', 'vereditos ou comentários de pessoas: cada um')} vai para a nova análise se a IA der a mesma resposta; senão, fica no histórico.`
          : ''}
      </span>
      <span>Se o resultado está bom, descarte a falha.</span>
    </span>
  );
}
