import type {
  ComparacaoIa,
  ExtracaoIa,
  ExtracaoPergunta,
  PresencaIa,
} from '@escuta/shared/domain/interview/confront/extraction';
import { madeExtraction } from '@escuta/shared/domain/interview/confront/made-extraction';
import { readNumeral } from '@escuta/shared/domain/interview/questionnaire/numerals';
import type { Item, ItemDePergunta, Linha, Pergunta } from '../prompt-reader.ts';
import { plain, wordsOf } from './lexicon.ts';
import { scoreSentiment } from './text-analysis.ts';

/** Share of a question's words from which a sentence counts as reading the question aloud. */
const LIDA = 0.6;
/** Share of a question's words, without the short ones, from which the question counts as read exactly. */
const INTEIRA = 0.95;
/** Words of at most this many letters carry no meaning. */
const PALAVRA_CURTA = 3;

/** Words of the interviewer that suggest an answer. */
const LEVA_RESPOSTA = /\b(?:ne|nao e|nao e mesmo|certo|correto)\s*\?\s*$/;
const OPINA = /\b(?:eu (?:daria|diria|acho|colocaria|marcaria|escolheria)|na minha opiniao)\b/;
const RESPONDE_POR = /\b(?:vou (?:marcar|colocar|por|anotar)|entao (?:fica|e) )\b/;
const REPETE = /\b(?:repet\w+|de novo|mais alguma|qualquer coisa a mais|pode explicar)\b/;
const DESPEDIDA = /\b(?:obrigad[oa]|agradec\w+|era isso|tenha um bom|ate logo|tchau)\b/;
const CORRIGE = /\b(?:quer dizer|ou melhor|nao,? melhor|alias|minto|na verdade)\b/;
const NAO_SABE = /\b(?:nao sei|nao lembro|sei la|nao faco ideia)\b/;
const RECUSA = /\b(?:prefiro nao|nao quero responder|nao vou responder)\b/;
const RESERVA = /\b(?:uns|umas|acho que|mais ou menos|cerca de|quase|poucos|poucas|e tantos)\b/;

const meant = (texto: string): string[] => wordsOf(texto).filter((word) => word.length > PALAVRA_CURTA);

/** Share of the words `asked` that occur in `texto`, 0 to 1. */
function shareOf(asked: readonly string[], texto: string): number {
  const said = new Set(wordsOf(texto));
  return asked.length === 0 ? 0 : asked.filter((word) => said.has(word)).length / asked.length;
}

/** A question read aloud. `opens`: line where it, or its battery's stem, begins. `share`: share of its words said. */
type Leitura = { opens: number; from: number; to: number; share: number };

/** Finds where each question is read aloud: most certain readings first, and each sentence for one question only. */
function findReadings(perguntas: readonly Pergunta[], linhas: readonly Linha[]): (Leitura | null)[] {
  const candidates = perguntas
    .flatMap(({ texto }, question) => {
      const asked = meant(texto);
      return linhas.map((linha, at) => ({ question, at, share: shareOf(asked, linha.texto) }));
    })
    .filter(({ share }) => share >= LIDA)
    .sort((a, b) => b.share - a.share || a.question - b.question || a.at - b.at);
  const found: (Leitura | null)[] = perguntas.map(() => null);
  const taken = new Set<number>();
  for (const { question, at, share } of candidates) {
    if (found[question] || taken.has(at)) continue;
    found[question] = { opens: at, from: at, to: at, share };
    taken.add(at);
  }
  for (const [question, reading] of found.entries()) {
    const pergunta = perguntas[question];
    const before = reading && linhas[reading.from - 1];
    // A battery's stem belongs to the next question's reading, not to an answer.
    if (before && !taken.has(reading.from - 1) && pergunta?.enunciado) {
      if (shareOf(meant(pergunta.enunciado), before.texto) >= LIDA) reading.opens = reading.from - 1;
    }
    const next = linhas[(reading?.to ?? -1) + 1];
    if (!reading || !pergunta?.lerOpcoes || !next || taken.has(reading.to + 1)) continue;
    // A line with several options belongs to the question; a single option is an answer.
    if (optionsIn(pergunta, next.texto).length > 1) {
      reading.to += 1;
      taken.add(reading.to);
    }
  }
  return found;
}

