import { deletePesquisa, getPesquisa, updatePesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import { useQuery } from '@tanstack/react-query';
import {
  CheckCircle2,
  ClipboardList,
  FileQuestion,
  MapPinned,
  Pencil,
  Radar,
  Timer,
  Trash2,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { ExampleNotice } from '../../domain/projects/example-notice.tsx';
import { SurveyFailure, TODAS_AS_PESQUISAS } from '../../domain/survey/results/survey-failure.tsx';
import { LeftOut } from '../../domain/survey/state/left-out.tsx';
import { besideCounted } from '../../domain/survey/state/not-counted.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { OnDemand, partOf } from '../../kit/on-demand.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatNumber, formatShare } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, StatCard } from '../../ui/card.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { FilesTab } from './files/files-tab.tsx';
import { InterviewsTab } from './interviews/interviews-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { QuestionnairesTab } from './questionnaires-tab.tsx';
import { ResultsTab } from './results-tab.tsx';
import type { Pesquisa } from './survey.ts';

const EDIT_DIALOG = partOf(async () => (await import('./edit-survey-dialog.tsx')).EditSurveyDialog);

const TABS = [
  { value: 'visao-geral', label: 'Visão Geral', Content: OverviewTab },
  { value: 'questionario', label: 'Questionário', Content: QuestionnairesTab },
  { value: 'entrevistas', label: 'Entrevistas', Content: InterviewsTab },
  { value: 'resultados', label: 'Resultados', Content: ResultsTab },
  { value: 'arquivos', label: 'Arquivos', Content: FilesTab },
] as const;

function Figures({ pesquisa }: { pesquisa: Pesquisa | undefined }) {
  const stats = pesquisa?.estatisticas;
  const share = stats && stats.total > 0 ? stats.concluidas / stats.total : 0;
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard
          label="Total de Entrevistas"
          icon={<Users />}
          value={stats ? formatNumber(stats.total) : undefined}
          hint={stats && besideCounted(stats)}
        />
        <StatCard
          label="Concluídas"
          icon={<CheckCircle2 />}
          value={stats ? formatNumber(stats.concluidas) : undefined}
          hint={`${formatShare(share, 1)} do total`}
        />
        <StatCard
          label="Em Andamento"
          icon={<Timer />}
          value={stats ? formatNumber(stats.emAndamento) : undefined}
        />
        <StatCard
          label="Questionários"
          icon={<FileQuestion />}
          value={stats ? formatNumber(stats.questionarios) : undefined}
        />
      </div>
      <Card className="grid gap-2 p-4">
        <div className="flex items-center justify-between gap-4 text-sm">
          <span className="font-medium">Progresso da pesquisa</span>
          {stats ? (
            <span className="text-muted-foreground tabular-nums">
              {formatNumber(stats.concluidas)} de {formatNumber(stats.total)} · {formatShare(share, 1)}
            </span>
          ) : (
            <Skeleton className="h-4 w-24" />
          )}
        </div>
        <Progress value={share} label="Entrevistas concluídas" tone="success" />
        {pesquisa ? <LeftOut {...pesquisa.estatisticas} pesquisaId={pesquisa.id} /> : null}
      </Card>
    </div>
  );
}

/** State of a survey: a switch for people who may manage it, a badge for others. */
function ActiveSwitch({ pesquisa }: { pesquisa: Pesquisa }) {
  const mayManage = useCan()('project', 'delete');
  const { attempt, busy } = useApiMutation(updatePesquisa, {
    done: ({ data }) =>
      data.ativo ? 'Pesquisa ativada.' : 'Pesquisa inativada: não recebe novas entrevistas.',
    failed: 'Erro ao atualizar a pesquisa',
    fallback: 'Erro ao atualizar a pesquisa.',
  });
  if (!mayManage || pesquisa.exemplo) return null;
  return (
    <Label className="flex items-center gap-2 font-normal text-sm max-sm:min-h-11">
      <Switch
        aria-label="Pesquisa ativa"
        checked={pesquisa.ativo}
        disabled={busy}
        onCheckedChange={(ativo) => void attempt({ params: { id: pesquisa.id }, body: { ativo } })}
      />
      Recebe entrevistas
    </Label>
  );
}

/** Button that deletes a survey without interviews, for people who may manage the survey. */
function SurveyRemoval({ pesquisa }: { pesquisa: Pesquisa }) {
  const mayManage = useCan()('project', 'delete');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { run } = useApiMutation(deletePesquisa, {
    done: 'Pesquisa excluída.',
    failed: 'Erro ao excluir a pesquisa',
    onDone: () => navigate(paths.pesquisas, { replace: true }),
  });
  // The dialog stays open even if an interview begins meanwhile, because the server then refuses the deletion.
  const { total, emEspera, rejeitadas } = pesquisa.estatisticas;
  if (!mayManage || (total + emEspera + rejeitadas > 0 && !asking)) return null;
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Excluir
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Excluir pesquisa"
        description={`Tem certeza que deseja excluir a pesquisa “${pesquisa.titulo}” e os seus questionários? Esta ação não pode ser desfeita.`}
        confirmLabel="Excluir"
        destructive
        onConfirm={() => run({ params: { id: pesquisa.id } })}
      />
    </>
  );
}

