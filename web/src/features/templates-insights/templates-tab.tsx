import {
  type InsightTemplateWire,
  listInsightTemplates,
} from '@escuta/shared/contracts/insights/insight-templates';
import { FILTROS_TEMPLATE } from '@escuta/shared/domain/filters/lists/templates';
import { ArrowDownAZ, ArrowUpAZ, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { CATEGORIA_OPTIONS } from '../../domain/insights/categoria.tsx';
import { FilterControls, filterTable, optionsOf } from '../../kit/list/filter-controls.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type TemplateAction, TemplateCard } from './template-card.tsx';

const ORDERS = [
  { value: 'nome', label: 'Nome' },
  { value: 'categoria', label: 'Categoria' },
  { value: 'created_at', label: 'Data de criação' },
  { value: 'updated_at', label: 'Última alteração' },
] as const;

const TABLE = filterTable(FILTROS_TEMPLATE, {
  search: 'search',
  categoria: { all: 'Todas as categorias', options: CATEGORIA_OPTIONS, className: 'sm:w-48' },
  ativo: {
    all: 'Ativos e inativos',
    options: optionsOf(['ativos', 'inativos'], { ativos: 'Ativos', inativos: 'Inativos' }),
    className: 'sm:w-44',
  },
});
const READERS = {
  ...TABLE.readers,
  ordem: oneOf(ORDERS.map(({ value }) => value)),
  direcao: oneOf(['desc']),
};

interface TemplatesTabProps {
  /** Id of a company other than the person's own, for administrators; undefined for the person's own company. */
  empresaId: string | undefined;
  onAction: (action: TemplateAction, template: InsightTemplateWire) => void;
  /** Buttons shown if the company has no template yet. */
  emptyAction: ReactNode;
}

/** 'Gerenciar Templates': the company's templates as cards. */
export function TemplatesTab({ empresaId, onAction, emptyAction }: TemplatesTabProps) {
  const list = useList(
    listInsightTemplates,
    READERS,
    ({ ordem, direcao, ...asked }) => ({
      query: {
        ...TABLE.ask(asked),
        limit: 12,
        empresaId,
        orderBy: ordem ?? 'nome',
        orderDirection: direcao ?? ('asc' as const),
      },
    }),
    // The order is no filter, so clearing the filters keeps it.
    { keeps: ['ordem', 'direcao'] },
  );
  const { ordem, direcao } = list.asked;
  const descending = direcao === 'desc';
  const direction = descending ? 'Ordem decrescente' : 'Ordem crescente';
  return (
    <ListPanel
      list={list}
      search={{ label: 'Buscar templates', placeholder: 'Nome ou descrição' }}
      errorTitle="Erro ao buscar templates"
      noun="templates"
      nothing="Nenhum template encontrado"
      empty={{
        icon: <Sparkles />,
        title: 'Nenhum template encontrado',
        description: 'Crie um template ou comece por um modelo pronto.',
        action: emptyAction,
      }}
      filters={
        <>
          <FilterControls table={TABLE} list={list} />
          <div className="flex w-full items-center gap-1 sm:w-auto">
            <Select
              value={ordem ?? 'nome'}
              onValueChange={(next) => list.change({ ordem: next === 'nome' ? '' : READERS.ordem(next) })}
            >
              <SelectTrigger aria-label="Ordenar por" className="sm:w-44">
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {ORDERS.map(({ value, label }) => (
                  <SelectItem key={value} value={value}>
                    {label}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
            <Tooltip content={direction}>
              <Button
                variant="outline"
                size="icon"
                aria-label={`${direction}: inverter`}
                onClick={() => list.change({ direcao: descending ? '' : 'desc' })}
              >
                {descending ? <ArrowUpAZ /> : <ArrowDownAZ />}
              </Button>
            </Tooltip>
          </div>
        </>
      }
    >
      {(rows, stale) => (
        <ul
          aria-label="Templates"
          aria-busy={rows === undefined || stale}
          className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
        >
          {rows
            ? rows.map((template) => (
                <li key={template.id} className="grid min-w-0">
                  <TemplateCard template={template} onAction={(action) => onAction(action, template)} />
                </li>
              ))
            : Array.from({ length: 6 }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
                <li key={index}>
                  <Skeleton className="h-52 rounded-xl" />
                </li>
              ))}
        </ul>
      )}
    </ListPanel>
  );
}
