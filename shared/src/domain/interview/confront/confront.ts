/**
 * Compares an interview's sound and typed answers, a cell per question. The functions here are pure, so that the
 * comparison can be repeated after corrections.
 */
import type { Interval } from '../../audio/audio-facts.ts';
import { type Canal, sideOf } from '../../profiles/roles.ts';
import type { Alignment } from '../comparison/alignment.ts';
import type { Digitada } from '../comparison/compare-answer.ts';
import {
  type ItemEmAberto,
  type Metodo,
  PEDIDOS_DE_COMPARACAO,
  type PedidoDeComparacao,
  settleComparison,
} from '../comparison/comparison.ts';
import {
  type Dano,
  damageOf,
  excerptOf,
  type Gravacao,
  hidesSpeech,
  isAudible,
  provesAbsence,
  TRANSCRIBED_MIN,
  transcribedShare,
} from '../comparison/hearing.ts';
import {
  type CitacaoAchada,
  type Preparo,
  prepareConfront,
  type SentencaConfrontada,
  standsIn,
  type Vao,
  withQuotedEnds,
  withQuotedReadings,
} from '../comparison/places.ts';
import { type EstadoCelula, type FalhaPlanilha, isUnreadCell } from '../comparison/sheet-cell.ts';
import { chosenOptions, typedText } from '../comparison/typed-text.ts';
import { type Aplicabilidade, applicabilityOf } from '../questionnaire/applicability.ts';
import {
  type ConteudoVersao,
  isAskedAloud,
  type PerguntaCongelada,
  wholeText,
} from '../questionnaire/questionnaire.ts';
import type { Marca } from '../verdicts/matrix.ts';
import {
  ACUSACOES,
  type Comparacao,
  type Conducao,
  type FatosDaResposta,
  type Leitura,
  type RespostaFalada,
  type Veredito,
  verdictOf,
} from '../verdicts/verdict.ts';
import type { ExtracaoPergunta, RespostaDoItem, TipoConducao } from './extraction.ts';
import { PAPEL_CERTO } from './roles.ts';

/** A typed answer: option ids or a text; neither if `estado` marks an unreadable cell. */
export type RespostaDigitada = { opcoes: readonly string[]; texto: string; estado?: EstadoCelula | null };

export type EntradaConfronto = {
  conteudo: ConteudoVersao;
  /** Sentences in spoken order. */
  sentencas: readonly SentencaConfrontada[];
  gravacao: Gravacao;
  /** Typed answers by question id; missing: blank. */
  digitadas: ReadonlyMap<string, RespostaDigitada>;
  extracoes: ReadonlyMap<string, ExtracaoPergunta>;
  /** Answers of the second opinion (call B) by item key (`openComparisons`); missing: not asked yet. */
  comparacoes: ReadonlyMap<string, RespostaDoItem>;
};

export const MOTIVOS_REVISAR = [
  'sem_extracao',
  /** Too few questions were found, so the recording may be of another interview. */
  'gravacao_duvidosa',
  /** Call A claims a reading, but its quote was not found. */
  'leitura_sem_prova',
  /** The question was found by its words, but call A says that it was not read. */
  'leitura_em_conflito',
  'leitura_inaudivel',
  /** The question was not found, but its absence is unproven. */
  'ausencia_sem_prova',
  /** Neither words nor call A found the question; the second search is pending. */
  'ausencia_pendente',
  /** Neither words nor call A found the question; the second search found it, or cannot tell. */
  'ausencia_em_conflito',
  'respondida_sem_pergunta',
  /** Call A calls the conduct leading, but its quote was not found or belongs to another speaker. */
  'conducao_sem_prova',
  /** Call A calls the conduct leading, but the second opinion (call B) does not. */
  'conducao_em_conflito',
  /** The answer's quote was not found, lies outside the answer's window, or belongs to another speaker. */
  'resposta_sem_prova',
  'resposta_ausente',
  'resposta_inaudivel',
  'comparacao_pendente',
  'comparacao_em_conflito',
  /** A person corrected the words, and code cannot compare them. */
  'texto_corrigido',
  /** The answer was typed only in part, or the comparison cannot be decided. */
  'comparacao_parcial',
  /** Sound is missing at the words that support an accusation. */
  'falha_na_gravacao',
  /** Noise at the words that support an accusation is nearly as loud as the voices. */
  'ruido',
  'planilha_nao_entendida',
  'planilha_indisponivel',
  /** The cell that decides whether the question applied was not understood, or was lost with its sheet. */
  'filtro_desconhecido',
] as const;
export type MotivoRevisar = (typeof MOTIVOS_REVISAR)[number];

