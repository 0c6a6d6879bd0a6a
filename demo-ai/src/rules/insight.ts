import type { EvidenciaIa, InsightIa } from '@escuta/shared/domain/insights/ai-answers';
import type { Criterio, Linha } from '../prompt-reader.ts';
import { plain, VAZIAS, wordsOf } from './lexicon.ts';
import { findOffenses, overallSentiment, scoreSentiment, summarise } from './text-analysis.ts';

type Papel = Linha['papel'];

/** A subject of criteria, and the signs of its presence in the transcript. */
export type Assunto = {
  nome: string;
  /** In the criterion's description (plain text). */
  pedido: RegExp;
  /** In a sentence (plain text). */
  fala: RegExp;
  /** The party that must say it; default the agent. */
  papel?: Papel;
  /** Only the first or last sentences of that side count. */
  entre?: { primeiras: number } | { ultimas: number };
};

export const ASSUNTOS: readonly Assunto[] = [
  {
    nome: 'saudação',
    pedido: /\b(saudac|cumpriment|sauda\b|saudou|abertura)/,
    fala: /\b(bom dia|boa tarde|boa noite|ola)\b/,
    entre: { primeiras: 3 },
  },
  {
    nome: 'nome da empresa',
    pedido: /\bempresa\b/,
    fala: /\b(lumavia|(da|do) \w+ (telecom|cobrancas|seguros|saude|internet)|aqui e d[ao])\b/,
    entre: { primeiras: 3 },
  },
  {
    nome: 'identificação do agente',
    pedido: /(se identific|identificacao do (agente|atendente|operador)|apresent|seu nome|proprio nome)/,
    fala: /\b(meu nome e|aqui e (a|o) \w+|quem fala e|eu sou (a|o) \w+)\b/,
    entre: { primeiras: 4 },
  },
  {
    nome: 'confirmação de dados do cliente',
    pedido: /(confirm|dados cadastrais|dados do cliente|cpf|identidade|valid(ou|ar|acao))/,
    fala: /\b(confirma|confirmar|cpf|data de nascimento|nome completo|eu falo com)\b/,
  },
  { nome: 'aviso de gravação', pedido: /grava(cao|d|r)/, fala: /\b(gravada|gravado|gravacao)\b/ },
  {
    nome: 'número de protocolo',
    pedido: /protocolo/,
    fala: /\bprotocolo\b.*\d|\bprotocolo( e)?:? .*\b(zero|um|dois|tres|quatro|cinco|seis|sete|oito|nove)\b/,
  },
  {
    nome: 'oferta de ajuda adicional',
    pedido: /(algo mais|mais alguma|ajuda adicional|outra duvida|mais ajuda)/,
    fala: /\b(algo mais|mais alguma coisa|alguma duvida)\b/,
  },
  {
    nome: 'encerramento cordial',
    pedido: /(encerr|despedid|finaliz|agradec)/,
    fala: /\b(agradece|agradecemos|obrigad[ao] pel|tenha (um|uma))\b/,
    entre: { ultimas: 3 },
  },
  {
    nome: 'empatia',
    pedido: /(empat|acolh|desculp|compreens)/,
    fala: /\b(sinto muito|lamento|desculp|entendo|compreendo|transtorno|tem razao)\b/,
  },
  {
    nome: 'aviso ou agradecimento de espera',
    pedido: /(espera|aguard|pausa|mudo|hold)/,
    fala: /\b(aguarda|aguarde|um momento|um instante|por aguardar)\b/,
  },
  {
    nome: 'informação sobre fidelidade ou multa',
    pedido: /(fidelidade|multa|carencia)/,
    fala: /\b(fidelidade|multa|carencia)\b/,
  },
  {
    nome: 'direito de arrependimento',
    pedido: /(arrependimento|desist|sete dias)/,
    fala: /\b(desistir|arrependimento|sete dias)\b/,
  },
  {
    nome: 'oferta ou proposta',
    pedido: /(ofert|propost|negoci|parcel|desconto|benefici|plano)/,
    fala: /\b(posso oferecer|parcelas|desconto|mega por|gratis|negociar)\b/,
  },
  {
    nome: 'solução do pedido',
    pedido: /(soluc|resolv|atend(eu|er) (a|ao|o) (pedido|solicita|demanda))/,
    fala: /\b(ja cancelei|solicitei|enviei|foi concluido|foi registrado|estorno)\b/,
  },
  {
    nome: 'fechamento da venda',
    pedido: /(venda|contrat(ou|ar|acao)|fechamento)/,
    fala: /\b(quero contratar|pedido foi concluido)\b/,
    papel: 'cliente',
  },
];

/** Criteria that ask for the absence of offence. */
const RESPEITO = /(ofens|palavra|palavrao|respeit|cordial|educa|linguagem|tratamento)/;
/** Criteria that words cannot answer. */
const SO_PELO_SOM = /(interromp|silencio|volume|tom de voz|velocidade|ritmo)/;

const evidence = (linha: Linha): EvidenciaIa => ({ sentencas: [linha.ordem], citacao: linha.texto });

type Avaliado = InsightIa['criterios'][number] & { seguro: boolean };

export function linesFor(linhas: readonly Linha[], { papel = 'agente', entre }: Assunto): readonly Linha[] {
  const own = linhas.filter((l) => l.papel === papel || l.papel === 'desconhecido');
  if (entre === undefined) return own;
  return 'primeiras' in entre ? own.slice(0, entre.primeiras) : own.slice(-entre.ultimas);
}

