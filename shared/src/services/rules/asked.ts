import type { Condicao, Filtro } from '../../domain/filters/filtro-tabela.ts';
import { readCriterionEntry } from '../../domain/insights/criterion-entry.ts';

/** Conditions that a matching call meets, except negated ones, which have nothing to show. */
export function asserted(filtro: Filtro): Condicao[] {
  if ('nao' in filtro) return [];
  if ('campo' in filtro) return [filtro];
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).flatMap(asserted);
}

/** A rule's criteria. `holds`: true if the rule is about this answer. */
export type CriteriosDaRegra = {
  entradas: string[];
  holds: (answer: { entrada: string; critico: boolean }) => boolean;
};

export function criteriaAsked(filtro: Filtro): CriteriosDaRegra | null {
  const conditions = asserted(filtro);
  const entradas = conditions.flatMap((one) => (one.campo === 'criterio' ? one.valor : []));
  const critical = conditions.some((one) => one.campo === 'falha_critica' && one.valor);
  if (!critical && entradas.length === 0) return null;
  return {
    entradas,
    holds: ({ entrada, critico }) =>
      entradas.includes(entrada) || (critical && critico && readCriterionEntry(entrada)?.atendido === 'nao'),
  };
}
