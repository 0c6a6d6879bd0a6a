import { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Warns before a credit is spent that calls without a template yield no insight. */
export function NoTemplatesNotice({ projetoId, className }: { projetoId: string; className?: string }) {
  const { data } = useQuery({
    ...apiQuery(getProjeto, { params: { id: projetoId } }),
    select: (answer) => answer.data.insightsVinculados.length,
  });
  if (data !== 0) return null;
  return (
    <Notice icon={<TriangleAlert aria-hidden="true" />} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          Nenhum template vinculado a este projeto: processar usa créditos e gera transcrição e medidas, mas
          nenhum insight.
        </p>
        <Button variant="outline" size="sm" asChild>
          <Link to={`${href(paths.projeto, { id: projetoId })}#insights`}>Vincular templates</Link>
        </Button>
      </div>
    </Notice>
  );
}
