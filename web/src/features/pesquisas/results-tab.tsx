import { useMapFilters } from '../../domain/survey/map/map-filters.tsx';
import { SurveyResults } from '../../domain/survey/results/survey-results.tsx';
import { ExportSurvey } from './export-dialog.tsx';
import type { Pesquisa } from './survey.ts';

/** Audit results of the survey's interviews, with a button that exports the survey. */
export function ResultsTab({ pesquisa }: { pesquisa: Pesquisa }) {
  const filters = useMapFilters();
  return (
    <SurveyResults
      alvo={{ tipo: 'pesquisa', id: pesquisa.id }}
      tools={<ExportSurvey pesquisaId={pesquisa.id} filters={filters} />}
    />
  );
}
