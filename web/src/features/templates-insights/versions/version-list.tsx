import { listTemplateVersions } from '@escuta/shared/contracts/insights/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiListQuery } from '../../../lib/network/query.ts';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { type VersionChange, versionChanges } from './version-changes.ts';

const LIMIT = 100;

/** A template's versions, newest first, each with its changes. */
export function VersionList({ templateId }: { templateId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiListQuery(listTemplateVersions, { params: { id: templateId }, query: { page, limit: LIMIT } }),
  );
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title="Erro ao buscar template"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className="py-6"
      />
    );
  }
  if (!query.data) return <Skeleton className="h-20" />;
  const { data: versions, pagination } = query.data;
  return (
    <>
      <ol className="grid grid-cols-1 gap-2" aria-label="Versões do template">
        {versions.map((version, index) => {
          const older = versions[index + 1];
          return (
            <li key={version.id} className="grid grid-cols-1 gap-1.5 rounded-md border p-3 text-sm">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">v{version.versao}</span>
                <span className="text-muted-foreground text-xs tabular-nums">
                  {formatDateTime(version.createdAt)} · {version.criadoPor ?? 'sistema'}
                </span>
              </p>
              {older ? (
                <Changes changes={versionChanges(older, version)} />
              ) : (
                <p className="text-muted-foreground text-xs">
                  {version.versao === 1
                    ? 'Criação do template.'
                    : 'A versão anterior está na próxima página.'}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {pagination.totalPages > 1 ? (
        <Pagination {...pagination} noun="versões" onPageChange={setPage} />
      ) : null}
    </>
  );
}

function Changes({ changes }: { changes: readonly VersionChange[] }) {
  if (changes.length === 0) return <p className="text-muted-foreground text-xs">Outros dados alterados.</p>;
  return (
    <ul className="grid grid-cols-1 gap-1 text-dense">
      {changes.map(({ campo, resumo, antes, depois }) => (
        <li key={`${campo}:${resumo}`} className="min-w-0 break-words">
          <span className="text-muted-foreground">{campo}: </span>
          {antes === undefined ? (
            resumo
          ) : (
            <details className="inline">
              <summary className="focus-ring inline cursor-pointer rounded-sm underline underline-offset-4">
                {resumo}
              </summary>
              <div className="mt-1.5 grid grid-cols-1 gap-2 sm:grid-cols-2">
                <Text label="Antes" text={antes} />
                <Text label="Depois" text={depois ?? ''} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid content-start gap-1">
      <p className="text-muted-foreground text-xs">{label}</p>
      <p className="whitespace-pre-wrap break-words rounded-md bg-muted p-2 text-xs">{text || '(vazio)'}</p>
    </div>
  );
}
