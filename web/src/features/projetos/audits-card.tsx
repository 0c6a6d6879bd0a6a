import { listAuditoriasDoProjeto } from '@escuta/shared/contracts/auditorias';
import { AUDITORIA_PADRAO_NOME, type TipoProjeto } from '@escuta/shared/domain/status';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuditStatus, describeItens } from '../../domain/audits/audit-status.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { apiListQuery } from '../../lib/query.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { Projeto } from './projeto.ts';

const PAGE_SIZE = 10;

/** The default audit is named after calls, whatever its project holds. */
const PADRAO: Record<TipoProjeto, string> = {
  call_center: AUDITORIA_PADRAO_NOME,
  pesquisa: 'Entrevistas',
  auditoria: 'Arquivos',
};

/** The audits of a project, each with the way to its results. */
export function Audits({ projeto }: { projeto: Projeto }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listAuditoriasDoProjeto, {
      params: { projectId: projeto.id },
      query: { page, limit: PAGE_SIZE },
    }),
  );
  const rows = query.data?.auditorias.map((auditoria) => ({
    ...auditoria,
    nome: auditoria.nome === AUDITORIA_PADRAO_NOME ? PADRAO[projeto.tipo_projeto] : auditoria.nome,
  }));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Auditorias</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4" aria-busy={query.isPending}>
        {query.error && !rows ? (
          <ErrorState
            className="py-8"
            title="Falha ao buscar auditorias."
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : null}
        {query.isPending ? <Skeleton className="h-20" /> : null}
        {rows?.length === 0 ? (
          <EmptyState className="py-8" icon={<ListChecks />} title="Nenhuma auditoria ainda" />
        ) : null}
        {rows && rows.length > 0 ? (
          <ul aria-label="Auditorias do projeto" className="divide-y">
            {rows.map((auditoria) => (
              <li
                key={auditoria.id}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
              >
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium" title={auditoria.nome}>
                    {auditoria.nome}
                  </p>
                  <p className="text-muted-foreground text-xs tabular-nums">
                    {describeItens(auditoria)} · {formatDateTime(auditoria.created_at)}
                  </p>
                </div>
                <AuditStatus auditoria={auditoria} />
                <Link
                  to={href(paths.auditoria, { id: auditoria.id })}
                  className="focus-ring touch-target inline-flex items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
                >
                  Ver Resultados
                  <span className="sr-only">de {auditoria.nome}</span>
                  <ArrowRight className="size-4" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        {query.data ? (
          <Pagination {...query.data.pagination} noun="auditorias" onPageChange={setPage} />
        ) : null}
      </CardContent>
    </Card>
  );
}