export type Prova = {
  citacao: string;
  sentencas: number[];
  canal: Canal;
  startMs: number;
  endMs: number;
};

export type FatoProvado<T> = {
  codigo: T;
  provado: boolean;
  /** The proving quote; null if no quote was found, or if the fact is proven otherwise. */
  prova: Prova | null;
};

export type Celula = {
  perguntaId: string;
  veredito: Veredito;
  marcas: Marca[];
  motivo: MotivoRevisar | null;
  aplicavel: boolean;
  planilha: FalhaPlanilha | null;
  digitada: boolean;
  audivel: boolean;
  leitura: FatoProvado<Leitura>;
  conducao: FatoProvado<Conducao> & { tipo: TipoConducao };
  resposta: FatoProvado<RespostaFalada>;
  comparacao: { codigo: Comparacao; provado: boolean };
  /** Proven differences, as texts: said but not typed, typed but not said. */
  opcoesNaoMarcadas: string[];
  opcoesNaoDitas: string[];
  metodo: Metodo;
  /** Share of the question's words found, 0 to 1. */
  cobertura: number;
  resposta_em: Interval;
  ouvir: Interval;
  faltou: string[];
  acrescentou: string[];
  mudaSentido: boolean;
  foraDeOrdem: boolean;
  /** Options that should have been read aloud, but were not heard. */
  opcoesNaoLidas: string[];
  /** True if the respondent corrected the answer; the last version counts. */
  mudou: boolean;
  faladoTexto: string | null;
  /** The value that call A takes from the spoken words. */
  faladoValor: string[];
  digitadoTexto: string;
  sentimento: number | null;
  confianca: number | null;
};

/** Minimum anchored questions before any question counts as not asked. */
const FOUND_MIN = 2;
/** Minimum share of anchored questions among the applicable ones before any question counts as not asked. */
const FOUND_SHARE = 0.25;

const KEY = (id: string, pedido: ItemEmAberto['tipo'] | PedidoDeComparacao): string => `${id}:${pedido}`;

/** True unless certain evidence shows that somebody other than `lado` said the quote. */
function mayBeSaidBy(
  quote: CitacaoAchada,
  lado: 'agente' | 'cliente',
  { sentencas }: EntradaConfronto,
  readings: Alignment['readings'],
): boolean {
  return quote.indices.every((index) => {
    const sentence = sentencas[index];
    const side = sentence && sideOf(sentence.falante);
    if (!sentence || side === null || side === lado) return true;
    if ((sentence.papelConfianca ?? 1) < PAPEL_CERTO) return true;
    if (sentence.papelOrigem !== 'texto') return false;
    // A role known from a reading covers only the reading's words, not an answer in the same sentence.
    return !readings.some((reading) => reading && quote.from <= reading.to && quote.to >= reading.from);
  });
}

const proofOf = (quote: CitacaoAchada | null): Prova | null =>
  quote && {
    citacao: quote.texto,
    sentencas: quote.sentencas,
    canal: quote.canal,
    startMs: quote.startMs,
    endMs: quote.endMs,
  };

