import { ClipboardX } from 'lucide-react';
import type { ComponentProps } from 'react';
import { RecordFailure } from '../../../kit/record-failure.tsx';
import { paths } from '../../../lib/paths.ts';

/** Where a page of a survey leads back to while there is no survey. */
export const TODAS_AS_PESQUISAS = { to: paths.pesquisas, label: 'Voltar para Todas as Pesquisas' };

/** A page of a survey that is not there, or could not be read. */
export function SurveyFailure(props: Pick<ComponentProps<typeof RecordFailure>, 'title' | 'query'>) {
  return (
    <RecordFailure
      {...props}
      back={TODAS_AS_PESQUISAS}
      missingIcon={<ClipboardX />}
      missingTitle="Pesquisa não encontrada"
      missingDescription="Ela pode ter sido excluída, ou pertence a outra empresa."
      failedTitle="Erro ao carregar pesquisa"
      fallback="Falha ao buscar pesquisas."
    />
  );
}
