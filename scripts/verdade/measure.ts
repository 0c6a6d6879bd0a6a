/** Runs the confrontation over interviews with a known truth, and counts detections and false accusations. */

import { prepareConfront } from '@escuta/shared/domain/interview/comparison/places';
import {
  type Celula,
  confront,
  type EntradaConfronto,
  openComparisons,
} from '@escuta/shared/domain/interview/confront/confront';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { type Captacao, hear } from './hear.ts';
import type { Caso, Juiz } from './judges.ts';
import { accusationOf } from './kinds.ts';
import { type Roteiro, type VerdadeDaCelula, writeInterview } from './script.ts';

export const TAXAS = [0, 0.05, 0.1, 0.2] as const;

const ACCUSES: ReadonlySet<Veredito> = new Set(['nao_perguntada', 'induzida', 'diverge']);
/** The recording setups that interviews use in turn; half have a single microphone, like interviews in the field. */
const CAPTURED: readonly Captacao[] = ['mono', 'mono', 'vozes', 'canais'];
/** Time by which an answer may exceed the window in which it is sought, ms; times inside a sentence are estimates. */
const EDGE_MS = 500;
const START_MS = 1000;
/** Greatest number of calls B (comparison of answers, comparison.ts) in an interview. */
const ROUNDS = 2;

export type Contagem = { n: number; d: number };
const none = (): Contagem => ({ n: 0, d: 0 });

export type Medida = {
  entrevistas: number;
  celulas: number;
  porVeredito: Map<Veredito, number>;
  /** For each kind of fault: n: faults found with the right verdict; d: faults put in. */
  falhas: Map<string, Contagem>;
  encontradas: Contagem;
  /** For each kind of trap, and for cells without any case ('limpa'): n: accused cells; d: all cells. */
  acusadas: Map<string, Contagem>;
  limpasAcusadas: Contagem;
  /** For each kind of reading fault: n: marked cells; d: cells with this fault. */
  marcadas: Map<string, Contagem>;
  /** n: cells left to a person; d: cells that an infallible judge would decide. */
  aRevisar: Contagem;
  /** n: cells compared by code, without a model; d: answered cells of closed questions. */
  porCodigo: Contagem;
  /** n: cells to which code alone wrongly gave the verdict 'diverge'. */
  divergeErrado: Contagem;
  /**
   * `janela`: windows that contain the whole answer; `inicio`: windows that begin within 1 s of the reading's end; both
   * of all answers.
   */
  janela: Contagem;
  inicio: Contagem;
  /** Wrong cells, for inspection. */
  erros: { caso: Caso; truth: VerdadeDaCelula; obtido: Celula }[];
};

function newMeasure(): Medida {
  return {
    entrevistas: 0,
    celulas: 0,
    porVeredito: new Map(),
    falhas: new Map(),
    encontradas: none(),
    acusadas: new Map(),
    limpasAcusadas: none(),
    marcadas: new Map(),
    aRevisar: none(),
    porCodigo: none(),
    divergeErrado: none(),
    janela: none(),
    inicio: none(),
    erros: [],
  };
}

function count(where: Map<string, Contagem> | Contagem, hit: boolean, key = ''): void {
  let one = where instanceof Map ? where.get(key) : where;
  if (!one) {
    one = none();
    if (where instanceof Map) where.set(key, one);
  }
  one.n += Number(hit);
  one.d += 1;
}

/** The cells of an interview, with the judge's answers. */
export async function judge(caso: Caso, juiz: Juiz): Promise<Celula[]> {
  const { roteiro, ouvida, preparo } = caso;
  const extracoes = new Map((await juiz.extract(caso)).map((one) => [one.id, one]));
  const comparacoes: EntradaConfronto['comparacoes'] = new Map();
  let entrada: EntradaConfronto = {
    conteudo: roteiro.conteudo,
    sentencas: ouvida.sentencas,
    gravacao: ouvida.gravacao,
    digitadas: roteiro.digitadas,
    extracoes,
    comparacoes,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = openComparisons(entrada, preparo);
    if (open.length === 0) break;
    const said = await juiz.compare(caso, open);
    entrada = {
      ...entrada,
      comparacoes: new Map([...entrada.comparacoes, ...said.map((one) => [one.chave, one] as const)]),
    };
  }
  return confront(entrada, preparo);
}

