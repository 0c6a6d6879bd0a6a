import type { EvidenciaIa, InsightIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Criterio, Linha } from '../prompt-reader.ts';
import { plain, VAZIAS, wordsOf } from './lexicon.ts';
import {
  ASSUNTOS,
  type Assunto,
  bestLine,
  IRRITADO,
  linesOf,
  PROIBIDOS,
  QUEIXA_EXTERNA,
  sideAsked,
} from './subjects.ts';
import { findOffenses, overallSentiment, scoreSentiment, summarise } from './text-analysis.ts';

/** Criteria that forbid offensive words. */
const RESPEITO = /(ofens|ofend|palavrao|respeit|cordial|educa|linguagem|tratamento)/;
/** Criteria about sound, which the words of a call cannot answer. */
const SO_PELO_SOM = /(interromp|silencio|volume|tom de voz|velocidade|ritmo)/;
/** Criteria that ask for something's absence. */
const AUSENCIA = /\b(nao|nenhuma?|ninguem)\b/;
/** Criteria about the client's mood at the end of the call. */
const SATISFACAO = /(satisf|alivi)/;
/** Splits a conditional criterion into condition and demand. */
const CONDICAO =
  /^(?:havendo|quando houver|se houver|em caso de|no caso de|se o cliente|quando o cliente) ([^,]+), *(.+)$/;
/** Number of the client's last sentences in which satisfaction is sought. */
const FALAS_DO_FIM = 3;
/** Sentiment from which a client's words show satisfaction; at its negative or below, they show dissatisfaction. */
const CLARO = 0.5;

const evidence = (linha: Linha): EvidenciaIa => ({ sentencas: [linha.ordem], citacao: linha.texto });

type Avaliado = InsightIa['criterios'][number] & { seguro: boolean };
type Resposta = Omit<Avaliado, 'id'>;

const answer = (
  atendido: Avaliado['atendido'],
  justificativa: string,
  linhas: readonly Linha[] = [],
  seguro = true,
): Resposta => {
  const unique = linhas.filter((linha, i) => linhas.findIndex(({ ordem }) => ordem === linha.ordem) === i);
  return { atendido, justificativa, evidencias: unique.map(evidence), seguro };
};

const unknown = () =>
  answer('nao_se_aplica', 'As regras da demonstração não conhecem o assunto deste critério.', [], false);

function evaluate({ descricao }: Criterio, linhas: readonly Linha[]): Resposta {
  const whole = plain(descricao);
  if (linhas.length === 0) return answer('nao_se_aplica', 'A ligação não tem fala transcrita.');
  if (SO_PELO_SOM.test(whole)) {
    const words = 'O modo demonstração julga só as palavras; veja os dados acústicos.';
    return answer('nao_se_aplica', words, [], false);
  }
  const [, condicao, main] = CONDICAO.exec(whole) ?? [];
  if (condicao !== undefined && !isMet(condicao, linhas))
    return answer('nao_se_aplica', 'A situação de que o critério fala não surgiu na ligação.');
  const pedido = main ?? whole;
  if (AUSENCIA.test(pedido)) return evaluateAbsence(pedido, linhas);
  if (SATISFACAO.test(pedido) && sideAsked(pedido) === 'cliente') return evaluateSatisfaction(linhas);
  const assuntos = ASSUNTOS.filter((assunto) => assunto.pedido.test(whole));
  if (assuntos.length > 0) return evaluateSubjects(assuntos, sideAsked(pedido), linhas);
  if (RESPEITO.test(pedido)) return evaluateAbsence(pedido, linhas);
  const best = bestOverlap(pedido, linesOf(linhas, sideAsked(pedido)));
  return best === null ? unknown() : answer('sim', 'Uma fala tem as palavras do critério.', [best], false);
}

/** True if a criterion's condition arose in the call; a request counts only if the client made it. */
function isMet(condicao: string, linhas: readonly Linha[]): boolean {
  const wanted = [...stemsOf(condicao)].filter((stem) => stem !== 'pedido');
  const heard = /\bpedi/.test(condicao) ? linesOf(linhas, 'cliente') : linhas;
  return wanted.length === 0 || heard.some(({ texto }) => wanted.some((stem) => stemsOf(texto).has(stem)));
}

