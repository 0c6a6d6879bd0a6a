// The sample interviews as an audit sees them: what stands in samples/entrevistas, made by scripts/make-samples.ts.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AudioFacts } from '@escuta/shared/domain/audio-facts';
import {
  confront,
  type EntradaConfronto,
  openComparisons,
  type RespostaDigitada,
} from '@escuta/shared/domain/interview/confront';
import type { ComparacaoItem, ExtracaoPergunta } from '@escuta/shared/domain/interview/extraction';
import type { SentencaConfrontada } from '@escuta/shared/domain/interview/places';
import { prepareConfront } from '@escuta/shared/domain/interview/places';
import type { ConteudoVersao, PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire';
import { rolesOf } from '@escuta/shared/domain/interview/roles';
import type { Conducao, Leitura, RespostaFalada, Veredito } from '@escuta/shared/domain/interview/verdict';

export const PASTA = fileURLToPath(new URL('../../../../samples/entrevistas/', import.meta.url));

type Passo = {
  codigo: string;
  feita: boolean;
  comoFoiLida?: Leitura;
  conducao?: { codigo: Conducao; tipo: ExtracaoPergunta['conducao']['tipo'] };
  comoRespondeu?: RespostaFalada;
  valor?: string[];
  mudou?: boolean;
  /** Texts of options, or the text. */
  digitada: string[];
  esperado: Veredito;
};
export type EntrevistaDeAmostra = {
  slug: string;
  titulo: string;
  arquivo: string;
  duracaoMs: number;
  nome: string;
  telefone: string;
  entrevistador: string;
  em: string;
  passos: Passo[];
  sentencas: {
    papel: 'agente' | 'cliente';
    texto: string;
    startMs: number;
    endMs: number;
    confianca: number;
    pergunta?: string;
    parte?: 'leitura' | 'conducao' | 'resposta';
    ouvida?: false;
  }[];
};
/** With what the product finds in the sound. */
export type EntrevistaOuvida = EntrevistaDeAmostra & { fatos: AudioFacts };
export type PesquisaDeAmostra = {
  titulo: string;
  descricao: string;
  questionario: string;
  perguntas: (Omit<PerguntaCongelada, 'id' | 'opcoes' | 'mostrarSe'> & {
    opcoes?: { texto: string; valor: number }[];
    mostrarSe?: { codigo: string; opcoes: string[] };
  })[];
};

const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(`${PASTA}${name}`, 'utf8'));

/** Questionnaire and interviews of the demonstration's survey, in order. */
export async function loadSurveySamples(): Promise<{
  pesquisa: PesquisaDeAmostra;
  entrevistas: EntrevistaOuvida[];
}> {
  const names = (await readdir(PASTA)).filter((name) => /^entrevista-.*\.json$/.test(name)).sort();
  return {
    pesquisa: await readJson('pesquisa.json'),
    entrevistas: await Promise.all(
      names.map(async (name) => ({
        ...(await readJson<EntrevistaDeAmostra>(name)),
        fatos: await readJson<AudioFacts>(name.replace('.json', '.fatos')),
      })),
    ),
  };
}

/** The questionnaire as a version holds it. `newId`: an id for each question and option. */
export function versionOf({ perguntas }: PesquisaDeAmostra, newId: () => string): ConteudoVersao {
  const whole = perguntas.map((pergunta) => ({
    ...pergunta,
    id: newId(),
    opcoes: (pergunta.opcoes ?? []).map((opcao) => ({
      ...opcao,
      id: newId(),
      sinonimos: [],
      especial: null,
    })),
  }));
  return {
    perguntas: whole.map(({ mostrarSe, ...pergunta }): PerguntaCongelada => {
      const on = whole.find(({ codigo }) => codigo === mostrarSe?.codigo);
      return {
        id: pergunta.id,
        codigo: pergunta.codigo,
        texto: pergunta.texto,
        tipo: pergunta.tipo,
        obrigatoria: pergunta.obrigatoria,
        lerOpcoes: pergunta.lerOpcoes,
        instrucao: pergunta.instrucao ?? null,
        mostrarSe: on
          ? {
              perguntaId: on.id,
              opcoes: on.opcoes.filter(({ texto }) => mostrarSe?.opcoes.includes(texto)).map(({ id }) => id),
            }
          : null,
        minimo: pergunta.minimo ?? null,
        maximo: pergunta.maximo ?? null,
        unidade: pergunta.unidade ?? null,
        opcoes: pergunta.opcoes,
      };
    }),
  };
}

