import { listAuditoriasDoProjeto } from '@escuta/shared/contracts/surveys/auditorias';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { AuditStatus, describeItens } from '../../domain/audits/audit-status.tsx';
import { PagedCard, RowLink, RowText } from '../../kit/list/paged-card.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Projeto } from './projeto.ts';

const PAGE_SIZE = 10;

/** Link to the portal with this project chosen; nothing if the project does not accept audits of files. */
function SendAudit({ projeto }: { projeto: Projeto }) {
  const can = useCan();
  const takes = projeto.isActive && !projeto.exemplo && projeto.tipo_projeto !== 'call_center';
  return takes && can('audit', 'create') ? (
    <Button variant="outline" size="sm" asChild>
      <Link to={`${paths.auditoriaPortal}?${new URLSearchParams({ projeto: projeto.id })}`}>
        <FolderInput aria-hidden="true" />
        Enviar auditoria
      </Link>
    </Button>
  ) : null;
}

/** The audits of a project, each with a link to its results. */
export function Audits({ projeto }: { projeto: Projeto }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listAuditoriasDoProjeto, {
      params: { projectId: projeto.id },
      query: { page, limit: PAGE_SIZE },
    }),
  );
  return (
    <PagedCard
      title="Auditorias"
      listLabel="Auditorias do projeto"
      noun="auditorias"
      query={query}
      rows={query.data?.auditorias}
      pagination={query.data?.pagination}
      onPageChange={setPage}
      failedTitle="Não foi possível buscar as auditorias do projeto."
      action={<SendAudit projeto={projeto} />}
      empty={
        <EmptyState
          className="py-8"
          icon={<ListChecks />}
          title="Nenhuma auditoria ainda"
          action={<SendAudit projeto={projeto} />}
        />
      }
    >
      {(auditoria) => (
        <>
          <RowText title={auditoria.nome}>
            {describeItens(auditoria)} · {formatDateTime(auditoria.created_at)}
          </RowText>
          <AuditStatus auditoria={auditoria} />
          <RowLink to={href(paths.auditoria, { id: auditoria.id })}>
            Ver Resultados
            <span className="sr-only">de {auditoria.nome}</span>
          </RowLink>
        </>
      )}
    </PagedCard>
  );
}
