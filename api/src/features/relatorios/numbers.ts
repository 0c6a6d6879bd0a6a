/** Numbers of a report with the list behind each: the same filter, of the period and of the one before it. */
import type { LISTAS, NumeroWire, SerieWire, UNIDADES } from '@escuta/shared/contracts/insights/relatorios';
import { addDays, daysOf, type Periodo } from '@escuta/shared/domain/reports/period';
import type { Comparacao, Somados } from './reports/compare.ts';

type Lista = (typeof LISTAS)[number];
type Unidade = (typeof UNIDADES)[number];
export type Extra = Record<string, string>;

/** How a number is made of a sum, and which rows of which list are behind it. */
export type Medida<T> = {
  chave: string;
  nome: string;
  unidade: Unidade;
  valor: (sum: T) => number | null;
  /** Rows behind it. */
  n: (sum: T) => number;
  lista?: Lista;
  /** What the list's query says besides period, project and agent. */
  filtro?: Extra;
  intervalo?: (sum: T) => { de: number; ate: number } | null;
};

/** A report's own words of every list's query: whose days, project, agent, company. */
export type Comum = Record<Lista, Extra>;

export function numbersOf(comum: Comum) {
  const behind = <T>(medida: Medida<T>, sum: T, { de, ate }: Periodo) => {
    const lista = medida.lista ?? 'ligacoes';
    return { n: medida.n(sum), lista, filtro: { ...comum[lista], de, ate, ...medida.filtro } };
  };
  return {
    /** A number of both periods. */
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
    /** The same, step by step: the earlier one of each lies as many days before as the periods lie apart. */
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
