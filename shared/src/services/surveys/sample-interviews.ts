// Sample interviews (samples/entrevistas, scripts/make-samples.ts) as an audit's input, for the demonstration and a
// company's example survey.
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AudioFacts } from '../../domain/audio/audio-facts.ts';
import { cutAtReadings } from '../../domain/interview/comparison/cut-readings.ts';
import { prepareConfront } from '../../domain/interview/comparison/places.ts';
import type { RespostaDigitada } from '../../domain/interview/confront/confront.ts';
import type { ExtracaoPergunta } from '../../domain/interview/confront/extraction.ts';
import { madeExtraction } from '../../domain/interview/confront/made-extraction.ts';
import { type PapelDaSentenca, rolesOf } from '../../domain/interview/confront/roles.ts';
import { rolesByVoice, type Voz } from '../../domain/interview/confront/voice-roles.ts';
import { CONSENTIMENTO_PADRAO } from '../../domain/interview/device/consent.ts';
import type {
  ConteudoVersao,
  PerguntaCongelada,
} from '../../domain/interview/questionnaire/questionnaire.ts';
import { type Material, RespostasDosModelos } from '../../domain/interview/questionnaire/stored-answers.ts';
import type { Conducao, Leitura, RespostaFalada, Veredito } from '../../domain/interview/verdicts/verdict.ts';

export const PASTA = fileURLToPath(new URL('../../../../samples/entrevistas/', import.meta.url));

type Passo = {
  codigo: string;
  feita: boolean;
  comoFoiLida?: Leitura;
  conducao?: { codigo: Conducao; tipo: ExtracaoPergunta['conducao']['tipo'] };
  comoRespondeu?: RespostaFalada;
  valor?: string[];
  mudou?: boolean;
  /** Options' texts, or a free text. */
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
/** An interview with its sound's measured facts, and a real run's voice scores per sentence. */
export type EntrevistaOuvida = EntrevistaDeAmostra & { fatos: AudioFacts; vozes: Voz[] };
export type PesquisaDeAmostra = {
  titulo: string;
  descricao: string;
  questionario: string;
  perguntas: (Omit<PerguntaCongelada, 'id' | 'opcoes' | 'mostrarSe' | 'bateria'> & {
    opcoes?: { texto: string; valor: number }[];
    mostrarSe?: { codigo: string; opcoes: string[] };
    /** Stem of the question's battery, with which the question's text begins. */
    bateria?: string;
  })[];
};

const readJson = async <T>(name: string): Promise<T> => JSON.parse(await readFile(`${PASTA}${name}`, 'utf8'));

/** The samples' questionnaire, and the interviews of `slugs` in order; default: all. */
export async function loadSurveySamples(slugs?: readonly string[]): Promise<{
  pesquisa: PesquisaDeAmostra;
  entrevistas: EntrevistaOuvida[];
}> {
  return {
    pesquisa: await readJson('pesquisa.json'),
    entrevistas: await Promise.all(
      (slugs ?? (await allSlugs())).map(async (slug) => ({
        ...(await readJson<EntrevistaDeAmostra>(`${slug}.json`)),
        fatos: await readJson<AudioFacts>(`${slug}.fatos`),
        vozes: await readJson<Voz[]>(`${slug}.vozes`),
      })),
    ),
  };
}

async function allSlugs(): Promise<string[]> {
  const names = (await readdir(PASTA)).filter((name) => /^entrevista-.*\.json$/.test(name));
  return names.map((name) => name.replace('.json', '')).sort();
}

/** The questionnaire as a version. `newId`: ids of questions, options and batteries. */
export function versionOf({ perguntas }: PesquisaDeAmostra, newId: () => string): ConteudoVersao {
  const stems = new Set(perguntas.flatMap(({ bateria }) => bateria ?? []));
  const batteries = new Map([...stems].map((texto) => [texto, { id: newId(), texto }]));
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
    consentimento: CONSENTIMENTO_PADRAO,
    semGravacao: true,
    perguntas: whole.map(({ mostrarSe, bateria, ...pergunta }): PerguntaCongelada => {
      const on = whole.find(({ codigo }) => codigo === mostrarSe?.codigo);
      return {
        id: pergunta.id,
        codigo: pergunta.codigo,
        texto: bateria === undefined ? pergunta.texto : pergunta.texto.slice(bateria.length).trim(),
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
        ...(bateria === undefined ? {} : { bateria: batteries.get(bateria) }),
      };
    }),
  };
}

export function typedIn(pergunta: PerguntaCongelada, digitada: readonly string[]): RespostaDigitada {
  if (pergunta.opcoes.length === 0) return { opcoes: [], texto: digitada.join('; ') };
  return {
    opcoes: pergunta.opcoes.filter(({ texto }) => digitada.includes(texto)).map(({ id }) => id),
    texto: '',
  };
}