function addCell(
  medida: Medida,
  caso: Caso,
  truth: VerdadeDaCelula,
  cell: Celula,
  next: Celula | undefined,
): boolean {
  const { ouvida, roteiro } = caso;
  medida.celulas += 1;
  medida.porVeredito.set(truth.veredito, (medida.porVeredito.get(truth.veredito) ?? 0) + 1);
  const right = cell.veredito === truth.veredito;
  if (truth.falha) {
    const { naoMarcadas = [], naoDitas = [] } = truth;
    const named =
      naoMarcadas.every((option) => cell.opcoesNaoMarcadas.includes(option)) &&
      naoDitas.every((option) => cell.opcoesNaoDitas.includes(option));
    const found = named && cell.veredito === accusationOf(truth.falha);
    count(medida.falhas, found, truth.falha);
    count(medida.encontradas, found);
  } else {
    const accused = ACCUSES.has(cell.veredito);
    count(medida.acusadas, accused, truth.armadilha ?? truth.marcada ?? 'limpa');
    count(medida.limpasAcusadas, accused);
  }
  if (truth.marcada) {
    // After a swap, either question may be the one out of order.
    const swapped = truth.marcada === 'fora de ordem';
    const marked = swapped
      ? [cell, next].some((one) => one?.marcas.includes('fora_de_ordem'))
      : cell.marcas.includes('leitura_maior');
    count(medida.marcadas, marked, truth.marcada);
  }
  if (truth.veredito !== 'a_revisar' && truth.veredito !== 'nao_se_aplica')
    count(medida.aRevisar, cell.veredito === 'a_revisar');
  const pergunta = roteiro.conteudo.perguntas.find(({ id }) => id === truth.perguntaId);
  const answers = truth.resposta.falas.flatMap((index) => ouvida.falas[index] ?? []);
  // If the model's first call (A) does not find a question, there is no answer to compare and no time in which to look.
  const noticed = truth.armadilha !== 'outras palavras, não notada';
  const compared = noticed && answers.length > 0 && cell.digitada && truth.conducao.codigo !== 'diretiva';
  if (compared && pergunta && pergunta.tipo !== 'texto') {
    const byCode = cell.metodo === 'deterministico' && cell.comparacao.provado;
    count(medida.porCodigo, byCode);
    count(medida.divergeErrado, byCode && cell.veredito === 'diverge' && truth.veredito !== 'diverge');
  }
  const first = answers[0];
  const last = answers.at(-1);
  if (noticed && first && last && truth.leitura.codigo !== 'verificacao') {
    const { startMs, endMs } = cell.resposta_em;
    count(medida.janela, startMs <= first.startMs + EDGE_MS && endMs >= last.endMs - EDGE_MS);
    const read = truth.leitura.falas.map((index) => ouvida.falas[index]?.endMs ?? 0);
    count(medida.inicio, Math.abs(startMs - Math.max(...read)) <= START_MS);
  }
  return right;
}

/** Simulated interviews with `rate` of their words misheard. */
export function casesOf(
  rate: number,
  { entrevistas, semente }: { entrevistas: number; semente: number },
): Caso[] {
  return Array.from({ length: entrevistas }, (_, index) =>
    caseOf(writeInterview(index, semente + index * 104_729), rate, index),
  );
}

/**
 * A simulated interview with `rate` of its words misheard.
 * @param index chooses the recording setup
 */
export function caseOf(roteiro: Roteiro, rate: number, index: number): Caso {
  const captacao = CAPTURED[index % CAPTURED.length] as Captacao;
  const ouvida = hear(roteiro, rate, captacao);
  return { roteiro, ouvida, captacao, preparo: prepareConfront(roteiro.conteudo, ouvida.sentencas) };
}

/** Measures a judge on some interviews. */
export async function measure(juiz: Juiz, casos: readonly Caso[]): Promise<Medida> {
  const medida = newMeasure();
  for (const caso of casos) {
    const cells = await judge(caso, juiz);
    medida.entrevistas += 1;
    for (const [at, cell] of cells.entries()) {
      const truth = caso.roteiro.celulas[at] as VerdadeDaCelula;
      if (addCell(medida, caso, truth, cell, cells[at + 1])) continue;
      medida.erros.push({ caso, truth, obtido: cell });
    }
  }
  return medida;
}

export type Exigencia = { nome: string; ok: boolean; obtido: Contagem; limite: number; maximo: boolean };

export function bar(nome: string, obtido: Contagem, limite: number, maximo = false): Exigencia {
  const value = obtido.d === 0 ? 0 : obtido.n / obtido.d;
  return { nome, ok: obtido.d > 0 && (maximo ? value <= limite : value >= limite), obtido, limite, maximo };
}

/**
 * The figures that the audit must reach with the oracle at a rate of misheard words: found faults, accusations, cells
 * left to people, windows (stretches of time in which answers are sought), comparisons by code.
 */
export function barsOf(medida: Medida, rate: number, share: number): Exigencia[] {
  const level = rate <= 0.05 ? 0 : rate <= 0.1 ? 1 : 2;
  const accused = bar(
    'limpas acusadas',
    medida.limpasAcusadas,
    share > 0 ? 0.01 : ([0.01, 0.015, 0.02][level] ?? 0),
    true,
  );
  const wrong = bar('diverge errado por código', medida.divergeErrado, 0, true);
  if (share > 0) return [accused, wrong];
  return [
    bar('falhas encontradas', medida.encontradas, [0.97, 0.95, 0.9][level] ?? 1),
    accused,
    bar('deixadas a revisar', medida.aRevisar, [0.05, 0.1, 0.2][level] ?? 0, true),
    wrong,
    // At higher rates this share measures misheard words, not the rules of comparison.
    ...(rate <= 0.05 ? [bar('comparadas por código', medida.porCodigo, 0.7)] : []),
    bar('janela contém a resposta', medida.janela, [0.98, 0.96, 0.94][level] ?? 1),
    bar('janela começa a menos de 1 s', medida.inicio, [0.98, 0.96, 0.94][level] ?? 1),
  ];
}
