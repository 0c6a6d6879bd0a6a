/** A report's numbers, each with the list of rows that it counts, for the period and the previous one. */
import type { LISTAS, NumeroWire, SerieWire, UNIDADES } from '@escuta/shared/contracts/insights/relatorios';
import { addDays, daysOf, type Periodo } from '@escuta/shared/domain/reports/period';
import type { Comparacao, Somados } from './reports/compare.ts';

type Lista = (typeof LISTAS)[number];
type Unidade = (typeof UNIDADES)[number];
export type Extra = Record<string, string>;

/** A number: its computation from a sum, and the list that explains it. */
export type Medida<T> = {
  chave: string;
  nome: string;
  unidade: Unidade;
  valor: (sum: T) => number | null;
  /** Number of rows in the sum. */
  n: (sum: T) => number;
  lista?: Lista;
  /** Query parameters of the list besides period, project and agent. */
  filtro?: Extra;
  intervalo?: (sum: T) => { de: number; ate: number } | null;
};

/** A report's parameters for all lists' queries: date, project, agent, company. */
export type Comum = Record<Lista, Extra>;

export function numbersOf(comum: Comum) {
  const behind = <T>(medida: Medida<T>, sum: T, { de, ate }: Periodo) => {
    const lista = medida.lista ?? 'ligacoes';
    return { n: medida.n(sum), lista, filtro: { ...comum[lista], de, ate, ...medida.filtro } };
  };
  return {
    /** Value of a number in the period and in the previous one. */
    numero<T>(
      { periodo, anterior }: Pick<Comparacao, 'periodo' | 'anterior'>,
      medida: Medida<T>,
      { agora, antes }: { agora: T; antes: T },
    ): NumeroWire {
      const { chave, nome, unidade } = medida;
      return {
        chave,
        nome,
        unidade,
        valor: medida.valor(agora),
        intervalo: medida.intervalo?.(agora) ?? null,
        ...behind(medida, agora, periodo),
        anterior: { valor: medida.valor(antes), ...behind(medida, antes, anterior) },
      };
    },
    /** A number for each step of time. Steps of the previous period are shifted by the distance between the periods. */
    serie<T>({ periodo, anterior, passos }: Comparacao, medida: Medida<T>, sums: Somados<T>): SerieWire {
      const { chave, nome, unidade } = medida;
      const back = 1 - daysOf({ de: anterior.de, ate: periodo.de });
      return {
        chave,
        nome,
        unidade,
        pontos: passos.map((passo, index) => {
          const { agora, antes } = sums.passos[index] as Somados<T>['passos'][number];
          return {
            ...passo,
            valor: medida.valor(agora),
            ...behind(medida, agora, passo),
            anterior: {
              valor: medida.valor(antes),
              ...behind(medida, antes, { de: addDays(passo.de, back), ate: addDays(passo.ate, back) }),
            },
          };
        }),
      };
    },
  };
}
