// An interview of a field survey with a recording, and a provider with prepared answers.

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExtracaoPergunta } from '@escuta/shared/domain/interview/confront/extraction';
import { madeExtraction } from '@escuta/shared/domain/interview/confront/made-extraction';
import type {
  ConteudoVersao,
  PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { TestDeps } from './app.ts';
import { type FakeAnswer, type FakeRequest, fencedIn } from './fake-provider.ts';
import { frozenOption, frozenQuestion } from './frozen-question.ts';
import { createRecordedItem, type PipelineTenant, SAMPLES } from './pipeline.ts';

/** Writes a sample as mono sound, as of one microphone, to a file in `folder`; only its first `seconds` if given. */
export async function monoSample(folder: string, sample: string, seconds?: number): Promise<string> {
  const file = join(folder, `${sample}.wav`);
  await promisify(execFile)('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', '-i', join(SAMPLES, `${sample}.mp3`)],
    ...(seconds === undefined ? [] : ['-t', String(seconds)]),
    ...['-ac', '1', file],
  ]);
  return file;
}

/** Catalogue label of a transcription model that gives times but no voices. */
export const COM_TEMPOS = 'com-tempos';

export async function createTimedModel(
  deps: TestDeps,
  model: { rotulo: string; modelo: string } = { rotulo: COM_TEMPOS, modelo: 'whisper-1' },
): Promise<void> {
  await deps.prisma.modeloCatalogo.create({
    data: { ...model, provedor: 'openai', finalidade: 'transcricao' },
  });
}

type Pergunta = Pick<PerguntaCongelada, 'codigo' | 'texto' | 'tipo'> & {
  opcoes?: readonly string[];
  mostrarSe?: { codigo: string; opcao: string };
};
type Digitada = { opcao?: string; texto?: string };

/**
 * Creates a survey of these questions and one interview with typed answers, by code. Its item has the recording `file`
 * (a path) of length `gravacaoMs`.
 */
export async function createInterview(
  deps: TestDeps,
  tenant: PipelineTenant,
  perguntas: readonly Pergunta[],
  digitadas: Readonly<Record<string, Digitada>>,
  { file, gravacaoMs = 60_000 }: { file: string; gravacaoMs?: number | null },
) {
  const { prisma } = deps;
  const { empresa, projeto } = tenant;
  const owner = { empresaId: empresa.id };
  const pesquisa = await prisma.pesquisa.create({
    data: { ...owner, projetoId: projeto.id, titulo: `Pesquisa ${randomUUID().slice(0, 8)}` },
  });
  const questionario = await prisma.questionario.create({
    data: { ...owner, pesquisaId: pesquisa.id, nome: 'Questionário' },
  });
  const idOf = new Map(perguntas.map(({ codigo }) => [codigo, randomUUID()]));
  const opcaoOf = new Map(
    perguntas.flatMap(({ codigo, opcoes = [] }) =>
      opcoes.map((texto) => [`${codigo}:${texto}`, randomUUID()]),
    ),
  );
  const frozen = perguntas.map(({ codigo, texto, tipo, opcoes = [], mostrarSe }) =>
    frozenQuestion({
      id: idOf.get(codigo)!,
      codigo,
      texto,
      tipo,
      lerOpcoes: false,
      mostrarSe: mostrarSe
        ? {
            perguntaId: idOf.get(mostrarSe.codigo)!,
            opcoes: [opcaoOf.get(`${mostrarSe.codigo}:${mostrarSe.opcao}`)!],
          }
        : null,
      opcoes: opcoes.map((one, index) =>
        frozenOption({ id: opcaoOf.get(`${codigo}:${one}`)!, texto: one, valor: index + 1 }),
      ),
    }),
  );
  for (const [index, { id, codigo, texto, tipo }] of frozen.entries()) {
    await prisma.pergunta.create({
      data: {
        id,
        ...owner,
        questionarioId: questionario.id,
        codigo,
        textoPergunta: texto,
        tipo,
        ordem: index + 1,
      },
    });
  }
  const conteudo: ConteudoVersao = { consentimento: null, semGravacao: true, perguntas: frozen };
  const versao = await prisma.questionarioVersao.create({
    data: {
      ...owner,
      questionarioId: questionario.id,
      numero: 1,
      publicadaEm: new Date(),
      conteudo: conteudo as object,
    },
  });
  const entrevista = await prisma.entrevista.create({
    data: {
      ...owner,
      projetoId: projeto.id,
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      questionarioVersaoId: versao.id,
      nomeEntrevistado: 'Pessoa Entrevistada',
      situacao: 'concluida',
    },
  });
  for (const [codigo, { opcao, texto = null }] of Object.entries(digitadas)) {
    await prisma.resposta.create({
      data: {
        ...owner,
        entrevistaId: entrevista.id,
        perguntaId: idOf.get(codigo)!,
        opcoes: opcao ? [opcaoOf.get(`${codigo}:${opcao}`)!] : [],
        textoResposta: texto,
      },
    });
  }
  const recorded = await createRecordedItem(deps, tenant, file);
  const item = await prisma.auditoriaItem.update({
    where: { id: recorded.id },
    data: {
      tipoItem: 'entrevista',
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      entrevistaId: entrevista.id,
      gravacaoMs,
    },
  });
  return { item, entrevista, pesquisa, questionario, perguntaId: (codigo: string) => idOf.get(codigo)! };
}