function typedOf(pergunta: PerguntaCongelada, entrada: EntradaConfronto): Digitada {
  const { opcoes = [], texto = '', estado = null } = entrada.digitadas.get(pergunta.id) ?? {};
  return { opcoes: chosenOptions(pergunta, opcoes), texto, estado };
}

type Interview = {
  entrada: EntradaConfronto;
  preparo: Preparo;
  /** The alignment, plus readings that were found only through call A's quotes. */
  placed: Alignment;
  quotes: { leitura: CitacaoAchada | null; resposta: CitacaoAchada | null }[];
  applicable: ReadonlyMap<string, Aplicabilidade>;
  /** True if enough questions were found to prove that others were not asked. */
  isThisInterview: boolean;
};

function interviewOf(entrada: EntradaConfronto, preparo: Preparo): Interview {
  const { perguntas, alignment, quotes: finder } = preparo;
  const extracoes = perguntas.map(({ id }) => entrada.extracoes.get(id));
  const leituras = extracoes.map((one) => {
    const found = one ? finder.find(one.leitura) : null;
    return found && mayBeSaidBy(found, 'agente', entrada, alignment.readings) ? found : null;
  });
  const citadas = extracoes.map((one) => (one ? finder.find(one.resposta) : null));
  const ended = withQuotedEnds(alignment, perguntas, leituras, citadas);
  const quotes = citadas.map((found, question) => ({
    leitura: leituras[question] ?? null,
    resposta: found && mayBeSaidBy(found, 'cliente', entrada, ended.readings) ? found : null,
  }));
  const asked = applicabilityOf(
    perguntas,
    entrada.digitadas,
    new Set([...entrada.digitadas].flatMap(([id, { estado }]) => (estado ? [id] : []))),
  );
  // Observed questions, and questions about the place, are not asked aloud.
  const applicable = new Map(
    perguntas.map((one) => [one.id, (isAskedAloud(one) && asked.get(one.id)) || 'nao'] as const),
  );
  const mayApply = [...applicable.values()].filter((applies) => applies !== 'nao').length;
  const found = alignment.readings.filter((reading) => reading?.anchor).length;
  return {
    entrada,
    preparo,
    placed: withQuotedReadings(
      ended,
      perguntas,
      quotes.map(({ leitura }) => leitura),
      quotes.map(({ resposta }) => resposta),
    ),
    quotes,
    applicable,
    isThisInterview: found >= Math.min(FOUND_MIN, perguntas.length) && found >= mayApply * FOUND_SHARE,
  };
}

/**
 * Place in which an answer may be quoted: between the question's reading and the next; for a 'verificacao' also
 * earlier.
 */
function placeOfAnswer({ placed }: Interview, question: number, leitura: Leitura): Vao {
  const window = placed.windows[question] ?? { from: 0, to: 0 };
  if (leitura === 'verificacao') return { from: 0, to: window.to };
  return window;
}

function readingFact(
  interview: Interview,
  question: number,
  extracao: ExtracaoPergunta,
): FatoProvado<Leitura> & { conflito: boolean } {
  const { preparo, placed, quotes, entrada } = interview;
  const found = preparo.alignment.readings[question];
  const quote = quotes[question]?.leitura ?? null;
  const { codigo, muda_sentido } = extracao.leitura;
  if (codigo === 'nao_feita') {
    const proven =
      interview.isThisInterview &&
      // Rotated items have no fixed neighbours, so a person must decide.
      preparo.perguntas[question]?.bateria?.rodizio !== true &&
      provesAbsence(preparo.alignment, question, entrada.gravacao, entrada.sentencas, (index) => {
        const reading = preparo.alignment.readings[index];
        const said = quotes[index]?.leitura;
        return Boolean(reading && said && standsIn(said, { from: reading.from, to: reading.to + 1 }));
      });
    return { codigo, provado: proven, prova: null, conflito: Boolean(found) };
  }
  if (codigo === 'inaudivel') return { codigo, provado: false, prova: null, conflito: false };
  // The wording is exact if all content words were heard and none was inserted, whatever a model says.
  const whole =
    found?.anchor === true &&
    found.missing.length === 0 &&
    found.added.length === 0 &&
    preparo.opcoesFaltando[question]?.length === 0;
  const place = placed.readings[question];
  return {
    codigo: codigo === 'maior' && whole && !muda_sentido ? 'exata' : codigo,
    provado: place !== null && place !== undefined,
    prova: proofOf(quote),
    conflito: false,
  };
}

