import type { RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import type { Medida } from '../numbers.ts';
import { readNotasSorteadas, readQualidade } from '../repo.ts';
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
  scoresApart,
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

/** Number of calls whose score is in the tenths of the range from `from` to `to` (exclusive). */
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
  const amostra = scoresApart(pedido, drawn, sums);
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
      ...(amostra
        ? [
            {
              chave: 'amostra',
              titulo: 'Pontuação média das ligações sorteadas e das outras',
              partes: [amostra.sorteadas, amostra.outras],
            },
          ]
        : []),
      projetos,
    ],
    avisos: daLigacao
      ? []
      : [
          'Os alertas da IA e a distribuição e o intervalo das pontuações não são contados por data de entrada: selecione “Data da ligação”.',
        ],
  };
}
