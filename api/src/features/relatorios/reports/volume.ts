import type { RelatorioWire } from '@escuta/shared/contracts/insights/relatorios';
import { DIRECAO_PROCURADA_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/calls/call-direction';
import { DIAS_DA_SEMANA, NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { STATUS_PROCESSAMENTO } from '@escuta/shared/domain/runs/status';
import type { Medida } from '../numbers.ts';
import {
  type DirecaoRow,
  readDirecoes,
  readEspera,
  readHoras,
  readInaudiveis,
  readQualidade,
  readVolume,
  type VolumeRow,
} from '../repo.ts';
import type { Pedido } from '../service.ts';
import { sumByStep } from './compare.ts';
import { addQuality, INAUDIVEIS, noQuality } from './measures.ts';

const STATUS_NOME = {
  pendente: 'Pendentes',
  processando: 'Em processamento',
  concluido: 'Concluídas',
  erro: 'Com erro',
} as const;

type Volume = { n: number; duracao: number; gravacao: number } & Record<
  (typeof STATUS_PROCESSAMENTO)[number],
  number
>;
const noVolume = (): Volume => ({
  n: 0,
  duracao: 0,
  gravacao: 0,
  pendente: 0,
  processando: 0,
  concluido: 0,
  erro: 0,
});
function addVolume(sum: Volume, row: VolumeRow): void {
  sum.n += row.n;
  sum.duracao += row.duracao;
  sum.gravacao += row.gravacao ?? 0;
  for (const status of STATUS_PROCESSAMENTO) sum[status] += row[status];
}

const NENHUMA = { agora: 0, antes: 0 };

/** Calls with unknown direction: all calls minus those with a direction. */
const withoutDirection = (sums: { agora: Volume; antes: Volume }, direcoes: readonly DirecaoRow[]) => {
  const left = (when: 'agora' | 'antes'): number =>
    Math.max(
      0,
      direcoes.reduce((n, one) => n - one[when], sums[when].n),
    );
  return { agora: left('agora'), antes: left('antes') };
};

/** Day of the week, from 1 for Monday. */
const weekdayOf = (dia: string): number => new Date(`${dia}T12:00:00Z`).getUTCDay() || 7;

export async function volume({ deps: { db }, alvo, laid, numbers, head }: Pedido): Promise<RelatorioWire> {
  const daLigacao = alvo.data === 'ligacao';
  const [rows, horas, direcoes, espera, achados, inaudiveis] = await Promise.all([
    readVolume(db, alvo),
    daLigacao && !alvo.agenteId ? readHoras(db, alvo) : [],
    daLigacao ? readDirecoes(db, alvo) : [],
    daLigacao ? readEspera(db, alvo) : { agora: 0, antes: 0 },
    readQualidade(db, alvo, false),
    readInaudiveis(db, alvo),
  ]);
  const sums = sumByStep(laid, rows, noVolume, addVolume);
  const total: Medida<Volume> = {
    chave: 'total',
    nome: 'Ligações',
    unidade: 'ligacoes',
    valor: (v) => v.n,
    n: (v) => v.n,
  };
  const contadas = {
    chave: 'contadas',
    nome: total.nome,
    unidade: total.unidade,
    valor: (n: number) => n,
    n: (n: number) => n,
  };
  const minutos: Medida<Volume> = {
    ...total,
    chave: 'minutos',
    nome: 'Minutos falados',
    unidade: 'minutos',
    valor: (v) => v.duracao / 60,
  };
  const emEspera: Medida<{ n: number; s: number }> = {
    chave: 'espera',
    nome: 'Minutos em espera',
    unidade: 'minutos',
    valor: ({ s }) => s / 60,
    n: ({ n }) => n,
  };
  const gravacao: Medida<Volume> = {
    ...total,
    chave: 'gravacao',
    nome: 'Com gravação',
    valor: (v) => v.gravacao,
    n: (v) => v.gravacao,
    filtro: { gravacao: 'com' },
  };
  const porStatus = STATUS_PROCESSAMENTO.map(
    (status): Medida<Volume> => ({
      ...total,
      chave: status,
      nome: STATUS_NOME[status],
      valor: (v) => v[status],
      n: (v) => v[status],
      filtro: { status },
    }),
  );
  const q = sumByStep(laid, achados, noQuality, addQuality);
  const ouvidas = {
    agora: { ...q.agora, inaudiveis: inaudiveis.agora },
    antes: { ...q.antes, inaudiveis: inaudiveis.antes },
  };
  return {
    ...head,
    numeros: [
      numbers.numero(laid, total, sums),
      numbers.numero(laid, minutos, sums),
      ...(espera.agora + espera.antes > 0
        ? [
            numbers.numero(laid, emEspera, {
              agora: { n: sums.agora.n, s: espera.agora },
              antes: { n: sums.antes.n, s: espera.antes },
            }),
          ]
        : []),
      ...(daLigacao ? [numbers.numero(laid, gravacao, sums)] : []),
      numbers.numero(laid, INAUDIVEIS, ouvidas),
    ],
    series: [
      numbers.serie(laid, total, sums),
      ...porStatus.map((medida) => numbers.serie(laid, medida, sums)),
    ],
    grupos: [
      {
        chave: 'status',
        titulo: 'Situação',
        partes: porStatus.map((medida) => numbers.numero(laid, medida, sums)),
      },
      ...(direcoes.length > 0
        ? [
            {
              chave: 'direcao',
              titulo: 'Por direção',
              partes: DIRECOES_PROCURADAS.map((direcao) => {
                const { agora, antes } =
                  direcao === NENHUM
                    ? withoutDirection(sums, direcoes)
                    : (direcoes.find((one) => one.direcao === direcao) ?? NENHUMA);
                const nome = DIRECAO_PROCURADA_LABEL[direcao];
                return numbers.numero(
                  laid,
                  { ...contadas, chave: direcao, nome, filtro: { direcao } },
                  { agora, antes },
                );
              }),
            },
          ]
        : []),
      ...(daLigacao
        ? [
            {
              chave: 'dia_semana',
              titulo: 'Por dia da semana',
              partes: DIAS_DA_SEMANA.map((nome, index) =>
                numbers.numero(
                  laid,
                  { ...total, chave: `dia_${index + 1}`, nome, filtro: { dia_semana: `${index + 1}` } },
                  sumByStep(
                    laid,
                    rows.filter(({ dia }) => weekdayOf(dia) === index + 1),
                    noVolume,
                    addVolume,
                  ),
                ),
              ),
            },
          ]
        : []),
      ...(daLigacao && !alvo.agenteId
        ? [
            {
              chave: 'hora',
              titulo: 'Por hora',
              partes: horas.map(({ hora, agora, antes }) =>
                numbers.numero(
                  laid,
                  { ...contadas, chave: `hora_${hora}`, nome: `${hora}h`, filtro: { hora: `${hora}` } },
                  { agora, antes },
                ),
              ),
            },
          ]
        : []),
    ],
    avisos: [
      ...(daLigacao
        ? []
        : ['As gravações, as horas e os dias da semana não são contados por data de entrada.']),
      ...(alvo.agenteId ? ['As horas das ligações não são contadas por agente.'] : []),
    ],
  };
}