/** A sample interview's transcript, speakers and model answers. */
export type EscutaDaEntrevista = {
  sentencas: {
    id: string;
    ordem: number;
    texto: string;
    startMs: number;
    endMs: number;
    confianca: number;
    voz: Voz;
    papel: 'agente' | 'cliente';
    parte?: 'leitura' | 'conducao' | 'resposta';
  }[];
  papeis: { sentencaId: string; papel: PapelDaSentenca }[];
  material: Material;
  respostas: RespostasDosModelos;
};

/** Input of a confrontation; the models' answers are the sample's known truth. `newId`: ids of sentences. */
export async function hearInterview(
  { passos, sentencas: spoken, fatos, vozes }: EntrevistaOuvida,
  conteudo: ConteudoVersao,
  newId: () => string,
): Promise<EscutaDaEntrevista> {
  const whole = spoken.filter(({ ouvida }) => ouvida !== false);
  const heard = cutAtReadings(conteudo, whole).map((one, ordem) => ({
    ...one,
    ordem,
    id: newId(),
    canal: 'left' as const,
    falante: 'desconhecido' as const,
    voz: vozes[ordem] ?? null,
  }));
  const papeis = rolesByVoice(
    rolesOf(prepareConfront(conteudo, heard).alignment, heard),
    heard.map(({ voz }) => voz),
  );
  const sentencas = heard.map((one, index) => ({
    ...one,
    falante: papeis[index]?.falante ?? one.falante,
    papelOrigem: papeis[index]?.origem ?? null,
    papelConfianca: papeis[index]?.confianca ?? 0,
  }));
  const quoteOf = (codigo: string, parte: string) => {
    const own = heard.filter((one) => one.pergunta === codigo && one.parte === parte);
    return { sentencas: own.map(({ ordem }) => ordem), citacao: own.map(({ texto }) => texto).join(' ') };
  };
  const passoOf = new Map(passos.map((passo) => [passo.codigo, passo]));
  const extracoes = new Map<string, ExtracaoPergunta>();
  const digitadas = new Map<string, RespostaDigitada>();
  for (const pergunta of conteudo.perguntas) {
    const passo = passoOf.get(pergunta.codigo);
    if (!passo) continue;
    if (passo.digitada.length > 0) digitadas.set(pergunta.id, typedIn(pergunta, passo.digitada));
    extracoes.set(
      pergunta.id,
      extractionOf(pergunta.id, passo, (parte) => quoteOf(pergunta.codigo, parte)),
    );
  }
  const material: Material = {
    entrada: {
      conteudo,
      sentencas,
      gravacao: {
        durationMs: fatos.durationMs,
        fala: fatos.canais.flatMap(({ speech }) => speech),
        lacunas: [],
      },
      digitadas,
    },
    preparo: prepareConfront(conteudo, sentencas),
  };
  const respostas = new RespostasDosModelos(extracoes);
  const codeOf = new Map(conteudo.perguntas.map(({ id, codigo }) => [id, codigo]));
  await respostas.settle(material, async (itens) =>
    itens.map(({ chave, tipo, perguntaId }) => {
      const codigo = codeOf.get(perguntaId) ?? '';
      const { esperado, feita } = passoOf.get(codigo) ?? {};
      if (tipo === 'pergunta') {
        const { citacao } = quoteOf(codigo, 'leitura');
        return { chave, resposta: feita ? 'sim' : 'nao', motivo: '', ...(feita ? { citacao } : {}) };
      }
      const resposta = tipo === 'conducao' ? 'sim' : esperado === 'diverge' ? 'nao' : 'sim';
      return { chave, resposta: esperado === 'a_revisar' ? 'parcial' : resposta, motivo: '' };
    }),
  );
  return {
    sentencas: heard,
    papeis: heard.flatMap(({ id }, index) => {
      const papel = papeis[index];
      return papel?.origem === 'texto' || papel?.origem === 'voz' ? [{ sentencaId: id, papel }] : [];
    }),
    material,
    respostas,
  };
}

function extractionOf(
  id: string,
  { feita, comoFoiLida = 'exata', conducao, comoRespondeu = 'adequada', valor = [], mudou = false }: Passo,
  quoteOf: (parte: 'leitura' | 'conducao' | 'resposta') => { sentencas: number[]; citacao: string },
): ExtracaoPergunta {
  const answer = quoteOf('resposta');
  const answered = answer.citacao !== '';
  return madeExtraction(id, {
    leitura: { codigo: feita ? comoFoiLida : 'nao_feita', ...quoteOf('leitura') },
    conducao: { ...conducao, ...quoteOf('conducao') },
    resposta: {
      codigo: answered ? comoRespondeu : feita ? 'inaudivel' : 'ausente',
      ...answer,
      valor_final: answered ? valor : [],
      mudou,
    },
  });
}