/** Makes sentences that fill a recording of this length without pauses. */
export function heardOver(seconds: number, words: readonly string[]): NonNullable<FakeAnswer['segments']> {
  const letters = words.reduce((sum, text) => sum + text.length, 0);
  let at = 0;
  return words.map((text) => {
    const start = at;
    at += (text.length / letters) * seconds;
    return [start, at, text] as const;
  });
}

/** Answer of the model about a question in the extraction, its first call. The quotes tell which sentences it means. */
export type Dito = {
  leitura?: [codigo: ExtracaoPergunta['leitura']['codigo'], citacao: string];
  conducao?: [tipo: ExtracaoPergunta['conducao']['tipo'], citacao: string];
  resposta?: [codigo: ExtracaoPergunta['resposta']['codigo'], citacao: string, ...valor: string[]];
};

/** Answers an extraction by `ditos`, a comparison by `compara`, a second search by `procura`; undefined for others. */
export function confrontAnswer(
  seen: FakeRequest,
  ditos: Readonly<Record<string, Dito>>,
  compara: (item: { falado: string; digitado?: string; tipo: string }) => 'sim' | 'parcial' | 'nao' = () =>
    'sim',
  procura: (item: { pergunta: string; trecho: string }) => { resposta: string; citacao: string } = () => ({
    resposta: 'nao',
    citacao: '',
  }),
): FakeAnswer | undefined {
  if (seen.tarefa === 'confronto_comparacao') {
    const itens = fencedIn<{ chave: string; falado: string; digitado?: string; tipo: string }[]>(
      seen.texto,
      'itens',
    );
    return {
      content: JSON.stringify({
        itens: itens.map((item) => ({ chave: item.chave, resposta: compara(item), motivo: 'Comparado.' })),
      }),
    };
  }
  if (seen.tarefa === 'confronto_presenca') {
    const itens = fencedIn<{ chave: string; pergunta: string; trecho: string }[]>(seen.texto, 'itens');
    return {
      content: JSON.stringify({
        itens: itens.map((item) => ({ chave: item.chave, ...procura(item), motivo: 'Procurada.' })),
      }),
    };
  }
  if (seen.tarefa !== 'confronto_extracao') return undefined;
  const lines = [...seen.texto.matchAll(/^\[(\d+)\] \w+ \([\d.]+s\): (.*)$/gm)];
  const quoted = (citacao = '') => ({
    citacao,
    sentencas: lines
      .filter(([, , text]) => citacao !== '' && text?.includes(citacao))
      .map(([, ordem]) => Number(ordem)),
  });
  const perguntas = fencedIn<{ id: string; codigo: string }[]>(seen.texto, 'perguntas');
  return {
    content: JSON.stringify({
      perguntas: perguntas.map(({ id, codigo }): ExtracaoPergunta => {
        const {
          leitura = ['nao_feita', ''],
          conducao = ['nenhum', ''],
          resposta = ['ausente', ''],
        } = ditos[codigo] ?? {};
        const [resposta_codigo, resposta_citacao, ...valor_final] = resposta;
        return madeExtraction(id, {
          leitura: { codigo: leitura[0], ...quoted(leitura[1]), muda_sentido: false },
          conducao: {
            codigo: conducao[0] === 'nenhum' ? 'neutra' : 'diretiva',
            tipo: conducao[0],
            ...quoted(conducao[1]),
          },
          resposta: { codigo: resposta_codigo, ...quoted(resposta_citacao), valor_final },
        });
      }),
    }),
  };
}

const FALAS = [
  'Qual é a sua idade em anos completos?',
  'Tenho quarenta e dois anos.',
  'O que precisa melhorar no transporte coletivo da região?',
  'Mais ônibus no horário da manhã.',
] as const;

/** An interview with two questions and correct answers. Only the second question needs a comparison by the AI. */
export const DUAS_PERGUNTAS = {
  perguntas: [
    { codigo: 'P1', texto: FALAS[0], tipo: 'numero' },
    { codigo: 'P2', texto: FALAS[2], tipo: 'texto' },
  ],
  digitadas: { P1: { texto: '42' }, P2: { texto: 'Aumentar a frota' } },
  falas: FALAS,
  ditos: {
    P1: { leitura: ['exata', FALAS[0]], resposta: ['adequada', FALAS[1], '42'] },
    P2: { leitura: ['exata', FALAS[2]], resposta: ['adequada', FALAS[3], 'mais ônibus'] },
  },
} as const satisfies {
  perguntas: readonly Pergunta[];
  digitadas: Readonly<Record<string, Digitada>>;
  falas: readonly string[];
  ditos: Readonly<Record<string, Dito>>;
};

/** Writes a person's verdict on a cell as the API's route does. */
export async function reviewCell(
  deps: TestDeps,
  cell: { id: string; empresaId: string; veredito: string },
  { usuarioId, veredito }: { usuarioId: string; veredito: string },
): Promise<void> {
  await deps.prisma.confronto.update({
    where: { id: cell.id },
    data: { vereditoPessoa: veredito, revisadoPor: usuarioId, revisadoEm: new Date() },
  });
  await deps.prisma.confrontoRevisao.create({
    data: {
      empresaId: cell.empresaId,
      confrontoId: cell.id,
      usuarioId,
      vereditoIa: cell.veredito,
      veredito,
      motivo: 'ouvi_diferente',
    },
  });
}