/** Longest stretch for the second search, characters: about ten minutes of speech. */
const STRETCH_MAX = 10_000;

/** Result of the second search for an unfound question. Only a clear 'nao' supports the accusation. */
function absenceFact(
  { entrada, preparo, placed, quotes }: Interview,
  question: number,
): { provado: boolean; prova: Prova | null; aberto: ItemEmAberto | null; motivo: MotivoRevisar | null } {
  const pergunta = preparo.perguntas[question] as PerguntaCongelada;
  const { from, to } = placed.windows[question] ?? { from: 0, to: 0 };
  const leaveUnproven = (
    motivo: MotivoRevisar,
    more: { prova?: Prova | null; aberto?: ItemEmAberto } = {},
  ) => ({
    provado: false,
    prova: null,
    aberto: null,
    motivo,
    ...more,
  });
  if (from >= to) return { provado: true, prova: null, aberto: null, motivo: null };
  const first = placed.words[from]?.sentenca ?? 0;
  const last = placed.words[to - 1]?.sentenca ?? first;
  const stretch = entrada.sentencas.slice(first, last + 1);
  // Searches the original transcription. Corrected words outside known answers and readings leave the absence unproven.
  const known = new Set(
    quotes.flatMap(({ leitura, resposta }) => [leitura, resposta]).flatMap((quote) => quote?.indices ?? []),
  );
  const corrected = stretch.some(
    ({ texto, textoOriginal }, index) => (textoOriginal ?? texto) !== texto && !known.has(first + index),
  );
  if (corrected) return leaveUnproven('texto_corrigido');
  const falado = stretch.map(({ texto, textoOriginal }) => textoOriginal ?? texto).join(' | ');
  if (falado.length > STRETCH_MAX) return leaveUnproven('ausencia_sem_prova');
  const second = entrada.comparacoes.get(KEY(pergunta.id, 'pergunta'));
  if (!second)
    return leaveUnproven('ausencia_pendente', {
      aberto: { ...itemOf(pergunta, 'pergunta'), falado, contexto: null, digitado: null },
    });
  if (second.resposta === 'nao') return { provado: true, prova: null, aberto: null, motivo: null };
  const quote = preparo.quotes.find({
    sentencas: stretch.map(({ ordem }) => ordem),
    citacao: second.resposta === 'sim' ? (second.citacao ?? '') : '',
  });
  const inside = quote?.indices.every((index) => index >= first && index <= last);
  return leaveUnproven('ausencia_em_conflito', { prova: proofOf(inside ? quote : null) });
}

function conductFact(
  interview: Interview,
  question: number,
  extracao: ExtracaoPergunta,
): { fato: Celula['conducao']; aberto: ItemEmAberto | null; conflito: boolean } {
  const { entrada, preparo, placed } = interview;
  const pergunta = preparo.perguntas[question] as PerguntaCongelada;
  const { codigo, tipo } = extracao.conducao;
  const quote = preparo.quotes.find(extracao.conducao);
  if (codigo !== 'diretiva')
    return {
      fato: { codigo, tipo: 'nenhum', provado: quote !== null, prova: proofOf(quote) },
      aberto: null,
      conflito: false,
    };
  const window = placed.windows[question] ?? { from: 0, to: 0 };
  const place = { from: placed.readings[question]?.from ?? window.from, to: window.to };
  const proven =
    quote !== null &&
    standsIn(quote, place) &&
    mayBeSaidBy(quote, 'agente', entrada, preparo.alignment.readings);
  const fato = { codigo, tipo, prova: proofOf(quote) };
  if (!proven) return { fato: { ...fato, provado: false }, aberto: null, conflito: false };
  const chave = KEY(pergunta.id, 'conducao');
  const second = entrada.comparacoes.get(chave)?.resposta;
  return {
    fato: { ...fato, provado: second === 'sim' },
    aberto:
      second === undefined
        ? { ...itemOf(pergunta, 'conducao'), falado: quote.texto, contexto: null, digitado: null }
        : null,
    conflito: second !== undefined && second !== 'sim',
  };
}

