import { type InsightTemplateWire, listInsightTemplates } from '@escuta/shared/contracts/insight-templates';
import { CATEGORIAS_TEMPLATE } from '@escuta/shared/domain/insight-template';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownAZ, ArrowUpAZ, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { anyText, oneOf } from '../../components/lists/filter-params.ts';
import { ClearFilters, FilterSelect } from '../../components/lists/filter-select.tsx';
import { ListPanel } from '../../components/lists/list-panel.tsx';
import { useListFilters } from '../../components/lists/use-list-filters.ts';
import { Button } from '../../components/ui/button.tsx';
import { SearchInput } from '../../components/ui/search-input.tsx';
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '../../components/ui/select.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { Tooltip } from '../../components/ui/tooltip.tsx';
import { apiListQuery } from '../../lib/query.ts';
import { CATEGORIA_OPTIONS } from './template-badges.tsx';
import { type TemplateAction, TemplateCard } from './template-card.tsx';

const ORDERS = [
  { value: 'nome', label: 'Nome' },
  { value: 'categoria', label: 'Categoria' },
  { value: 'created_at', label: 'Data de criação' },
  { value: 'updated_at', label: 'Última alteração' },
] as const;

const READERS = {
  q: anyText,
  categoria: oneOf(CATEGORIAS_TEMPLATE),
  status: oneOf(['ativos', 'inativos']),
  ordem: oneOf(ORDERS.map(({ value }) => value)),
  direcao: oneOf(['desc']),
};

interface TemplatesTabProps {
  /** Another company than one's own: administrators. */
  empresaId: string | undefined;
  onAction: (action: TemplateAction, template: InsightTemplateWire) => void;
  /** Ways out of an empty list. */
  emptyAction: ReactNode;
}

/** 'Gerenciar Templates': the company's templates as cards. */
export function TemplatesTab({ empresaId, onAction, emptyAction }: TemplatesTabProps) {
  const { filters, change } = useListFilters(READERS);
  const { q, categoria, status } = filters;
  const orderBy = ORDERS.find(({ value }) => value === filters.ordem)?.value ?? 'nome';
  const descending = filters.direcao === 'desc';
  // The order narrows nothing: it stays when the filters are cleared.
  const filtered = Boolean(q.trim() || categoria || status);
  const clear = () => change({ q: '', categoria: '', status: '' });
  const list = useQuery(
    apiListQuery(listInsightTemplates, {
      query: {
        page: filters.page,
        limit: 12,
        search: q.trim() || undefined,
        categoria: categoria || undefined,
        ativo: status === '' ? undefined : status === 'ativos' ? 'true' : 'false',
        empresaId,
        orderBy,
        orderDirection: descending ? 'desc' : 'asc',
      },
    }),
  );
  const direction = descending ? 'Ordem decrescente' : 'Ordem crescente';
  return (
    <ListPanel
      query={list}
      page={filters.page}
      onPageChange={(page) => change({ page })}
      filtered={filtered}
      onClear={clear}
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
          <SearchInput
            value={q}
            onValueChange={(text) => change({ q: text })}
            label="Buscar templates"
            placeholder="Nome ou descrição"
            className="w-full sm:w-auto sm:min-w-56 sm:flex-1"
          />
          <FilterSelect
            label="Categoria"
            allLabel="Todas as categorias"
            value={categoria}
            onValueChange={(value) => change({ categoria: value })}
            options={CATEGORIA_OPTIONS}
            className="sm:w-48"
          />
          <FilterSelect
            label="Status"
            allLabel="Todos"
            value={status}
            onValueChange={(value) => change({ status: value })}
            options={[
              { value: 'ativos', label: 'Ativos' },
              { value: 'inativos', label: 'Inativos' },
            ]}
            className="sm:w-32"
          />
          <div className="flex w-full items-center gap-1 sm:w-auto">
            <Select
              value={orderBy}
              onValueChange={(ordem) => change({ ordem: ordem === 'nome' ? '' : ordem })}
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
                onClick={() => change({ direcao: descending ? '' : 'desc' })}
              >
                {descending ? <ArrowUpAZ /> : <ArrowDownAZ />}
              </Button>
            </Tooltip>
          </div>
          <ClearFilters show={filtered} onClear={clear} />
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
