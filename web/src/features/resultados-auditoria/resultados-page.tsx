import {
  listResultadosDaAuditoria,
  type ResultadoDaAuditoria,
} from '@escuta/shared/contracts/surveys/auditoria-resultados';
import { getAuditoria } from '@escuta/shared/contracts/surveys/auditorias';
import { unreadCellText } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, FileSearch } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { AuditStatus } from '../../domain/audits/audit-status.tsx';
import { ExportButton } from '../../domain/exports/export-button.tsx';
import { ItemStatus } from '../../domain/items/item-status.tsx';
import { VerdictBadge } from '../../domain/survey/cell/verdict-badge.tsx';
import { SurveyResults } from '../../domain/survey/results/survey-results.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import { isMissing } from '../../lib/network/api.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatPhone, formatShare } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';

const TITULO = 'Resultados da Auditoria';
const POR_PAGINA = 10;

const nameOf = (one: ResultadoDaAuditoria): string =>
  one.nome_entrevistado ??
  one.nome_arquivo ??
  (one.call_data.numero_destino ? formatPhone(one.call_data.numero_destino) : 'Item sem nome');

function Answers({ respostas }: { respostas: ResultadoDaAuditoria['respostas_coletadas'] }) {
  return (
    <Table scrollable aria-label="Respostas coletadas" containerClassName="rounded-md border">
      <TableHeader>
        <TableRow>
          <TableHead>Pergunta</TableHead>
          <TableHead>Resposta original</TableHead>
          <TableHead>Falado</TableHead>
          <TableHead>Análise da IA</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {respostas.map((one) => (
          <TableRow key={one.pergunta_id}>
            <TableHead scope="row" className="h-auto min-w-48 whitespace-normal py-2 text-foreground">
              {one.codigo} <span className="font-normal">{one.texto_pergunta}</span>
            </TableHead>
            <TableCell>
              {unreadCellText(one.planilha?.situacao ?? null, one.planilha?.celula ?? null) ??
                one.texto_resposta ??
                '-'}
            </TableCell>
            <TableCell>{one.falado ?? '-'}</TableCell>
            <TableCell>{one.veredito ? <VerdictBadge veredito={one.veredito} /> : 'sem análise'}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** An item of the audit: its answers, each with the AI's analysis. */
function Result({ one }: { one: ResultadoDaAuditoria }) {
  const analise = one.analise_individual;
  // The rows are drawn only when opened, because ten items of sixty questions take more rows than the rest of the page.
  const [opened, setOpened] = useState(false);
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 break-words font-medium">{nameOf(one)}</h3>
        <ItemStatus status={one.status_processamento} />
        <Button variant="outline" size="sm" className="ml-auto" asChild>
          <Link to={href(paths.analiseLigacao, { itemId: one.id })}>
            Ver análise <ArrowRight aria-hidden="true" />
          </Link>
        </Button>
      </div>
      {analise ? (
        <p className="text-sm">
          {analise.resultado ?? 'Analisado.'}
          <span className="text-muted-foreground">
            {analise.business_metrics.qualityScore === null
              ? ''
              : ` · pontuação ${formatShare(analise.business_metrics.qualityScore)}`}
            {analise.processed_at ? ` · ${formatDateTime(analise.processed_at)}` : ''}
          </span>
        </p>
      ) : null}
      {one.respostas_coletadas.length > 0 ? (
        <details className="group" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
          <summary className="focus-ring w-fit cursor-pointer rounded-sm text-primary-text text-sm underline-offset-4 hover:underline">
            {plural(one.respostas_coletadas.length, 'resposta coletada', 'respostas coletadas')}
          </summary>
          <div className="pt-3">{opened ? <Answers respostas={one.respostas_coletadas} /> : null}</div>
        </details>
      ) : null}
      {one.transcricao_agente || one.transcricao_cliente ? (
        <details>
          <summary className="focus-ring w-fit cursor-pointer rounded-sm text-primary-text text-sm underline-offset-4 hover:underline">
            Transcrição
          </summary>
          <dl className="grid gap-3 pt-3 text-sm md:grid-cols-2">
            <div>
              <dt className="text-muted-foreground text-xs">
                {one.entrevista_id ? 'Entrevistador' : 'Agente'}
              </dt>
              <dd className="break-words">{one.transcricao_agente || '-'}</dd>
            </div>
            <div>
              <dt className="text-muted-foreground text-xs">
                {one.entrevista_id ? 'Entrevistado' : 'Cliente'}
              </dt>
              <dd className="break-words">{one.transcricao_cliente || '-'}</dd>
            </div>
          </dl>
        </details>
      ) : null}
    </Card>
  );
}

function Results({ auditoriaId }: { auditoriaId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiListQuery(listResultadosDaAuditoria, {
      params: { id: auditoriaId },
      query: { page, limit: POR_PAGINA },
    }),
    refetchInterval: usePollWhileOffline(15_000),
  });
  if (!query.data) {
    return query.error ? (
      <ErrorState
        title="Não foi possível buscar os resultados da auditoria."
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Skeleton aria-busy="true" className="h-64 rounded-xl" />
    );
  }
  const { data, pagination } = query.data;
  if (data.length === 0)
    return <EmptyState icon={<FileSearch />} title="Esta auditoria ainda não tem itens." />;
  return (
    <div className="grid gap-3" aria-busy={query.isPlaceholderData}>
      {data.map((one) => (
        <Result key={one.id} one={one} />
      ))}
      <Pagination {...pagination} noun="itens" onPageChange={setPage} />
    </div>
  );
}

/**
 * Results of an audit: figures, map of its interviews, and each item's answers beside the analysis (specification 2,
 * §2).
 */
export default function ResultadosPage() {
  const { id = '', auditoriaId = '' } = useParams();
  const query = useQuery({
    ...apiQuery(getAuditoria, { params: { id: auditoriaId } }),
    select: (answer) => answer.data,
  });
  const auditoria = query.data;
  useDocumentTitle(auditoria ? `Resultados: ${auditoria.nome}` : null);
  const back = { to: href(paths.projeto, { id }), label: 'Voltar para o projeto' };
  const missing = isMissing(query.error) || (auditoria !== undefined && auditoria.projeto_id !== id);
  if (missing || (query.error && !auditoria)) {
    return (
      <RecordFailure
        title={TITULO}
        back={back}
        query={query}
        missing={missing}
        missingIcon={<FileSearch />}
        missingTitle="Auditoria não encontrada"
        missingDescription="A auditoria pode ter sido excluída, ou pertence a outro projeto ou empresa."
        failedTitle="Erro ao carregar dados da auditoria."
      />
    );
  }
  return (
    <div className="-mt-4.5 grid grid-cols-1 gap-2">
      <PageHeader
        compact
        title={auditoria ? `${TITULO}: ${auditoria.nome}` : TITULO}
        badges={auditoria ? <AuditStatus auditoria={auditoria} /> : undefined}
        back={back}
        actions={<ExportButton alvo={{ tipo: 'resultados', alvo: { tipo: 'auditoria', id: auditoriaId } }} />}
      />
      <SurveyResults alvo={{ tipo: 'auditoria', id: auditoriaId }} />
      <section className="mt-6 grid min-w-0 gap-3">
        <h2 className="font-semibold text-lead">Item a item</h2>
        <Results auditoriaId={auditoriaId} />
      </section>
    </div>
  );
}
