import { getPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { getQuadro, QUADRO } from '@escuta/shared/contracts/surveys/quadro';
import { getVerificacaoDaPesquisa } from '@escuta/shared/contracts/surveys/verificacoes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { SendSheets } from '../../domain/agents/sheets/send-sheets.tsx';
import { SurveyFailure } from '../../domain/survey/results/survey-failure.tsx';
import { HoldProposals } from '../../domain/survey/state/hold-proposals.tsx';
import { LeftOut } from '../../domain/survey/state/left-out.tsx';
import { aDay } from '../../kit/list/filter-params.ts';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BoardTable, Totals } from './board.tsx';
import { CollectionPanel } from './collecting.tsx';
import { Quotas } from './quotas.tsx';
import { SampleRule } from './sample-rule.tsx';
import { Verifications } from './verification.tsx';
import { Devices, Quarantine } from './waiting.tsx';

const READERS = { de: aDay, ate: aDay };

function FieldPart({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-lead">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The field work of a survey, for coordinators; others see the interviews that they were given to verify. */
export default function CampoPage() {
  const { id = '' } = useParams();
  const manages = useCan()('project', 'delete');
  const query = useQuery({ ...apiQuery(getPesquisa, { params: { id } }), select: (answer) => answer.data });
  const pesquisa = query.data;
  useDocumentTitle(pesquisa ? `Campo: ${pesquisa.titulo}` : null);
  const back = { to: href(paths.pesquisa, { id }), label: 'Voltar para a pesquisa' };
  if (query.error && !pesquisa) {
    return <SurveyFailure title="Campo" query={query} />;
  }
  return (
    <>
      <PageHeader
        title={pesquisa ? 'Campo' : undefined}
        description={pesquisa ? <p className="break-words">{pesquisa.titulo}</p> : undefined}
        back={back}
      />
      {pesquisa ? (
        <div className="grid min-w-0 grid-cols-1 gap-8">
          {manages ? <Coordination pesquisaId={id} /> : <Verifications pesquisaId={id} amostra={null} />}
        </div>
      ) : (
        <Skeleton aria-busy="true" className="h-64" />
      )}
    </>
  );
}

function Coordination({ pesquisaId }: { pesquisaId: string }) {
  const days = useListFilters(READERS);
  const query = useQuery({
    ...apiListQuery(getQuadro, {
      params: { id: pesquisaId },
      query: { de: days.filters.de || undefined, ate: days.filters.ate || undefined },
    }),
    select: (answer) => answer.data,
    refetchInterval: usePollWhileOffline(15_000),
  });
  const amostra = useQuery({
    ...apiQuery(getVerificacaoDaPesquisa, { params: { id: pesquisaId } }),
    select: (answer) => answer.data,
  });
  const quadro = query.data;
  return (
    <>
      {query.error && !query.isFetching ? (
        <ErrorState
          title="Erro ao carregar o quadro."
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : null}
      <div className="grid gap-3">
        <Totals quadro={quadro} pesquisaId={pesquisaId} />
        {quadro ? (
          <LeftOut
            emEspera={quadro.total.em_espera}
            rejeitadas={quadro.total.rejeitadas}
            pesquisaId={pesquisaId}
          />
        ) : null}
      </div>
      <HoldProposals pesquisaId={pesquisaId} />
      <FieldPart
        title="Por entrevistador e dia"
        action={
          quadro && quadro.entrevistadores.length > 0 ? <SendSheets of={{ pesquisa_id: pesquisaId }} /> : null
        }
      >
        <div className="relative grid min-w-0 grid-cols-1 gap-3">
          <LoadingBar active={query.isPlaceholderData} label="Carregando o quadro" />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DateRange label="Dias do quadro" {...days.bindDays()} className="w-full sm:w-60" />
            <span className="text-muted-foreground text-xs">
              {days.filtered
                ? `Até ${QUADRO.dias} dias`
                : `Últimos ${QUADRO.diasPadrao} dias; selecione até ${QUADRO.dias} dias`}
            </span>
          </div>
          {quadro ? (
            quadro.entrevistadores.length > 0 ? (
              <BoardTable quadro={quadro} pesquisaId={pesquisaId} />
            ) : (
              <p className="text-muted-foreground text-sm">Nenhuma entrevista ainda.</p>
            )
          ) : (
            <Skeleton aria-busy="true" className="h-40 rounded-xl" />
          )}
        </div>
      </FieldPart>
      {quadro ? (
        <div className="grid items-start gap-8 lg:grid-cols-2">
          <FieldPart title="Quarentena">
            <Quarantine quarentena={quadro.quarentena} total={quadro.total.quarentena} />
          </FieldPart>
          <FieldPart title="Aparelhos com envio pendente">
            <Devices aparelhos={quadro.aparelhos} />
          </FieldPart>
        </div>
      ) : null}
      <FieldPart title="Cotas">
        <Quotas pesquisaId={pesquisaId} />
      </FieldPart>
      <FieldPart title="Coletores e metas">
        <CollectionPanel pesquisaId={pesquisaId} />
      </FieldPart>
      <FieldPart title="Verificação">
        {amostra.data ? (
          <SampleRule
            pesquisaId={pesquisaId}
            amostra={amostra.data}
            falta={
              quadro?.entrevistadores.some((one) => one.verificacao.sorteadas < one.verificacao.devidas) ??
              false
            }
          />
        ) : null}
        <Verifications
          pesquisaId={pesquisaId}
          amostra={amostra.data ?? { percentual: 0, minimo: 0, sorteadas: 0, pessoas: [] }}
        />
      </FieldPart>
    </>
  );
}
