import { SurveyResults } from '../../domain/survey/survey-results.tsx';
import type { Pesquisa } from './survey.ts';

/** What the audit of the survey's interviews found. */
export function ResultsTab({ pesquisa }: { pesquisa: Pesquisa }) {
  return <SurveyResults alvo={{ tipo: 'pesquisa', id: pesquisa.id }} />;
}
