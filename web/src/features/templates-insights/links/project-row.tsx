import type { listProjectsWithTemplates } from '@escuta/shared/contracts/insights/insight-templates';
import { ChevronDown, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AddDialog } from '../../../domain/templates/add-dialog.tsx';
import { ProjectTemplates } from '../../../domain/templates/project-templates.tsx';
import type { Data } from '../../../lib/network/api.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { formatDate, formatDateTime } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { since } from './since.ts';

export type ProjectWithTemplates = Data<typeof listProjectsWithTemplates>[number];

interface ProjectRowProps {
  project: ProjectWithTemplates;
  /** Shows only links of this category; '' for all. */
  categoria: string;
  empresaId: string | undefined;
  onView: (templateId: string) => void;
}

/** A project with its counts; opening the row shows its templates. */
export function ProjectRow({ project, categoria, empresaId, onView }: ProjectRowProps) {
  // The row starts open if the review queue links to this project with `?projeto=`, to correct parameter values.
  const [params] = useSearchParams();
  const [expanded, setExpanded] = useState(params.get('projeto') === project.id);
  const [adding, setAdding] = useState(false);
  const contentId = useId();
  const mayChange = useCan()('insight_template', 'update');
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
              onClick={() => setAdding(true)}
            >
              <Plus aria-hidden="true" />
              Adicionar Template
            </Button>
          ) : null}
        </div>
      </div>
      <div id={contentId} hidden={!expanded} className="border-t p-3.5">
        {expanded ? (
          <ProjectTemplates
            projetoId={project.id}
            categoria={categoria}
            onView={(link) => onView(link.insightTemplateId)}
          />
        ) : null}
      </div>
      <AddDialog
        open={adding}
        project={project}
        empresaId={empresaId}
        onClose={() => setAdding(false)}
        onAdded={() => setExpanded(true)}
      />
    </li>
  );
}