const isHeard = (pergunta: PerguntaCongelada, { resposta }: ExtracaoPergunta, option: number): boolean =>
  resposta.valor_final.includes(pergunta.opcoes[option]?.texto ?? '');

function textOf({ entrada, placed }: Interview, { from, to }: Vao): string {
  const first = placed.words[from]?.sentenca ?? 0;
  const last = placed.words[to - 1]?.sentenca ?? first;
  return entrada.sentencas
    .slice(first, last + 1)
    .map(({ texto }) => texto)
    .join(' | ');
}

/** Words in an answer's window besides the quoted answer and the interviewer's words; null: some are unknown. */
function wordsBesideQuote(
  { entrada, placed }: Interview,
  quote: CitacaoAchada,
  { place, resposta_em }: { place: Vao; resposta_em: Interval },
): string | null {
  const { gravacao, sentencas } = entrada;
  if (damageOf(widenInterval(resposta_em), gravacao) !== null) return null;
  if (transcribedShare(resposta_em, gravacao, sentencas) < TRANSCRIBED_MIN) return null;
  return placed.words
    .slice(place.from, place.to)
    .filter(({ sentenca }, index) => {
      const at = place.from + index;
      const spoken = sentencas[sentenca];
      const isInterviewer =
        spoken !== undefined &&
        sideOf(spoken.falante) === 'agente' &&
        (spoken.papelConfianca ?? 1) >= PAPEL_CERTO;
      return (at < quote.from || at > quote.to) && !isInterviewer;
    })
    .map(({ texto }) => texto)
    .join(' ');
}

const itemOf = (pergunta: PerguntaCongelada, tipo: ItemEmAberto['tipo']) => ({
  chave: KEY(pergunta.id, tipo),
  tipo,
  independente: false,
  perguntaId: pergunta.id,
  pergunta: wholeText(pergunta),
  opcoes: pergunta.opcoes.map(({ texto }) => texto),
  unidade: pergunta.unidade,
});

