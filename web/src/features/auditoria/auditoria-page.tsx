import { getResumoDaAuditoria } from '@escuta/shared/contracts/surveys/auditoria-resultados';
import { getAuditoria } from '@escuta/shared/contracts/surveys/auditorias';
import { useQuery } from '@tanstack/react-query';
import { FileSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { AuditStatus, describeItens } from '../../domain/audits/audit-status.tsx';
import { SurveyMap } from '../../domain/survey/map/survey-map.tsx';
import { AuditSummary } from '../../domain/survey/results/audit-summary.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import type { Data } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, shortId } from '../../lib/text/format.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { FileResults } from './file-results.tsx';
import { ItemResults } from './item-results.tsx';

type Auditoria = Data<typeof getAuditoria>;

const TITULO = 'Detalhes da Auditoria';
const TABS = ['arquivos', 'mapa', 'itens'] as const;

function AuditFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="break-words font-medium text-sm">{children}</dd>
    </div>
  );
}

function AuditFacts({ auditoria }: { auditoria: Auditoria }) {
  return (
    <Card className="p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <AuditFact label="ID">
          <span className="flex items-center gap-1">
            <code title={auditoria.id}>{shortId(auditoria.id)}</code>
            <CopyButton
              text={auditoria.id}
              label="Copiar ID da auditoria"
              iconOnly
              variant="ghost"
              className="-my-1 size-7"
            />
          </span>
        </AuditFact>
        <AuditFact label="Projeto">
          <Link
            to={href(paths.projeto, { id: auditoria.projeto_id })}
            className="focus-ring rounded-sm text-primary-text underline-offset-4 hover:underline"
          >
            {auditoria.projeto.nome}
          </Link>
        </AuditFact>
        <AuditFact label="Empresa">{auditoria.projeto.empresa.nome}</AuditFact>
        <AuditFact label="Criada em">
          <span className="tabular-nums">{formatDateTime(auditoria.created_at)}</span>
        </AuditFact>
        <AuditFact label="Itens">{describeItens(auditoria)}</AuditFact>
        {auditoria.observacoes ? (
          <div className="col-span-full grid gap-1">
            <dt className="text-muted-foreground text-xs">Observações</dt>
            <dd className="whitespace-pre-wrap break-words text-sm">{auditoria.observacoes}</dd>
          </div>
        ) : null}
      </dl>
    </Card>
  );
}

/** An audit: summary of results, files, map of its interviews, and items (specification 2, §2). */
export default function AuditoriaPage() {
  const { id = '' } = useParams();
  const { papel } = useRequiredSession();
  const back =
    papel === 'admin'
      ? { to: paths.adminAuditorias, label: 'Voltar para Todas as Auditorias' }
      : { to: paths.projetos, label: 'Voltar para Meus Projetos' };
  const query = useQuery({ ...apiQuery(getAuditoria, { params: { id } }), select: (answer) => answer.data });
  const auditoria = query.data;
  const [search, setSearch] = useSearchParams();
  const hasInterviews = useQuery({
    ...apiQuery(getResumoDaAuditoria, { params: { id } }),
    select: (answer) => answer.data.figuras !== null,
  }).data;
  const tab = TABS.find((one) => one === search.get('aba')) ?? 'arquivos';
  useDocumentTitle(auditoria ? `Auditoria ${shortId(auditoria.id)}` : null);

  if (query.error && !auditoria) {
    return (
      <RecordFailure
        title={TITULO}
        back={back}
        query={query}
        missingIcon={<FileSearch />}
        missingTitle="Auditoria não encontrada"
        missingDescription="A auditoria pode ter sido excluída, ou pertence a outra empresa."
        failedTitle="Erro ao carregar dados da auditoria."
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={auditoria?.nome}
        description={auditoria ? TITULO : undefined}
        badges={auditoria ? <AuditStatus auditoria={auditoria} /> : undefined}
        back={back}
        className="mb-0"
      />
      {auditoria ? (
        <>
          <AuditFacts auditoria={auditoria} />
          <AuditSummary
            auditoriaId={auditoria.id}
            resultsHref={href(paths.resultadosAuditoria, {
              id: auditoria.projeto_id,
              auditoriaId: auditoria.id,
            })}
          />
          <Tabs
            value={tab}
            onValueChange={(value) =>
              // Removes the filters of the other tabs from the address.
              setSearch(value === 'arquivos' ? {} : { aba: value }, { preventScrollReset: true })
            }
          >
            <TabsList aria-label="Resultados da auditoria">
              <TabsTrigger value="arquivos">Resultados por arquivo</TabsTrigger>
              {hasInterviews ? <TabsTrigger value="mapa">Mapa das respostas</TabsTrigger> : null}
              <TabsTrigger value="itens">Itens</TabsTrigger>
            </TabsList>
            <TabsContent value="arquivos">
              <FileResults auditoriaId={auditoria.id} />
            </TabsContent>
            <TabsContent value="mapa">
              <SurveyMap alvo={{ tipo: 'auditoria', id: auditoria.id }} />
            </TabsContent>
            <TabsContent value="itens">
              <ItemResults auditoriaId={auditoria.id} />
            </TabsContent>
          </Tabs>
        </>
      ) : (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="h-24 rounded-xl" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      )}
    </div>
  );
}
