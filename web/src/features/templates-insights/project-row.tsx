import type { listProjectsWithTemplates } from '@escuta/shared/contracts/insight-templates';
import { listProjectTemplates, type TemplateLinkWire } from '@escuta/shared/contracts/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ConfirmDialog } from '../../components/ui/alert-dialog.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { ErrorState } from '../../components/ui/states.tsx';
import type { Data } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { cn } from '../../lib/utils.ts';
import { AddDialog } from './add-dialog.tsx';
import { LinkCard } from './link-card.tsx';
import { LinkValuesDialog } from './link-values-dialog.tsx';
import { since } from './since.ts';
import type { TemplateActions } from './use-template-actions.ts';

export type ProjectWithTemplates = Data<typeof listProjectsWithTemplates>[number];

interface ProjectRowProps {
  project: ProjectWithTemplates;
  /** Only links of this category are shown; '' for all. */
  categoria: string;
  empresaId: string | undefined;
  actions: TemplateActions;
  onView: (templateId: string) => void;
}

type Open = { kind: 'adicionar' } | { kind: 'remover' | 'valores'; link: TemplateLinkWire };

/** One project: its counts, and, opened, its templates. */
export function ProjectRow({ project, categoria, empresaId, actions, onView }: ProjectRowProps) {
  // The review queue leads here to mend a link.
  const [params] = useSearchParams();
  const [expanded, setExpanded] = useState(params.get('projeto') === project.id);
  const [open, setOpen] = useState<Open | null>(null);
  const contentId = useId();
  const mayChange = useCan()('insight_template', 'update');
  const close = () => setOpen(null);
  return (
    <li className="rounded-lg border">
      <div className="flex flex-col gap-3 p-3.5 sm:flex-row sm:items-center">
        <button
          type="button"
          aria-expanded={expanded}
          aria-controls={contentId}
          onClick={() => setExpanded(!expanded)}
          className="focus-ring flex min-w-0 flex-1 items-start gap-2.5 rounded-md text-left"
        >
          <ChevronDown
            className={cn('mt-0.5 size-4 shrink-0 transition-transform', !expanded && '-rotate-90')}
            aria-hidden="true"
          />
          <span className="grid min-w-0 gap-0.5">
            <span className="break-words font-medium text-sm">{project.nome}</span>
            {project.descricao ? (
              <span className="line-clamp-2 break-words text-muted-foreground text-xs">
                {project.descricao}
              </span>
            ) : null}
            <span className="text-muted-foreground text-xs tabular-nums">
              Criado em {formatDate(project.created_at)}
              {project.ultimoTemplateEm ? (
                <span title={formatDateTime(project.ultimoTemplateEm)}>
                  {' '}
                  · último template {since(project.ultimoTemplateEm)}
                </span>
              ) : null}
            </span>
          </span>
        </button>
        <div className="flex flex-wrap items-center gap-2 pl-6.5 sm:pl-0">
          <Badge variant={project.ativos > 0 ? 'success' : 'neutral'}>Ativos: {project.ativos}</Badge>
          <Badge variant="outline">Total: {project.total}</Badge>
          {mayChange ? (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Adicionar Template ao projeto ${project.nome}`}
              onClick={() => setOpen({ kind: 'adicionar' })}
            >
              <Plus aria-hidden="true" />
              Adicionar Template
            </Button>
          ) : null}
        </div>
      </div>
      <div id={contentId} hidden={!expanded} className="border-t p-3.5">
        {expanded ? (
          <Links
            projetoId={project.id}
            categoria={categoria}
            actions={actions}
            mayChange={mayChange}
            onView={onView}
            onOpen={setOpen}
          />
        ) : null}
      </div>
      <AddDialog
        open={open?.kind === 'adicionar'}
        project={project}
        empresaId={empresaId}
        onClose={close}
        onAdded={() => setExpanded(true)}
      />
      <LinkValuesDialog link={open?.kind === 'valores' ? open.link : null} onClose={close} />
      <ConfirmDialog
        open={open?.kind === 'remover'}
        onOpenChange={close}
        title="Confirmar remoção"
        description={
          open?.kind === 'remover'
            ? `Tem certeza que deseja remover o template "${open.link.insightTemplate.nome}" do projeto? Esta ação não pode ser desfeita.`
            : 'Esta ação não pode ser desfeita.'
        }
        confirmLabel="Remover"
        destructive
        onConfirm={() =>
          open?.kind === 'remover'
            ? actions.unlink.mutateAsync({
                projetoId: project.id,
                templateId: open.link.insightTemplateId,
              })
            : undefined
        }
      />
    </li>
  );
}

function Links({
  projetoId,
  categoria,
  actions,
  mayChange,
  onView,
  onOpen,
}: {
  projetoId: string;
  categoria: string;
  actions: TemplateActions;
  mayChange: boolean;
  onView: (templateId: string) => void;
  onOpen: (open: Open) => void;
}) {
  const query = useQuery({
    ...apiQuery(listProjectTemplates, { params: { projetoId } }),
    select: ({ data }) => data,
  });
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="Erro ao buscar templates do projeto"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className="py-6"
      />
    );
  }
  if (!query.data) return <Skeleton className="h-28 rounded-lg" />;
  const links = query.data.filter(
    ({ insightTemplate }) => categoria === '' || insightTemplate.categoria === categoria,
  );
  if (links.length === 0) {
    return (
      <p className="py-4 text-center text-muted-foreground text-sm">
        {query.data.length === 0
          ? 'Nenhum template vinculado a este projeto.'
          : 'Nenhum template desta categoria neste projeto.'}
      </p>
    );
  }
  return (
    <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2" aria-label="Templates do projeto">
      {links.map((link) => {
        const key = { projetoId, templateId: link.insightTemplateId };
        return (
          <li key={link.id} className="grid min-w-0">
            <LinkCard
              link={link}
              mayChange={mayChange}
              onView={() => onView(link.insightTemplateId)}
              onToggle={() =>
                actions.toggle.isPending ? undefined : actions.toggle.mutate({ ...key, active: !link.ativo })
              }
              onFill={() => onOpen({ kind: 'valores', link })}
              onRemove={() => onOpen({ kind: 'remover', link })}
            />
          </li>
        );
      })}
    </ul>
  );
}
