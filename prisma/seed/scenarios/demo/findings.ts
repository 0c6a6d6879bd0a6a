import type { Db } from '@escuta/prisma/db';
import { quarterMeans } from '@escuta/shared/domain/insights/analysis-merge';
import { alertKey } from '@escuta/shared/domain/insights/insight-result';
import { isProven, scoreCriteria } from '@escuta/shared/domain/insights/scores';
import { enumerate } from '@escuta/shared/domain/text/in-words';
import type { AnaliseGravada } from '@escuta/shared/domain/transcripts/text-analysis';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows, type Row } from '@escuta/shared/platform/database/insert-rows';
import { DEMO_TEMPLATES } from '../../templates.ts';
import { type Call, endOf, type Template } from './calls.ts';
import type { Dialogue } from './dialogues.ts';
import { addReviews, findReviewer, type Review, wrongCriterion } from './reviews.ts';

const MODELO = 'demonstração';
const DAY_MS = 86_400_000;

/** Adds transcripts and text analyses of finished calls without sound. */
export async function addResults(tx: Db, empresaId: string, calls: readonly Call[]): Promise<void> {
  const done = calls.filter(isComposed);
  const results = done.map((call) => ({ call, id: newId(), left: newId(), right: newId() }));
  await insertRows(
    tx,
    'auditoria_resultados',
    results.map(({ call, id }) => ({
      id,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      auditoria_id: call.auditoria,
      item_id: call.item,
      execucao_id: call.run,
      status_processamento: 'concluido',
      analise_texto: analysisOf(call),
      processado_em: endOf(call),
      created_at: call.at,
      updated_at: endOf(call),
    })),
  );
  await insertRows(
    tx,
    'transcricoes',
    results.flatMap(({ call, id, left, right }) =>
      (['a', 'c'] as const).map((quem) => ({
        id: quem === 'a' ? left : right,
        empresa_id: empresaId,
        projeto_id: call.projeto,
        item_id: call.item,
        resultado_id: id,
        canal: quem === 'a' ? 'left' : 'right',
        modelo: MODELO,
        full_text: call.dialogue.linhas
          .filter((linha) => linha.quem === quem)
          .map(({ texto }) => texto)
          .join(' '),
      })),
    ),
  );
  await insertRows(
    tx,
    'sentencas',
    results.flatMap(({ call, left, right }) =>
      call.dialogue.linhas.map(({ quem, texto }, ordem) => ({
        id: newId(),
        empresa_id: empresaId,
        transcricao_id: quem === 'a' ? left : right,
        ordem,
        texto,
        ...timesOf(ordem),
        falante: quem === 'a' ? 'agente' : 'cliente',
      })),
    ),
  );
}

function timesOf(ordem: number): { start_ms: number; end_ms: number } {
  return { start_ms: ordem * 9000 + 500, end_ms: ordem * 9000 + 7500 };
}

function analysisOf({ dialogue }: Composed): AnaliseGravada {
  return {
    resumo: dialogue.resumo,
    sentimentoGeral: dialogue.sentimento,
    sentimentoPorQuarto: quarterMeans(
      dialogue.linhas.map(({ s }, ordem) => ({ startMs: ordem * 9000 + 500, sentimento: s })),
      dialogue.linhas.length * 9000,
    ),
    ofensas: dialogue.ofensas.map(({ linha, termo, contexto }) => ({
      ordem: linha,
      termo,
      citacao: dialogue.linhas[linha]?.texto ?? '',
      contexto,
    })),
    respostas: [],
    modelo: MODELO,
    sentimentos: Object.fromEntries(dialogue.linhas.map(({ s }, ordem) => [ordem, s])),
  };
}