function evaluateAbsence(pedido: string, linhas: readonly Linha[]): Resposta {
  if (RESPEITO.test(pedido)) {
    const papel = sideAsked(pedido);
    const own = linesOf(linhas, papel);
    const offended = new Set(findOffenses(own).map(({ ordem }) => ordem));
    if (offended.size === 0)
      return answer('sim', `Nenhuma palavra ofensiva da lista foi dita pelo ${papel}.`);
    return answer(
      'nao',
      `O ${papel} disse palavra ofensiva.`,
      own.filter(({ ordem }) => offended.has(ordem)),
    );
  }
  const proibido = PROIBIDOS.find((one) => one.pedido.test(pedido));
  if (proibido === undefined) return unknown();
  const said = linesOf(linhas, proibido.papel).filter(proibido.dita);
  return said.length === 0
    ? answer('sim', `Não houve na ligação: ${proibido.nome}.`)
    : answer('nao', `Houve na ligação: ${proibido.nome}.`, said.slice(0, 3));
}

/** The client's clearest praise and complaint at the end of the call. */
function moodAtEnd(linhas: readonly Linha[]): { elogio?: Linha; queixa?: Linha } {
  const end = linesOf(linhas, 'cliente', { ultimas: FALAS_DO_FIM })
    .map((linha) => ({ linha, nota: scoreSentiment(linha.texto, linha.papel) }))
    .sort((a, b) => b.nota - a.nota);
  const [best, worst] = [end[0], end.at(-1)];
  return {
    ...(best && best.nota >= CLARO && { elogio: best.linha }),
    ...(worst && worst.nota <= -CLARO && { queixa: worst.linha }),
  };
}

function evaluateSatisfaction(linhas: readonly Linha[]): Resposta {
  const { elogio, queixa } = moodAtEnd(linhas);
  if (queixa) return answer('nao', 'O cliente termina a ligação insatisfeito.', [queixa]);
  return elogio
    ? answer('sim', 'O cliente agradece ou elogia no fim da ligação.', [elogio])
    : answer('nao', 'Nenhuma fala do cliente no fim da ligação mostra satisfação.');
}

function evaluateSubjects(
  assuntos: readonly Assunto[],
  asked: Linha['papel'],
  linhas: readonly Linha[],
): Resposta {
  const applies = assuntos.filter(
    ({ quando }) =>
      !quando ||
      (quando.de ? linesOf(linhas, quando.de) : linhas).some(({ texto }) => quando.fala.test(plain(texto))),
  );
  if (applies.length < assuntos.length)
    return answer('nao_se_aplica', 'A situação de que o critério fala não surgiu na ligação.');
  const found = assuntos.map((assunto) => {
    const own = linesOf(linhas, assunto.papel ?? asked, assunto.entre);
    const linha = bestLine(own, assunto);
    const contra = linha ? undefined : own.find(({ texto }) => assunto.contra?.test(plain(texto)));
    return { nome: assunto.nome, linha, contra };
  });
  const missing = found.filter(({ linha }) => linha === undefined);
  const quoted = (missing.length > 0 ? missing.map(({ contra }) => contra) : [])
    .concat(found.map(({ linha }) => linha))
    .filter((linha) => linha !== undefined);
  const names = (list: typeof found) => list.map(({ nome }) => nome).join(', ');
  return missing.length === 0
    ? answer('sim', `Encontrado na ligação: ${names(found)}.`, quoted)
    : answer('nao', `Não encontrado na ligação: ${names(missing)}.`, quoted);
}

/** A text's subject words, by their first six letters. */
const stemsOf = (text: string) =>
  new Set(
    wordsOf(text)
      .filter((w) => w.length >= 5 && !VAZIAS.has(w))
      .map((w) => w.slice(0, 6)),
  );

/** The sentence with most of the criterion's subject words; null if none has two (or one, if there is only one). */
function bestOverlap(pedido: string, linhas: readonly Linha[]): Linha | null {
  const wanted = stemsOf(pedido);
  const needed = Math.min(2, wanted.size);
  if (needed === 0) return null;
  const [best] = linhas
    .map((linha) => ({ linha, shared: [...stemsOf(linha.texto)].filter((s) => wanted.has(s)).length }))
    .sort((a, b) => b.shared - a.shared);
  return best !== undefined && best.shared >= needed ? best.linha : null;
}

/** Subjects of criteria (conduct, rights, solution); a template gets the alerts about its criteria's subjects. */
const TRATO = /cortes|cordial|empatia|ofens|respeit|satisf/;
const DIREITOS = /cancel|direito|decreto|aviso|gravad|protocolo|obstaculo/;
const RESOLUCAO = /soluc|resolv|proximos passos/;