function examine(interview: Interview, question: number): { celula: Celula; abertos: ItemEmAberto[] } {
  const { entrada, preparo, placed } = interview;
  const pergunta = preparo.perguntas[question] as PerguntaCongelada;
  const applies = interview.applicable.get(pergunta.id) ?? 'nao';
  const extracao = entrada.extracoes.get(pergunta.id);
  const digitada = typedOf(pergunta, entrada);
  const digitadoTexto = typedText(pergunta, digitada);
  const found = preparo.alignment.readings[question];
  const { ouvir, resposta: resposta_em } = excerptOf(
    placed,
    question,
    entrada.sentencas,
    entrada.gravacao.durationMs,
  );
  const base = {
    perguntaId: pergunta.id,
    aplicavel: applies !== 'nao',
    planilha: digitada.estado ?? (applies === 'desconhecida' ? ('filtro_desconhecido' as const) : null),
    digitada: digitadoTexto !== '',
    cobertura: preparo.alignment.best[question] ?? 0,
    resposta_em,
    ouvir,
    faltou: found?.missing ?? [],
    acrescentou: found?.added ?? [],
    foraDeOrdem: pergunta.bateria?.rodizio !== true && (placed.readings[question]?.outOfOrder ?? false),
    opcoesNaoLidas: (preparo.opcoesFaltando[question] ?? []).map(
      (option) => pergunta.opcoes[option]?.texto ?? '',
    ),
    digitadoTexto,
  };
  const heard = isAudible(resposta_em, entrada.gravacao, entrada.sentencas);
  if (!extracao || !isAskedAloud(pergunta)) {
    const unknown = { provado: false, prova: null };
    const codigo = { codigo: found ? ('exata' as const) : ('nao_feita' as const) };
    const facts = {
      ...base,
      audivel: heard,
      leitura: { ...unknown, ...codigo },
      conducao: { ...unknown, codigo: 'neutra' as const, tipo: 'nenhum' as const },
      resposta: { ...unknown, codigo: 'ausente' as const },
      comparacao: { codigo: 'nao_comparavel' as const, provado: false },
    };
    // Without call A's answer, the question may still have been asked.
    const veredito = !base.aplicavel ? 'nao_se_aplica' : heard ? 'a_revisar' : 'inaudivel';
    return {
      celula: {
        ...facts,
        veredito,
        opcoesNaoMarcadas: [],
        opcoesNaoDitas: [],
        marcas: veredito === 'nao_se_aplica' ? [] : marksOf(facts, false),
        motivo: veredito === 'a_revisar' ? (sheetReason(facts) ?? 'sem_extracao') : null,
        metodo: 'deterministico',
        mudaSentido: false,
        mudou: false,
        faladoTexto: null,
        faladoValor: [],
        sentimento: null,
        confianca: null,
      },
      abertos: [],
    };
  }

  const leitura = readingFact(interview, question, extracao);
  const conduct = conductFact(interview, question, extracao);
  const quote = interview.quotes[question]?.resposta ?? null;
  const place = placeOfAnswer(interview, question, leitura.codigo);
  const proven = quote !== null && standsIn(quote, place);
  const resposta = { codigo: extracao.resposta.codigo, provado: proven, prova: proofOf(quote) };
  // Untranscribed speech in the window prevents an accusation.
  const hidden =
    !proven &&
    conduct.fato.codigo !== 'diretiva' &&
    hidesSpeech(resposta_em, entrada.gravacao, entrada.sentencas) &&
    (Boolean(placed.readings[question]) || overlapsGap(resposta_em, entrada.gravacao));
  const audivel = (heard || proven) && !hidden;
  const comparison = settleComparison(
    pergunta,
    {
      codigo: resposta.codigo,
      citacao: proven ? quote.texto : '',
      valor: extracao.resposta.valor_final,
      lugar:
        proven && leitura.codigo !== 'verificacao'
          ? wordsBesideQuote(interview, quote, { place, resposta_em })
          : null,
      corrigida: proven && quote.corrigida,
    },
    digitada,
    (pedido) => entrada.comparacoes.get(KEY(pergunta.id, pedido))?.resposta,
  );
  const comparacao = { codigo: comparison.codigo, provado: comparison.provado && proven };
  const fatos = {
    aplicavel: base.aplicavel,
    planilha: base.planilha,
    digitada: base.digitada,
    audivel,
    leitura: { codigo: leitura.codigo, provado: leitura.provado && !leitura.conflito, prova: leitura.prova },
    conducao: conduct.fato,
    resposta,
    comparacao,
  };
  const accused = verdictOf(fatos) === 'nao_perguntada' ? absenceFact(interview, question) : null;
  if (accused) fatos.leitura = { ...fatos.leitura, provado: accused.provado, prova: accused.prova };
  const dano = findAccusationDamage(fatos, resposta_em, entrada.gravacao);
  const veredito = verdictOf({ ...fatos, danificado: dano !== null });
  const abertos: ItemEmAberto[] = accused?.aberto ? [accused.aberto] : [];
  // No model can change the verdict on an unread cell, so no call is paid for.
  if (base.aplicavel && audivel && fatos.leitura.provado && !isUnreadCell(base.planilha)) {
    if (conduct.aberto) abertos.push(conduct.aberto);
    if (proven) {
      const naoDitas = digitada.opcoes.filter((index) => !isHeard(pergunta, extracao, index));
      const shown = {
        falado: quote.texto,
        contexto: leitura.codigo === 'verificacao' ? (leitura.prova?.citacao ?? null) : null,
        digitado: digitadoTexto,
      };
      const pedidos: Record<PedidoDeComparacao, ItemEmAberto> = {
        resposta: { ...itemOf(pergunta, 'resposta'), ...shown },
        valor: { ...itemOf(pergunta, 'valor'), ...shown, falado: extracao.resposta.valor_final.join('; ') },
        independente: {
          ...itemOf(pergunta, 'resposta'),
          ...shown,
          chave: KEY(pergunta.id, 'independente'),
          independente: true,
        },
        opcao: {
          ...itemOf(pergunta, 'opcao'),
          falado: textOf(interview, place),
          contexto: null,
          digitado: typedText(pergunta, { opcoes: naoDitas, texto: '' }),
          independente: true,
        },
      };
      abertos.push(
        ...PEDIDOS_DE_COMPARACAO.filter((pedido) => comparison.falta.includes(pedido)).map(
          (pedido) => pedidos[pedido],
        ),
      );
    }
  }
  return {
    celula: {
      ...base,
      ...fatos,
      veredito,
      opcoesNaoMarcadas: comparison.naoMarcadas.map((index) => pergunta.opcoes[index]?.texto ?? ''),
      opcoesNaoDitas: comparison.naoDitas.map((index) => pergunta.opcoes[index]?.texto ?? ''),
      marcas: veredito === 'nao_se_aplica' ? [] : marksOf({ ...base, ...fatos }, extracao.resposta.mudou),
      motivo:
        veredito === 'a_revisar'
          ? (sheetReason(fatos) ??
            dano ??
            accused?.motivo ??
            reasonOf(interview, fatos, {
              leitura: leitura.conflito,
              conducao: conduct,
              pendente: comparison.falta.length > 0,
              comparacao: comparison.conflito,
              corrigida: proven && quote.corrigida,
            }))
          : null,
      metodo: comparison.metodo,
      mudaSentido: extracao.leitura.muda_sentido,
      mudou: extracao.resposta.mudou,
      faladoTexto: proven ? quote.texto : null,
      faladoValor: extracao.resposta.valor_final,
      sentimento: extracao.sentimento,
      confianca: extracao.confianca,
    },
    abertos,
  };
}

