import type { GrupoWire, NumeroWire } from '@escuta/shared/contracts/insights/relatorios';
import { meanOf } from '@escuta/shared/domain/intervals/mean';
import { type Amostra, apart, type Separadas } from '@escuta/shared/domain/reports/drawn-apart';
import type { Medida } from '../numbers.ts';
import { type NotasSorteadas, type QualidadeSums, readQualidadePorProjeto } from '../repo.ts';
import type { Pedido } from '../service.ts';

/** A share from 0 to 1; null for an empty whole. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export type Quality = {
  n: number;
  somas: { n: number; soma: number; quadrados: number };
  positivo: number;
  neutro: number;
  negativo: number;
  alertas: number;
  comAlerta: number;
  revisadas: number;
  notas: number[];
};
export const noQuality = (): Quality => ({
  n: 0,
  somas: { n: 0, soma: 0, quadrados: 0 },
  positivo: 0,
  neutro: 0,
  negativo: 0,
  alertas: 0,
  comAlerta: 0,
  revisadas: 0,
  notas: Array(10).fill(0),
});
export function addQuality(sum: Quality, row: QualidadeSums): void {
  sum.n += row.n;
  sum.somas.n += row.n_pontuacao;
  sum.somas.soma += row.soma;
  sum.somas.quadrados += row.quadrados ?? 0;
  sum.positivo += row.positivos;
  sum.neutro += row.neutros;
  sum.negativo += row.negativos;
  sum.alertas += row.alertas ?? 0;
  sum.comAlerta += row.com_alerta ?? 0;
  sum.revisadas += row.revisadas ?? 0;
  for (const [index, n] of (row.notas ?? []).entries()) sum.notas[index] = (sum.notas[index] ?? 0) + n;
}

export const AVALIADAS: Medida<Quality> = {
  chave: 'avaliadas',
  nome: 'Ligações avaliadas',
  unidade: 'ligacoes',
  valor: (v) => v.n,
  n: (v) => v.n,
  filtro: { avaliada: 'sim' },
};
export const NOTA: Medida<Quality> = {
  chave: 'nota',
  nome: 'Pontuação média',
  unidade: 'nota',
  valor: ({ somas }) => share(somas.soma, somas.n),
  n: ({ somas }) => somas.n,
  filtro: { nota_de: '0' },
};
/** Mean score with its interval; only for sums by day of call, because other sums lack the variance. */
export const NOTA_COM_INTERVALO: Medida<Quality> = {
  ...NOTA,
  intervalo: ({ somas }) => meanOf(somas)?.intervalo ?? null,
};
/**
 * Mean scores of calls drawn at random (an estimate for all calls), and of the others. Null if no call was drawn.
 * @param filtro filter of the calls, besides the sample
 */
export function scoresApart(
  { laid, numbers }: Pedido,
  rows: readonly NotasSorteadas[],
  all: { agora: Quality; antes: Quality },
  filtro: Readonly<Record<string, string>> = {},
): Separadas<NumeroWire> | null {
  if (rows.every(({ n }) => n === 0)) return null;
  const none = { n: 0, soma: 0, quadrados: 0 };
  const of = (isNow: boolean, whole: Quality) => {
    const { n, soma, quadrados } = rows.find(({ agora }) => agora === isNow) ?? none;
    return apart(whole.somas, { n, soma, quadrados }) ?? { sorteadas: none, outras: whole.somas };
  };
  const [agora, antes] = [of(true, all.agora), of(false, all.antes)];
  const part = (chave: keyof typeof agora, nome: string, amostra: Amostra): NumeroWire =>
    numbers.numero(
      laid,
      { ...NOTA_COM_INTERVALO, chave, nome, filtro: { ...NOTA.filtro, ...filtro, amostra } },
      { agora: { ...noQuality(), somas: agora[chave] }, antes: { ...noQuality(), somas: antes[chave] } },
    );
  return {
    sorteadas: part('sorteadas', 'Sorteadas ao acaso', 'sim'),
    outras: part('outras', 'Outras ligações', 'nao'),
  };
}

export const INAUDIVEIS: Medida<Quality & { inaudiveis: number }> = {
  chave: 'inaudiveis',
  nome: 'Inaudíveis',
  unidade: 'ligacoes',
  valor: (v) => v.inaudiveis,
  n: (v) => v.inaudiveis,
  filtro: { inaudivel: 'sim' },
};

/** A measure in the period and in the previous one, for each of the projects with most findings. */
export async function byProject(
  { deps: { db }, alvo, laid, numbers }: Pedido,
  titulo: string,
  medida: Medida<Quality>,
): Promise<GrupoWire> {
  const rows = await readQualidadePorProjeto(db, alvo);
  const projects = new Map<string, { nome: string; agora: Quality; antes: Quality }>();
  for (const row of rows) {
    const known = projects.get(row.id) ?? { nome: row.nome, agora: noQuality(), antes: noQuality() };
    projects.set(row.id, known);
    addQuality(row.agora ? known.agora : known.antes, row);
  }
  return {
    chave: 'projetos',
    titulo,
    partes: [...projects].map(([id, { nome, ...sums }]) =>
      numbers.numero(
        laid,
        { ...medida, chave: id, nome, filtro: { ...medida.filtro, projeto_id: id } },
        sums,
      ),
    ),
  };
}