/** Finds alerts for a supervisor on the criteria's subjects, or on all subjects if there are no criteria. */
function findAlerts(criterios: readonly Criterio[], linhas: readonly Linha[]): InsightIa['alertas'] {
  const alertas: InsightIa['alertas'] = [];
  const pedido = criterios.map(({ descricao }) => plain(descricao)).join(' ');
  const asked = (assunto: RegExp) => criterios.length === 0 || assunto.test(pedido);
  for (const papel of ['agente', 'cliente'] as const) {
    const ofensas = findOffenses(linhas.filter((l) => l.papel === papel));
    if (ofensas.length === 0 || !asked(TRATO)) continue;
    const evidencias = ofensas.map((o) => ({ sentencas: [o.ordem], citacao: o.citacao }));
    alertas.push({
      titulo: `Palavra ofensiva do ${papel}`,
      descricao: `O ${papel} disse: ${[...new Set(ofensas.map((o) => o.termo))].join(', ')}.`,
      gravidade: papel === 'agente' ? 'alta' : 'media',
      evidencias: evidencias.filter((e, i) => evidencias.findIndex((o) => o.citacao === e.citacao) === i),
    });
  }
  const pick = (papel: Linha['papel'], pattern: RegExp) =>
    linhas.filter((l) => l.papel === papel && pattern.test(plain(l.texto)));
  const add = (
    titulo: string,
    descricao: string,
    gravidade: 'baixa' | 'media' | 'alta',
    assunto: RegExp,
    found: readonly Linha[],
  ) => {
    if (found.length > 0 && asked(assunto))
      alertas.push({ titulo, descricao, gravidade, evidencias: found.slice(0, 3).map(evidence) });
  };
  add(
    'Risco de reclamação em órgão de defesa',
    'O cliente falou em reclamar em órgão de defesa ou na Justiça.',
    'alta',
    DIREITOS,
    pick('cliente', QUEIXA_EXTERNA),
  );
  add(
    'Pedido de cancelamento',
    'O cliente pediu para cancelar.',
    'media',
    DIREITOS,
    pick('cliente', /\b(quero|queria|vou) cancelar\b/),
  );
  // No alert if an angry client thanks the agent at the end.
  add(
    'Cliente insatisfeito',
    'O cliente disse palavras de irritação e não terminou a ligação satisfeito.',
    'media',
    TRATO,
    moodAtEnd(linhas).elogio
      ? []
      : linhas.filter((l) => l.papel === 'cliente' && scoreSentiment(l.texto, l.papel) <= IRRITADO),
  );
  add(
    'Problema que se repete',
    'O cliente disse que o problema já aconteceu antes ou que já ligou por ele.',
    'media',
    RESOLUCAO,
    pick('cliente', /\b(de novo|outra vez|(segunda|terceira|quarta) vez|liguei .*vezes)\b/),
  );
  add(
    'Pedido do cliente recusado',
    'O agente deixou de atender um pedido do cliente.',
    'media',
    DIREITOS,
    pick('agente', /\b(nao da\b|depois (a senhora|o senhor|voce) liga|faz o que achar)/),
  );
  return alertas;
}

/** Share of the applicable criteria's weight that is met; halved by an unmet critical criterion. */
function scoreCall(
  criterios: readonly Criterio[],
  avaliados: readonly Avaliado[],
  linhas: readonly Linha[],
): number {
  let total = 0;
  let met = 0;
  let critical = false;
  for (const [i, { atendido }] of avaliados.entries()) {
    const { peso, critico } = criterios[i] ?? { peso: 0, critico: false };
    if (atendido === 'nao_se_aplica') continue;
    total += peso;
    if (atendido === 'sim') met += peso;
    else critical ||= critico;
  }
  if (total === 0) return { positivo: 0.8, neutro: 0.6, negativo: 0.3 }[overallSentiment(linhas)];
  return Math.round((met / total) * (critical ? 0.5 : 1) * 100) / 100;
}

/** Answers the task `insight`. Quotes are whole sentences of the transcript, with their numbers. */
export function makeInsight(criterios: readonly Criterio[], linhas: readonly Linha[]): InsightIa {
  const avaliados = criterios.map((criterio) => ({ id: criterio.id, ...evaluate(criterio, linhas) }));
  const sure = avaliados.filter((a) => a.seguro).length;
  const met = avaliados.filter((a) => a.atendido === 'sim').length;
  const asked = avaliados.filter((a) => a.atendido !== 'nao_se_aplica').length;
  const which = asked < avaliados.length ? 'critérios aplicáveis' : 'critérios';
  const lead = criterios.length > 0 ? `${met} de ${asked} ${which} atendidos. ` : '';
  return {
    resumo: `${lead}${summarise(linhas)}`,
    pontuacao: scoreCall(criterios, avaliados, linhas),
    confianca: Math.round((0.5 + (avaliados.length > 0 ? 0.4 * (sure / avaliados.length) : 0.1)) * 100) / 100,
    criterios: avaliados.map(({ seguro: _, ...criterio }) => criterio),
    alertas: findAlerts(criterios, linhas),
  };
}
