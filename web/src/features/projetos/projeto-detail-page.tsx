import { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import { useQuery } from '@tanstack/react-query';
import {
  CirclePause,
  ClipboardList,
  FileAudio,
  FolderX,
  Headphones,
  type LucideIcon,
  Pencil,
  Trash2,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ExampleNotice } from '../../domain/projects/example-notice.tsx';
import { TIPO_PROJETO } from '../../domain/projects/tipos.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/states.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { AuditProject } from './kinds/audit-project.tsx';
import { CallCenterProject, ChannelChanged } from './kinds/call-center-project.tsx';
import { SurveyProject } from './kinds/survey-project.tsx';
import { Stats } from './project-parts.tsx';
import { ITENS, type Projeto } from './projeto.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const back = { to: paths.projetos, label: 'Voltar para Meus Projetos' };
/** Contents of each kind of project, below the figures. */
const KINDS: Record<TipoProjeto, { Content: ComponentType<{ projeto: Projeto }>; icon: LucideIcon }> = {
  call_center: { Content: CallCenterProject, icon: Headphones },
  pesquisa: { Content: SurveyProject, icon: ClipboardList },
  auditoria: { Content: AuditProject, icon: FileAudio },
};

/** A project (specification 2, §2), with the contents of its kind. */
export default function ProjetoDetailPage() {
  const { id = '' } = useParams();
  const can = useCan();
  const [dialog, setDialog] = useState<'editar' | 'excluir' | null>(null);
  /** Id of the project whose agent's channel was changed on this page; null for none. */
  const [changed, setChanged] = useState<string | null>(null);
  const close = () => setDialog(null);
  const query = useQuery({ ...apiQuery(getProjeto, { params: { id } }), select: (answer) => answer.data });
  const projeto = query.data;
  useDocumentTitle(projeto?.nome ?? null);

  if (query.error && !projeto) {
    return (
      <RecordFailure
        title="Projeto"
        back={back}
        query={query}
        missingIcon={<FolderX />}
        missingTitle="Projeto não encontrado"
        missingDescription="O projeto pode ter sido excluído, ou pertence a outra empresa."
        failedTitle="Erro ao carregar dados do projeto"
        fallback="Falha ao buscar projeto."
      />
    );
  }

  const kind = projeto && KINDS[projeto.tipo_projeto];
  return (
    <>
      <PageHeader
        title={projeto?.nome}
        back={back}
        badges={
          projeto && kind ? (
            <>
              <Badge variant={TIPO_PROJETO[projeto.tipo_projeto].variant}>
                <kind.icon aria-hidden="true" />
                {TIPO_PROJETO[projeto.tipo_projeto].label}
              </Badge>
              {/* The page of a call center shows the state among its details (specification 2, §2). */}
              {projeto.tipo_projeto === 'call_center' ? null : (
                <Badge variant={projeto.isActive ? 'success' : 'neutral'}>
                  {projeto.isActive ? 'Ativo' : 'Inativo'}
                </Badge>
              )}
            </>
          ) : undefined
        }
        description={
          projeto ? (
            <div className="grid gap-1">
              <p>{projeto.descricao || 'Sem descrição.'}</p>
              <p className="text-xs">Criado em {formatDate(projeto.created_at)}</p>
            </div>
          ) : undefined
        }
        actions={
          projeto ? (
            <>
              {can('project', 'update') ? (
                <Button variant="outline" onClick={() => setDialog('editar')}>
                  <Pencil aria-hidden="true" />
                  Editar
                </Button>
              ) : null}
              {can('project', 'delete') && !projeto.exemplo ? (
                <Button variant="outline" onClick={() => setDialog('excluir')}>
                  <Trash2 aria-hidden="true" />
                  Excluir
                </Button>
              ) : null}
            </>
          ) : undefined
        }
      />
      {projeto ? (
        <>
          <EditDialog
            open={dialog === 'editar'}
            projeto={projeto}
            onClose={close}
            onChannelChanged={() => setChanged(projeto.id)}
          />
          <RemoveDialog open={dialog === 'excluir'} onOpenChange={close} projeto={projeto} />
        </>
      ) : null}
      <div className="grid gap-5" aria-busy={query.isPending}>
        {projeto && changed === projeto.id ? <ChannelChanged projeto={projeto} /> : null}
        {query.error ? <StaleNotice what="o projeto" onRetry={() => void query.refetch()} /> : null}
        {projeto && !projeto.isActive && projeto.tipo_projeto !== 'call_center' ? (
          <Notice icon={<CirclePause aria-hidden="true" />}>
            Projeto inativo: não recebe {ITENS[projeto.tipo_projeto].novos}. Os dados continuam disponíveis.
          </Notice>
        ) : null}
        {projeto?.exemplo ? (
          <ExampleNotice
            projetoId={projeto.id}
            kind={projeto.tipo_projeto === 'pesquisa' ? 'pesquisa' : 'ligacao'}
          />
        ) : null}
        <Stats projeto={projeto} />
        {projeto && kind ? <kind.Content projeto={projeto} /> : <Skeleton className="h-56" />}
      </div>
    </>
  );
}
