import type { GrupoWire, RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import type { Medida } from '../numbers.ts';
import { type NotasSorteadas, readNotasSorteadas, readQualidade } from '../repo.ts';
import type { Pedido } from '../service.ts';
import { sumByStep } from './compare.ts';
import {
  AVALIADAS,
  addQuality,
  byProject,
  NOTA,
  NOTA_COM_INTERVALO,
  noQuality,
  type Quality,
} from './measures.ts';

/** Scores below NOTA_BAIXA are low; scores of NOTA_ALTA or more are high. */
const NOTA_BAIXA = 50;
const NOTA_ALTA = 80;

const ALERTAS: Medida<Quality> = {
  chave: 'alertas',
  nome: 'Alertas da IA',
  unidade: 'alertas',
  valor: (v) => v.alertas,
  n: (v) => v.comAlerta,
  filtro: { alertas: 'com' },
};
const COM_ALERTA: Medida<Quality> = {
  ...ALERTAS,
  chave: 'com_alerta',
  nome: 'Com alerta da IA',
  unidade: 'ligacoes',
  valor: (v) => v.comAlerta,
};

/** Calls with a score in the tenths [from, to). */
function emFaixas(chave: string, nome: string, from: number, to: number): Medida<Quality> {
  const count = (v: Quality) => v.notas.slice(from, to).reduce((sum, n) => sum + n, 0);
  return {
    chave,
    nome,
    unidade: 'ligacoes',
    valor: count,
    n: count,
    filtro: { nota_de: String(from * 10), nota_ate: String(to === 10 ? 100 : to * 10 - 1) },
  };
}

/** The mean of calls drawn at random, which holds for all, apart from that of the others. Null: none was drawn. */
function apart(
  { laid, numbers }: Pedido,
  rows: readonly NotasSorteadas[],
  all: { agora: Quality; antes: Quality },
): GrupoWire | null {
  if (rows.length === 0) return null;
  const drawn = (agora: boolean): Quality => {
    const row = rows.find((one) => one.agora === agora);
    return {
      ...noQuality(),
      somas: { n: row?.n ?? 0, soma: row?.soma ?? 0, quadrados: row?.quadrados ?? 0 },
    };
  };
  const others = (whole: Quality, { somas }: Quality): Quality => ({
    ...noQuality(),
    somas: {
      n: whole.somas.n - somas.n,
      soma: whole.somas.soma - somas.soma,
      quadrados: whole.somas.quadrados - somas.quadrados,
    },
  });
  const [agora, antes] = [drawn(true), drawn(false)];
  const part = (chave: string, nome: string, amostra: string, sums: { agora: Quality; antes: Quality }) =>
    numbers.numero(laid, { ...NOTA_COM_INTERVALO, chave, nome, filtro: { ...NOTA.filtro, amostra } }, sums);
  return {
    chave: 'amostra',
    titulo: 'Pontuação média das ligações sorteadas e das outras',
    partes: [
      part('sorteadas', 'Sorteadas ao acaso', 'sim', { agora, antes }),
      part('outras', 'Outras ligações', 'nao', {
        agora: others(all.agora, agora),
        antes: others(all.antes, antes),
      }),
    ],
  };
}

export async function qualidade(pedido: Pedido): Promise<RelatorioWire> {
  const { deps, alvo, laid, numbers, head } = pedido;
  const daLigacao = alvo.data === 'ligacao';
  const nota = daLigacao ? NOTA_COM_INTERVALO : NOTA;
  const [rows, drawn, projetos] = await Promise.all([
    readQualidade(deps.db, alvo, true),
    daLigacao ? readNotasSorteadas(deps.db, alvo) : [],
    byProject(pedido, 'Pontuação média por projeto', nota),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  const baixas = emFaixas('baixas', `Abaixo de ${NOTA_BAIXA}`, 0, NOTA_BAIXA / 10);
  const altas = emFaixas('altas', `${NOTA_ALTA} ou mais`, NOTA_ALTA / 10, 10);
  const faixas = Array.from({ length: 10 }, (_, k) =>
    emFaixas(`faixa_${k}`, k === 9 ? '90 a 100' : `${k * 10} a ${k * 10 + 9}`, k, k + 1),
  );
  const medidas = daLigacao ? [nota, AVALIADAS, baixas, altas, ALERTAS, COM_ALERTA] : [nota, AVALIADAS];
  return {
    ...head,
    numeros: medidas.map((medida) => numbers.numero(laid, medida, sums)),
    series: [nota, ...(daLigacao ? [COM_ALERTA] : [])].map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [
      ...(daLigacao
        ? [
            {
              chave: 'distribuicao',
              titulo: 'Distribuição das pontuações',
              partes: faixas.map((medida) => numbers.numero(laid, medida, sums)),
            },
          ]
        : []),
      ...[apart(pedido, drawn, sums)].filter((group) => group !== null),
      projetos,
    ],
    avisos: daLigacao
      ? []
      : [
          'Alertas da IA, distribuição e intervalo não são contados por data de entrada: selecione a data da ligação.',
        ],
  };
}