function evaluate(criterio: Criterio, linhas: readonly Linha[]): Avaliado {
  const pedido = plain(criterio.descricao);
  const answer = (
    atendido: Avaliado['atendido'],
    justificativa: string,
    evidencias: EvidenciaIa[] = [],
    seguro = true,
  ): Avaliado => ({ id: criterio.id, atendido, justificativa, evidencias, seguro });

  if (linhas.length === 0) return answer('nao_se_aplica', 'A ligação não tem fala transcrita.');
  if (SO_PELO_SOM.test(pedido)) {
    return answer(
      'nao_se_aplica',
      'O modo demonstração julga só as palavras; veja os dados acústicos.',
      [],
      false,
    );
  }
  const assuntos = ASSUNTOS.filter((a) => a.pedido.test(pedido));
  if (assuntos.length > 0) return evaluateSubjects(assuntos, linhas, answer);
  if (RESPEITO.test(pedido)) {
    const ofensas = findOffenses(linhas.filter((l) => l.papel === 'agente'));
    if (ofensas.length === 0) return answer('sim', 'Nenhuma palavra ofensiva da lista foi dita pelo agente.');
    return answer(
      'nao',
      'O agente disse palavra ofensiva.',
      ofensas.map((o) => ({ sentencas: [o.ordem], citacao: o.citacao })),
    );
  }
  const best = bestOverlap(pedido, linhas);
  return best === null
    ? answer('nao', 'Nenhuma fala do agente tem as palavras do critério.', [], false)
    : answer('sim', 'Uma fala do agente tem as palavras do critério.', [evidence(best)], false);
}

function evaluateSubjects(
  assuntos: readonly Assunto[],
  linhas: readonly Linha[],
  answer: (atendido: Avaliado['atendido'], justificativa: string, evidencias?: EvidenciaIa[]) => Avaliado,
): Avaliado {
  const found = assuntos.map((assunto) => ({
    assunto,
    linha: linesFor(linhas, assunto).find((l) => assunto.fala.test(plain(l.texto))),
  }));
  const missing = found.filter((f) => f.linha === undefined).map((f) => f.assunto.nome);
  const evidencias = found.flatMap((f) => (f.linha ? [evidence(f.linha)] : []));
  const unique = evidencias.filter((e, i) => evidencias.findIndex((o) => o.citacao === e.citacao) === i);
  return missing.length === 0
    ? answer('sim', `Encontrado na ligação: ${assuntos.map((a) => a.nome).join(', ')}.`, unique)
    : answer('nao', `Não encontrado na ligação: ${missing.join(', ')}.`, unique);
}

/** The agent's sentence that shares at least two subject words (by their first six letters) with the criterion. */
function bestOverlap(pedido: string, linhas: readonly Linha[]): Linha | null {
  const stems = (text: string) =>
    new Set(
      wordsOf(text)
        .filter((w) => w.length >= 5 && !VAZIAS.has(w))
        .map((w) => w.slice(0, 6)),
    );
  const wanted = stems(pedido);
  const needed = Math.min(2, wanted.size);
  if (needed === 0) return null;
  const [best] = linhas
    .filter((l) => l.papel !== 'cliente')
    .map((linha) => ({ linha, shared: [...stems(linha.texto)].filter((s) => wanted.has(s)).length }))
    .sort((a, b) => b.shared - a.shared);
  return best !== undefined && best.shared >= needed ? best.linha : null;
}

/** Subjects of criteria by which an alert belongs to a template. */
const TRATO = /cortes|cordial|empatia|ofens|respeit|satisf/;
const DIREITOS = /cancel|direito|decreto|aviso|gravad|protocolo|obstaculo/;

/** Finds alerts for a supervisor on the criteria's subjects; on all subjects without criteria. */
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
  const pick = (papel: Papel, pattern: RegExp) =>
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
    pick('cliente', /\b(procon|anatel|reclame aqui|justica|processar|advogad)/),
  );
  add(
    'Pedido de cancelamento',
    'O cliente pediu para cancelar.',
    'media',
    DIREITOS,
    pick('cliente', /\b(quero|queria|vou) cancelar\b/),
  );
  add(
    'Cliente insatisfeito',
    'Falas do cliente com sentimento muito negativo.',
    'media',
    TRATO,
    linhas.filter((l) => l.papel === 'cliente' && scoreSentiment(l.texto) <= -0.7),
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

/** Met share of the weight of all applicable criteria; an unmet critical one halves it. */
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
  // Without criteria, only the client's mood counts.
  if (total === 0) return { positivo: 0.8, neutro: 0.6, negativo: 0.3 }[overallSentiment(linhas)];
  return Math.round((met / total) * (critical ? 0.5 : 1) * 100) / 100;
}

/** Answer to the task `insight`. Quotes are whole sentences of the transcript, with their numbers. */
export function makeInsight(criterios: readonly Criterio[], linhas: readonly Linha[]): InsightIa {
  const avaliados = criterios.map((criterio) => evaluate(criterio, linhas));
  const sure = avaliados.filter((a) => a.seguro).length;
  const met = avaliados.filter((a) => a.atendido === 'sim').length;
  const lead = criterios.length > 0 ? `${met} de ${criterios.length} critérios atendidos. ` : '';
  return {
    resumo: `${lead}${summarise(linhas)}`,
    pontuacao: scoreCall(criterios, avaliados, linhas),
    confianca: Math.round((0.5 + (avaliados.length > 0 ? 0.4 * (sure / avaliados.length) : 0.1)) * 100) / 100,
    criterios: avaliados.map(({ seguro: _, ...criterio }) => criterio),
    alertas: findAlerts(criterios, linhas),
  };
}