/** What was typed for a question: ids of options by their texts, else the text. */
export function typedIn(pergunta: PerguntaCongelada, digitada: readonly string[]): RespostaDigitada {
  if (pergunta.opcoes.length === 0) return { opcoes: [], texto: digitada.join('; ') };
  return {
    opcoes: pergunta.opcoes.filter(({ texto }) => digitada.includes(texto)).map(({ id }) => id),
    texto: '',
  };
}

/**
 * All that a confrontation of the interview works on. What a model would answer is taken from the truth: who listens well hears this.
 */
export function inputOf(entrevista: EntrevistaOuvida, conteudo: ConteudoVersao): EntradaConfronto {
  const { passos, sentencas: spoken, fatos } = entrevista;
  const heard = spoken.filter(({ ouvida }) => ouvida !== false);
  const transcript: SentencaConfrontada[] = heard.map(({ texto, startMs, endMs }, ordem) => ({
    ordem,
    texto,
    startMs,
    endMs,
    canal: 'left',
    falante: 'desconhecido',
  }));
  const { alignment } = prepareConfront(conteudo, transcript);
  const roles = rolesOf(alignment, transcript);
  const sentencas = transcript.map((sentence, index) => ({
    ...sentence,
    falante: roles[index]?.falante ?? sentence.falante,
    papelOrigem: roles[index]?.origem ?? null,
    papelConfianca: roles[index]?.confianca ?? 0,
  }));
  const quoteOf = (codigo: string, parte: string) => {
    const own = heard.flatMap((one, ordem) =>
      one.pergunta === codigo && one.parte === parte ? [{ ordem, texto: one.texto }] : [],
    );
    return { sentencas: own.map(({ ordem }) => ordem), citacao: own.map(({ texto }) => texto).join(' ') };
  };
  const extracoes = new Map<string, ExtracaoPergunta>();
  const digitadas = new Map<string, RespostaDigitada>();
  for (const pergunta of conteudo.perguntas) {
    const passo = passos.find(({ codigo }) => codigo === pergunta.codigo);
    if (!passo) continue;
    if (passo.digitada.length > 0) digitadas.set(pergunta.id, typedIn(pergunta, passo.digitada));
    const answer = quoteOf(pergunta.codigo, 'resposta');
    const answered = answer.citacao !== '';
    const comoFoiLida = passo.comoFoiLida ?? 'exata';
    extracoes.set(pergunta.id, {
      id: pergunta.id,
      leitura: {
        codigo: passo.feita ? comoFoiLida : 'nao_feita',
        ...quoteOf(pergunta.codigo, 'leitura'),
        faltou: [],
        acrescentou: [],
        muda_sentido: comoFoiLida === 'maior',
      },
      conducao: {
        codigo: passo.conducao?.codigo ?? 'neutra',
        tipo: passo.conducao?.tipo ?? 'nenhum',
        ...quoteOf(pergunta.codigo, 'conducao'),
      },
      resposta: {
        codigo: answered ? (passo.comoRespondeu ?? 'adequada') : passo.feita ? 'inaudivel' : 'ausente',
        ...answer,
        valor_final: answered ? (passo.valor ?? []) : [],
        mudou: passo.mudou ?? false,
      },
      sentimento: 0,
      confianca: 0.9,
    });
  }
  const entrada = {
    conteudo,
    sentencas,
    gravacao: {
      durationMs: fatos.durationMs,
      fala: fatos.canais.flatMap(({ speech }) => speech),
      lacunas: [],
    },
    digitadas,
    extracoes,
  };
  const comparacoes = new Map<string, ComparacaoItem>();
  for (;;) {
    const open = openComparisons({ ...entrada, comparacoes });
    if (open.length === 0) return { ...entrada, comparacoes };
    for (const { chave, tipo, perguntaId } of open) {
      const codigo = conteudo.perguntas.find(({ id }) => id === perguntaId)?.codigo;
      const passo = passos.find((one) => one.codigo === codigo);
      const resposta =
        tipo === 'conducao'
          ? 'sim'
          : passo?.esperado === 'a_revisar'
            ? 'parcial'
            : passo?.esperado === 'diverge'
              ? 'nao'
              : 'sim';
      comparacoes.set(chave, { chave, resposta, motivo: '' });
    }
  }
}

/** The cells of an interview, in the order of the questionnaire. */
export function cellsOf(entrevista: EntrevistaOuvida, conteudo: ConteudoVersao) {
  return confront(inputOf(entrevista, conteudo));
}