/** Page of a survey (specification 2, §2): its figures, and five tabs. */
export default function PesquisaPage() {
  const { id = '' } = useParams();
  const can = useCan();
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const query = useQuery({ ...apiQuery(getPesquisa, { params: { id } }), select: (answer) => answer.data });
  const pesquisa = query.data;
  useDocumentTitle(pesquisa?.titulo ?? null);
  const tab = TABS.find(({ value }) => value === search.get('aba'))?.value ?? 'visao-geral';

  if (query.error && !pesquisa) {
    return <SurveyFailure title="Pesquisa" query={query} />;
  }

  // On the tab of results the map fills the page, and the figures shrink to a line above the map.
  const onResults = tab === 'resultados';
  return (
    <div className={onResults ? '-mt-4.5' : undefined}>
      <PageHeader
        compact={onResults}
        {...(onResults ? { className: 'mb-1.5' } : {})}
        title={pesquisa?.titulo}
        back={TODAS_AS_PESQUISAS}
        badges={
          pesquisa ? (
            <>
              {pesquisa.exemplo ? <Badge variant="info">Exemplo</Badge> : null}
              <Badge variant={pesquisa.ativo ? 'success' : 'neutral'}>
                {pesquisa.ativo ? 'Ativa' : 'Inativa'}
              </Badge>
            </>
          ) : undefined
        }
        description={
          pesquisa ? (
            <div className="grid gap-1">
              {pesquisa.descricao ? (
                <p className="whitespace-pre-line break-words">{pesquisa.descricao}</p>
              ) : null}
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <ClipboardList className="size-4 shrink-0" aria-hidden="true" />
                <span className="break-words">{pesquisa.projeto.nome}</span>
                <Link
                  to={href(paths.projeto, { id: pesquisa.projeto.id })}
                  className="focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                >
                  Ver Projeto
                </Link>
              </p>
            </div>
          ) : undefined
        }
        actions={
          pesquisa ? (
            <>
              <ActiveSwitch pesquisa={pesquisa} />
              {can('project', 'update') ? (
                <Button variant="outline" onClick={() => setEditing(true)}>
                  <Pencil aria-hidden="true" />
                  Editar
                </Button>
              ) : null}
              {can('project', 'delete') ? (
                <Button variant="outline" asChild>
                  <Link to={href(paths.campoDaPesquisa, { id: pesquisa.id })}>
                    <MapPinned aria-hidden="true" />
                    Campo
                  </Link>
                </Button>
              ) : null}
              {can('signal', 'read') ? (
                <Button variant="outline" asChild>
                  <Link to={href(paths.sinaisDaPesquisa, { id: pesquisa.id })}>
                    <Radar aria-hidden="true" />
                    Sinais
                  </Link>
                </Button>
              ) : null}
              <SurveyRemoval pesquisa={pesquisa} />
            </>
          ) : undefined
        }
      />
      {pesquisa ? (
        <OnDemand
          part={EDIT_DIALOG}
          open={editing}
          props={{ open: editing, pesquisa, onClose: () => setEditing(false) }}
        />
      ) : null}
      <div className={cn('grid grid-cols-1', onResults ? 'gap-2' : 'gap-5')} aria-busy={query.isPending}>
        {query.error ? <StaleNotice what="a pesquisa" onRetry={() => void query.refetch()} /> : null}
        {pesquisa?.exemplo ? <ExampleNotice projetoId={pesquisa.projeto.id} kind="pesquisa" /> : null}
        {onResults ? null : <Figures pesquisa={pesquisa} />}
        {pesquisa ? (
          <Tabs
            value={tab}
            className={onResults ? 'gap-2' : undefined}
            onValueChange={(value) =>
              // Removes the filters of the other tabs from the address.
              setSearch(value === 'visao-geral' ? {} : { aba: value }, { preventScrollReset: true })
            }
          >
            <TabsList aria-label="Partes da pesquisa">
              {TABS.map(({ value, label }) => (
                <TabsTrigger key={value} value={value}>
                  {label}
                </TabsTrigger>
              ))}
            </TabsList>
            {TABS.map(({ value, Content }) => (
              <TabsContent key={value} value={value}>
                <Content pesquisa={pesquisa} />
              </TabsContent>
            ))}
          </Tabs>
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
    </div>
  );
}
