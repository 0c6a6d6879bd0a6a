import type { TemplateLinkWire } from '@escuta/shared/contracts/insights/insight-templates';
import { Ellipsis, Eye, Power, SlidersHorizontal, Trash2, TriangleAlert } from 'lucide-react';
import { formatDate } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { CategoryBadge } from '../insights/categoria.tsx';
import { ActiveBadge } from './template-badges.tsx';

interface LinkCardProps {
  link: TemplateLinkWire;
  mayChange: boolean;
  onView: () => void;
  onToggle: () => void;
  onFill: () => void;
  onRemove: () => void;
}

/** Card of a template linked to a project, with its parameters and buttons. */
export function LinkCard({ link, mayChange, onView, onToggle, onFill, onRemove }: LinkCardProps) {
  const { insightTemplate: template, parametrosFaltando } = link;
  const hasParameters = template.parametrosObrigatorios.length + template.parametrosOpcionais.length > 0;
  return (
    <article className="flex min-w-0 flex-col gap-2.5 rounded-lg border bg-background/60 p-3.5">
      <div className="flex items-start justify-between gap-2">
        <h4 className="min-w-0 break-words font-medium text-sm">{template.nome}</h4>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              className="-mt-1.5 -mr-1.5 -mb-1.5"
              aria-label={`Ações de ${template.nome} no projeto`}
            >
              <Ellipsis />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={onView}>
              <Eye aria-hidden="true" />
              Ver Detalhes
            </DropdownMenuItem>
            {mayChange ? (
              <>
                <DropdownMenuItem onSelect={onToggle}>
                  <Power aria-hidden="true" />
                  {link.ativo ? 'Desativar' : 'Ativar'}
                </DropdownMenuItem>
                {hasParameters ? (
                  <DropdownMenuItem onSelect={onFill}>
                    <SlidersHorizontal aria-hidden="true" />
                    Parâmetros
                  </DropdownMenuItem>
                ) : null}
                <DropdownMenuSeparator />
                <DropdownMenuItem destructive onSelect={onRemove}>
                  <Trash2 aria-hidden="true" />
                  Remover
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <CategoryBadge categoria={template.categoria} />
        <ActiveBadge ativo={link.ativo} />
        {template.ativo ? null : <Badge variant="warning">Template inativo: não gera insights</Badge>}
      </div>
      {template.descricao ? (
        <p className="line-clamp-2 break-words text-muted-foreground text-sm">{template.descricao}</p>
      ) : null}
      {parametrosFaltando.length > 0 ? (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm text-warning-text">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 flex-1 break-words">
            Parâmetros sem valor: {parametrosFaltando.join(', ')}. Preencha os valores para o template gerar
            insights.
          </span>
          {mayChange ? (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Preencher parâmetros de ${template.nome}`}
              onClick={onFill}
            >
              Preencher
            </Button>
          ) : null}
        </div>
      ) : null}
      <p className="mt-auto break-words text-muted-foreground text-xs">
        Por: {link.atribuidoPor} · {formatDate(link.createdAt)}
      </p>
    </article>
  );
}