/** Adds insights, with evidence, of finished calls without sound. */
export async function addInsights(
  tx: Db,
  empresaId: string,
  calls: readonly Call[],
  templates: readonly Template[],
  until: Date,
): Promise<void> {
  const insights: Row[] = [];
  const quotes: Row[] = [];
  const reviews: Review[] = [];
  const reviewer = await findReviewer(tx, empresaId);
  for (const call of calls.filter(isComposed)) {
    for (const template of templates) {
      const id = newId();
      const judged = judge(call.dialogue, template.nome);
      const alert = call.dialogue.alertas.find((one) => one.template === template.nome) ?? null;
      const reviewed = reviewer !== null && isReviewed(call, template, alert, until);
      const reviewedAt = new Date(Math.min(call.at.getTime() + DAY_MS, until.getTime()));
      const errado = reviewed ? wrongCriterion(judged.criterios, call.index) : null;
      const veredito = errado === null ? ('aprovado' as const) : ('rejeitado' as const);
      const motivo = errado === null ? null : 'Critério avaliado errado';
      const revisaoMs = 14_000 + (call.index % 9) * 3500;
      if (reviewed && reviewer) {
        const { criterios } = judged;
        const given = { insightId: id, empresaId, usuarioId: reviewer, veredito, motivo, revisaoMs };
        reviews.push({ ...given, at: reviewedAt, criterios, errado });
      }
      insights.push({
        id,
        empresa_id: empresaId,
        projeto_id: call.projeto,
        auditoria_id: call.auditoria,
        item_id: call.item,
        execucao_id: call.run,
        template_versao_id: template.versaoId,
        status_processamento: 'concluido',
        categoria: template.categoria,
        tags: [],
        score_confianca: 0.78 + (call.index % 5) * 0.04,
        pontuacao: judged.pontuacao,
        resultado: { pontuacaoIa: judged.pontuacao ?? 0, criterios: judged.criterios },
        resumo: judged.resumo,
        alertas_identificados: alert
          ? [
              {
                titulo: alert.titulo,
                descricao: alert.descricao,
                gravidade: alert.gravidade,
                comprovado: true,
              },
            ]
          : [],
        sem_evidencia: false,
        modelo: MODELO,
        parametros_omitidos: [],
        validado_humano: reviewed,
        veredito: reviewed ? veredito : null,
        motivo_rejeicao: reviewed ? motivo : null,
        validado_por: reviewed ? reviewer : null,
        validado_em: reviewed ? reviewedAt : null,
        revisao_ms: reviewed ? revisaoMs : null,
        processed_at: endOf(call),
        created_at: endOf(call),
        updated_at: endOf(call),
      });
      const found = alert
        ? [
            ...judged.provas,
            {
              criterio: alertKey(0),
              linha: alert.linha,
              citacao: call.dialogue.linhas[alert.linha]?.texto ?? '',
            },
          ]
        : judged.provas;
      quotes.push(
        ...found.map(({ criterio, linha, citacao }, ordem) => ({
          id: newId(),
          empresa_id: empresaId,
          insight_id: id,
          ordem,
          criterio,
          citacao,
          verificada: true,
          sentenca_ordem: linha,
          canal: call.dialogue.linhas[linha]?.quem === 'a' ? 'left' : 'right',
          ...timesOf(linha),
        })),
      );
    }
  }
  await insertRows(tx, 'insights', insights);
  await insertRows(tx, 'evidencias', quotes);
  await addReviews(tx, reviews);
}

/** True for a finished call without sound; calls with sound have recorded findings. */
const isComposed = (call: Call): call is Composed => call.status === 'concluido' && call.dialogue !== null;
type Composed = Call & { dialogue: Dialogue };

/**
 * True if a person has judged the insight: always if its alert is grave or older than a week; otherwise in one of three
 * calls with an alert and in few calls without, so that the queue begins with calls with sound.
 */
function isReviewed(
  { at, index }: Call,
  { nome }: Template,
  alert: Dialogue['alertas'][number] | null,
  until: Date,
): boolean {
  if (alert) {
    const isOld = until.getTime() - at.getTime() > 7 * DAY_MS;
    return alert.gravidade === 'alta' || isOld || index % 3 === 0;
  }
  // Two in eleven calls: as 11 shares no factor with a team's number of agents, every agent's calls are judged.
  return nome === 'Aderência ao script de atendimento' && index % 11 < 2;
}

/** A criterion's demand, in the words of a summary. */
const ASSUNTO: Record<string, string> = {
  saudacao: 'a saudação',
  identificacao: 'o nome do agente',
  confirmacao_dados: 'a confirmação de dados',
  protocolo: 'o número do protocolo',
  mais_ajuda: 'a oferta de mais ajuda',
  encerramento: 'o agradecimento no fim',
  cordialidade: 'a cortesia',
  empatia: 'a empatia',
  sem_ofensa: 'o respeito',
  aviso_espera: 'o aviso antes da espera',
  aviso_gravacao: 'o aviso de gravação',
  cancelamento: 'o atendimento do pedido de cancelamento',
  solucao: 'a solução',
  prazo: 'o prazo',
  satisfacao: 'a satisfação do cliente',
};

/** A dialogue's answers to a template, scored as in the worker. */
function judge(dialogue: Dialogue, nome: string) {
  const respostas = dialogue.respostas[nome as keyof Dialogue['respostas']];
  const template = DEMO_TEMPLATES.find((one) => one.nome === nome);
  const provas: { criterio: string; linha: number; citacao: string }[] = [];
  const criterios = (template?.criterios ?? []).map(({ id, descricao, peso, critico, ausencia = false }) => {
    const answer = respostas[id];
    if (!answer) throw new Error(`A conversa da demonstração não responde ao critério ${id}.`);
    const { atendido, linha, citacao } = answer;
    const quoted = linha !== undefined && citacao !== undefined;
    if (quoted) provas.push({ criterio: id, linha, citacao });
    return {
      id,
      descricao,
      peso,
      critico,
      atendido,
      justificativa: JUSTIFICATIVA[atendido],
      comprovado: isProven(atendido, quoted ? [{ verificada: true }] : [], ausencia),
    };
  });
  const missed = criterios.filter(({ atendido }) => atendido === 'nao').map(({ id }) => ASSUNTO[id] ?? id);
  const resumo =
    missed.length === 0
      ? 'Todos os critérios que se aplicam foram atendidos.'
      : `Faltou ${enumerate(missed)}.`;
  return { resumo, criterios, provas, pontuacao: scoreCriteria(criterios) };
}

const JUSTIFICATIVA = {
  sim: 'Observado na ligação.',
  nao: 'Não foi observado na ligação.',
  nao_se_aplica: 'A situação não surgiu na ligação.',
} as const;