/** Finds the options that a text names, long ones first, because they may contain shorter ones. */
function optionsIn({ opcoes }: Pick<Pergunta, 'opcoes'>, texto: string): string[] {
  let rest = ` ${wordsOf(texto).join(' ')} `;
  const named = opcoes
    .toSorted((a, b) => b.length - a.length)
    .filter((opcao) => {
      const words = ` ${wordsOf(opcao).join(' ')} `;
      if (!rest.includes(words)) return false;
      rest = rest.replace(words, ' | ');
      return true;
    });
  return opcoes.filter((opcao) => named.includes(opcao));
}

const quoteOf = (linhas: readonly Linha[]) => ({
  sentencas: linhas.map(({ ordem }) => ordem),
  citacao: linhas.map(({ texto }) => texto).join(' '),
});

function conductOf(linhas: readonly Linha[]): { at: number; conducao: ExtracaoPergunta['conducao'] } | null {
  for (const [at, linha] of linhas.entries()) {
    // The last sentence is the answer itself.
    if (at === linhas.length - 1) return null;
    const texto = plain(linha.texto);
    const quote = quoteOf([linha]);
    if (LEVA_RESPOSTA.test(texto))
      return { at, conducao: { codigo: 'diretiva', tipo: 'pergunta_com_resposta', ...quote } };
    if (OPINA.test(texto)) return { at, conducao: { codigo: 'diretiva', tipo: 'opiniao_propria', ...quote } };
    if (RESPONDE_POR.test(texto))
      return { at, conducao: { codigo: 'diretiva', tipo: 'responde_por', ...quote } };
    if (REPETE.test(texto) || linha.texto.trim().endsWith('?'))
      return { at, conducao: { codigo: 'sondagem_adequada', tipo: 'nenhum', ...quote } };
  }
  return null;
}

/** A text's last number, in digits; null without one. */
function lastNumber(texto: string): string | null {
  const words = wordsOf(texto);
  let last: number | null = null;
  for (let at = 0; at < words.length; ) {
    const numeral = readNumeral(words, at, words.length === 1);
    if (numeral) last = numeral.value;
    else if (/^\d+$/.test(words[at] ?? '')) last = Number(words[at]);
    at += numeral?.length ?? 1;
  }
  return last === null ? null : String(last);
}

function spokenValue(pergunta: Pergunta, texto: string): string[] {
  const after = plain(texto).split(CORRIGE).at(-1) ?? '';
  if (pergunta.opcoes.length > 0) return optionsIn(pergunta, after);
  if (pergunta.tipo === 'texto') return [texto.trim()];
  const number = lastNumber(after);
  return number === null ? [] : [number];
}

function answerOf(pergunta: Pergunta, linhas: readonly Linha[]): ExtracaoPergunta['resposta'] {
  const quote = quoteOf(linhas);
  const texto = plain(quote.citacao);
  const says = (codigo: ExtracaoPergunta['resposta']['codigo'], valor_final: string[] = []) => ({
    codigo,
    ...quote,
    valor_final,
    mudou: CORRIGE.test(texto),
  });
  if (linhas.length === 0) return says('ausente');
  if (RECUSA.test(texto)) return says('recusa');
  if (NAO_SABE.test(texto)) return says('nao_sabe');
  const valor = spokenValue(pergunta, quote.citacao);
  if (valor.length === 0) return says('inadequada');
  return says(RESERVA.test(texto) ? 'qualificada' : 'adequada', valor);
}

function readingOf(
  pergunta: Pergunta,
  reading: Leitura,
  linhas: readonly Linha[],
): ExtracaoPergunta['leitura'] {
  const own = linhas.slice(reading.from, reading.to + 1);
  const quote = quoteOf(own);
  const said = new Set(wordsOf(quote.citacao));
  const words = meant(pergunta.texto).filter((word) => !said.has(word));
  const named = optionsIn(pergunta, quote.citacao);
  const options = pergunta.lerOpcoes ? pergunta.opcoes.filter((opcao) => !named.includes(opcao)) : [];
  const whole = reading.share >= INTEIRA && options.length === 0;
  const changes = options.length > 0 || reading.share < (LIDA + INTEIRA) / 2;
  return {
    codigo: whole ? 'exata' : changes ? 'maior' : 'menor',
    ...quote,
    faltou: [...words, ...options],
    acrescentou: [],
    muda_sentido: !whole && changes,
  };
}

