import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import { Copy, Ellipsis, Eye, FolderInput, Pencil, Trash2 } from 'lucide-react';
import { CategoryBadge } from '../../domain/insights/categoria.tsx';
import { ActiveBadge, ParameterNames } from '../../domain/templates/template-badges.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { formatDate } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';

export type TemplateAction = 'ver' | 'editar' | 'duplicar' | 'aplicar' | 'excluir';

/** Greatest numbers of required and of optional parameters on a card (specification 2, §9). */
const MAX_REQUIRED = 3;
const MAX_OPTIONAL = 2;

/** Card of a company's template, with a menu of the actions that this person may take. */
export function TemplateCard({
  template,
  onAction,
}: {
  template: InsightTemplateWire;
  onAction: (action: TemplateAction) => void;
}) {
  const can = useCan();
  const { nome, descricao, categoria, ativo, versao, createdAt } = template;
  return (
    <Card className="flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <h3 className="min-w-0 break-words font-semibold text-lead leading-snug">{nome}</h3>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              variant="ghost"
              size="icon-sm"
              className="-mt-1.5 -mr-1.5 -mb-1.5"
              aria-label={`Ações de ${nome}`}
            >
              <Ellipsis />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={() => onAction('ver')}>
              <Eye aria-hidden="true" />
              Visualizar
            </DropdownMenuItem>
            {can('insight_template', 'update') ? (
              <DropdownMenuItem onSelect={() => onAction('editar')}>
                <Pencil aria-hidden="true" />
                Editar
              </DropdownMenuItem>
            ) : null}
            {can('insight_template', 'create') ? (
              <DropdownMenuItem onSelect={() => onAction('duplicar')}>
                <Copy aria-hidden="true" />
                Duplicar
              </DropdownMenuItem>
            ) : null}
            {can('insight_template', 'update') ? (
              <DropdownMenuItem onSelect={() => onAction('aplicar')}>
                <FolderInput aria-hidden="true" />
                Aplicar em Projeto
              </DropdownMenuItem>
            ) : null}
            {can('insight_template', 'delete') ? (
              <>
                <DropdownMenuSeparator />
                <DropdownMenuItem destructive onSelect={() => onAction('excluir')}>
                  <Trash2 aria-hidden="true" />
                  Excluir
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      </div>
      <div className="flex flex-wrap gap-1.5">
        <CategoryBadge categoria={categoria} />
        <ActiveBadge ativo={ativo} />
      </div>
      {descricao ? (
        <p className="line-clamp-3 break-words text-muted-foreground text-sm">{descricao}</p>
      ) : null}
      <div className="mt-auto grid gap-1.5 pt-1">
        <ParameterNames
          label="Obrigatórios"
          names={template.parametrosObrigatorios}
          max={MAX_REQUIRED}
          required
        />
        <ParameterNames label="Opcionais" names={template.parametrosOpcionais} max={MAX_OPTIONAL} />
        <p className="text-muted-foreground text-xs tabular-nums">
          Criado em {formatDate(createdAt)} · v{versao}
        </p>
      </div>
    </Card>
  );
}
