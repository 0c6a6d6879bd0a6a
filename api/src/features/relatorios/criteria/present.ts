import type {
  RelatorioDeCriteriosWire,
  TabelaDeCriteriosWire,
} from '@escuta/shared/contracts/insights/relatorio-criterios';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import type { ColunasDeCriterios, TabelaDeCriterios } from '@escuta/shared/domain/reports/criteria-table';
import { addDays, type Periodo, wholeMonths } from '@escuta/shared/domain/reports/period';

type Filtro = RelatorioDeCriteriosWire['filtro'];

/** The parameters that restrict a table's calls to a single column. */
function filterOf(por: ColunasDeCriterios, id: string | null, { de, ate }: Periodo): Filtro {
  switch (por) {
    case 'agentes':
      return { agente_id: id ?? NENHUM };
    case 'semanas': {
      // The first and last week are limited to the period.
      const monday = id ?? de;
      const sunday = addDays(monday, 6);
      return { de: monday < de ? de : monday, ate: sunday > ate ? ate : sunday };
    }
    case 'meses': {
      const month = id ?? de;
      const { agora } = wholeMonths({ de: month, ate: month });
      return { de: month < de ? de : month, ate: agora.ate > ate ? ate : agora.ate };
    }
    case 'templates':
      return { template_id: id ?? '' };
    case 'projetos':
      return { projeto_id: id ?? '' };
  }
}

/** A table as the API answers it. */
export function presentTable(
  { linhas, colunas, fora }: TabelaDeCriterios,
  por: ColunasDeCriterios,
  periodo: Periodo,
): TabelaDeCriteriosWire {
  return {
    colunas: colunas.map(({ id, nome, total }) => ({ id, nome, total, filtro: filterOf(por, id, periodo) })),
    linhas: linhas.map(({ redacao, ...row }) => ({
      ...row,
      redacao: {
        situacao: redacao.situacao,
        mudou_em: redacao.mudouEm?.toISOString() ?? null,
        ate: redacao.ate?.toISOString() ?? null,
      },
      filtro: {
        ...(row.template ? { template_id: row.template.id } : {}),
        ...(row.criterio === null ? {} : { criterio: row.criterio }),
        serie: row.serie,
      },
    })),
    fora,
  };
}