/** Lists a cell's marks; 'leitura_maior' needs a found reading. */
function marksOf(
  { leitura, opcoesNaoLidas, foraDeOrdem }: Pick<Celula, 'leitura' | 'opcoesNaoLidas' | 'foraDeOrdem'>,
  mudou: boolean,
): Marca[] {
  const marks: Marca[] = [];
  if (leitura.codigo === 'maior' && leitura.provado) marks.push('leitura_maior');
  if (opcoesNaoLidas.length > 0) marks.push('opcoes_nao_lidas');
  if (foraDeOrdem) marks.push('fora_de_ordem');
  if (mudou) marks.push('mudou');
  return marks;
}

/** Shortest plausible time for a question with its answer, ms. */
const QUESTION_MIN_MS = 1500;

function overlapsGap({ startMs, endMs }: Interval, { lacunas }: Gravacao): boolean {
  return lacunas.some(
    (gap) => Math.min(endMs, gap.endMs) - Math.max(startMs, gap.startMs) >= QUESTION_MIN_MS,
  );
}

/** Error of times interpolated by letters inside a sentence, ms. */
const PLACE_TOLERANCE_MS = 1000;

const widenInterval = ({ startMs, endMs }: Interval): Interval => ({
  startMs: startMs - PLACE_TOLERANCE_MS,
  endMs: endMs + PLACE_TOLERANCE_MS,
});

type Fatos = Pick<Celula, 'leitura' | 'conducao' | 'resposta' | 'comparacao'>;

