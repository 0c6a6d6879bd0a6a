import { ClipboardX } from 'lucide-react';
import type { ComponentProps } from 'react';
import { RecordFailure } from '../../../kit/record-failure.tsx';
import { paths } from '../../../lib/paths.ts';

/** Link from the page of a survey that is missing or failed to load, back to the list of all surveys. */
export const TODAS_AS_PESQUISAS = { to: paths.pesquisas, label: 'Voltar para Todas as Pesquisas' };

/** Shown in place of a survey's page if the survey is missing or failed to load. */
export function SurveyFailure(props: Pick<ComponentProps<typeof RecordFailure>, 'title' | 'query'>) {
  return (
    <RecordFailure
      {...props}
      back={TODAS_AS_PESQUISAS}
      missingIcon={<ClipboardX />}
      missingTitle="Pesquisa não encontrada"
      missingDescription="A pesquisa pode ter sido excluída, ou pertence a outra empresa."
      failedTitle="Erro ao carregar a pesquisa"
      fallback="Falha ao buscar pesquisas."
    />
  );
}