/** Answers the task `confronto_extracao`: how each question was read, the interviewer's conduct, and the answer. */
export function extractInterview(perguntas: readonly Pergunta[], linhas: readonly Linha[]): ExtracaoIa {
  const readings = findReadings(perguntas, linhas);
  const starts = readings.flatMap((reading) => (reading ? [reading.opens] : [])).sort((a, b) => a - b);
  return {
    perguntas: perguntas.map((pergunta, question): ExtracaoPergunta => {
      const reading = readings[question];
      if (!reading) return madeExtraction(pergunta.id);
      const next = starts.find((start) => start > reading.to) ?? linhas.length;
      const window = linhas.slice(reading.to + 1, next).filter(({ texto }) => !DESPEDIDA.test(plain(texto)));
      const conduct = conductOf(window);
      const answer = answerOf(pergunta, conduct ? window.slice(conduct.at + 1) : window);
      return madeExtraction(pergunta.id, {
        leitura: readingOf(pergunta, reading, linhas),
        ...(conduct ? { conducao: conduct.conducao } : {}),
        resposta: answer,
        sentimento: scoreSentiment(answer.citacao, 'cliente'),
      });
    }),
  };
}

/** Shares of the typed words that must be said for an equal (MESMO) and for a partly equal meaning (PARTE). */
const MESMO = 0.75;
const PARTE = 0.3;

function compareItem({ tipo, falado, digitado }: Item): ComparacaoIa['itens'][number]['resposta'] {
  const said = plain(falado);
  if (tipo === 'conducao')
    return LEVA_RESPOSTA.test(said) || OPINA.test(said) || RESPONDE_POR.test(said) ? 'sim' : 'nao';
  if (tipo === 'opcao')
    return (digitado ?? '').split('; ').some((option) => shareOf(wordsOf(option), falado) >= PARTE)
      ? 'sim'
      : 'nao';
  const [spoken, typed] = [lastNumber(said), lastNumber(digitado ?? '')];
  if (spoken !== null && typed !== null) {
    if (RESERVA.test(said)) return 'parcial';
    return spoken === typed ? 'sim' : 'nao';
  }
  const share = shareOf(wordsOf(digitado ?? ''), falado);
  if (share >= MESMO) return 'sim';
  return share >= PARTE ? 'parcial' : 'nao';
}

/** Answers the task `confronto_comparacao`: compares typed and spoken answers. */
export function compareItems(itens: readonly Item[]): ComparacaoIa {
  return {
    itens: itens.map((item) => ({
      chave: item.chave,
      resposta: compareItem(item),
      motivo: 'Comparado por regras (modo demonstração).',
    })),
  };
}

/** Share of a question's word stems that rephrasing must keep. */
const OUTRAS_PALAVRAS = 0.34;
const RAIZ = 5;

/** Answers the task `confronto_presenca`: whether a stretch of speech asks a question, in whatever words. */
export function findQuestions(itens: readonly ItemDePergunta[]): PresencaIa {
  return {
    itens: itens.map(({ chave, pergunta, trecho }) => {
      const asked = meant(pergunta).map((word) => word.slice(0, RAIZ));
      const found = trecho
        .split(' | ')
        .filter((sentence) => sentence.trim().endsWith('?'))
        .find((sentence) => {
          const said = new Set(wordsOf(sentence).map((word) => word.slice(0, RAIZ)));
          return asked.filter((word) => said.has(word)).length >= asked.length * OUTRAS_PALAVRAS;
        });
      return {
        chave,
        resposta: found === undefined ? 'nao' : 'sim',
        citacao: found ?? '',
        motivo: 'Procurado por regras (modo demonstração).',
      };
    }),
  };
}