/**
 * Damage of the sound at the words that accuse: a leading remark, a different answer, or the gap of an unfound
 * question. Matching answers stand despite damage.
 */
function findAccusationDamage(
  fatos: FatosDaResposta & Fatos,
  resposta: Interval,
  gravacao: Gravacao,
): Dano | null {
  const veredito = verdictOf(fatos);
  if (veredito === 'diverge') return damageOf(widenInterval(resposta), gravacao);
  if (veredito === 'induzida') {
    const { prova } = fatos.conducao;
    return prova && damageOf(widenInterval(prova), gravacao);
  }
  if (veredito !== 'a_revisar' || fatos.leitura.codigo !== 'nao_feita' || fatos.leitura.provado) return null;
  return gravacao.danificada ? 'falha_na_gravacao' : damageOf(resposta, gravacao);
}

function sheetReason(fatos: FatosDaResposta): MotivoRevisar | null {
  switch (fatos.planilha) {
    case 'nao_reconhecida':
      return 'planilha_nao_entendida';
    case 'planilha_indisponivel':
      return 'planilha_indisponivel';
    case 'filtro_desconhecido':
      return ACUSACOES.has(verdictOf({ ...fatos, planilha: null })) ? 'filtro_desconhecido' : null;
    default:
      return null;
  }
}

/** The first reason why a person must judge, in the order of verdictOf. */
function reasonOf(
  { isThisInterview }: Interview,
  { leitura, conducao, resposta, comparacao }: Fatos,
  why: {
    leitura: boolean;
    conducao: { aberto: ItemEmAberto | null; conflito: boolean };
    pendente: boolean;
    comparacao: boolean;
    corrigida: boolean;
  },
): MotivoRevisar {
  if (leitura.codigo === 'inaudivel') return 'leitura_inaudivel';
  if (!leitura.provado) {
    if (why.leitura) return 'leitura_em_conflito';
    if (leitura.codigo !== 'nao_feita') return 'leitura_sem_prova';
    return isThisInterview ? 'ausencia_sem_prova' : 'gravacao_duvidosa';
  }
  if (leitura.codigo === 'nao_feita') return 'respondida_sem_pergunta';
  if (conducao.codigo === 'diretiva') {
    if (why.conducao.aberto) return 'comparacao_pendente';
    return why.conducao.conflito ? 'conducao_em_conflito' : 'conducao_sem_prova';
  }
  if (resposta.codigo === 'ausente') return 'resposta_ausente';
  if (resposta.codigo === 'inaudivel') return 'resposta_inaudivel';
  if (!resposta.provado) return 'resposta_sem_prova';
  if (why.corrigida && !comparacao.provado) return 'texto_corrigido';
  if (why.pendente) return 'comparacao_pendente';
  if (why.comparacao || !comparacao.provado) return 'comparacao_em_conflito';
  return 'comparacao_parcial';
}

function examineAll(entrada: EntradaConfronto, preparo: Preparo) {
  const interview = interviewOf(entrada, preparo);
  return preparo.perguntas.map((_, question) => examine(interview, question));
}

/**
 * Judges an interview: one cell per question, in the questionnaire's order.
 * @param preparo stored result of `prepareConfront` for the same questionnaire and sentences
 */
export function confront(
  entrada: EntradaConfronto,
  preparo: Preparo = prepareConfront(entrada.conteudo, entrada.sentencas),
): Celula[] {
  return examineAll(entrada, preparo).map(({ celula }) => celula);
}

/**
 * Items that need a second opinion (call B): open answers and possible accusations. Put the answers into `comparacoes`
 * and repeat, at most twice; only items of the same round may share a call.
 */
export function openComparisons(
  entrada: EntradaConfronto,
  preparo: Preparo = prepareConfront(entrada.conteudo, entrada.sentencas),
): ItemEmAberto[] {
  return examineAll(entrada, preparo).flatMap(({ abertos }) => abertos);
}
