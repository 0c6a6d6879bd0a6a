/** Derives an interview from a device's events: answers, consent, state. */
import {
  CONSENTIMENTOS,
  type Consentimento,
  type EventoAparelho,
} from '@escuta/shared/domain/interview/device/device-log';
import type { RespostaDada, SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  DESFECHO_LABEL,
  DESFECHOS,
  type Desfecho,
} from '@escuta/shared/domain/interview/questionnaire/screening';
import { checkTyped, isBlank } from '@escuta/shared/domain/interview/questionnaire/typed-answer';

export const NAO_QUIS = 'Não quis participar.';
const SEM_ESPACO = 'Sem espaço no aparelho.';

export type Estado = {
  situacao: SituacaoEntrevista;
  motivo: string | null;
  desfecho: Desfecho | null;
  consentimento: Consentimento | null;
};

export type Projecao = Estado & {
  /** The respondent's successive decisions. */
  consentimentos: Consentimento[];
  /** The last answer to each question, with its event number. */
  respostas: Map<string, { resposta: RespostaDada; seq: number }>;
  /** Reason for missing sound, as text; null: there is sound; undefined: unknown from these events. */
  semSom: string | null | undefined;
  /** The event that ended the interview; null: the interview has not ended. */
  fim: EventoAparelho | null;
  /** True if an event does not fit the interview's version: the event is stored, and a manager checks it. */
  invalido: boolean;
};

/** Events that show that an interrupted interview continues. */
const GOES_ON = new Set<EventoAparelho['tipo']>([
  'retomada',
  'pergunta_exibida',
  'resposta_alterada',
  'voltou',
]);

/** Converts an event's answer; null if the version does not allow it. */
function answerOf(pergunta: PerguntaCongelada | undefined, { valor }: EventoAparelho): RespostaDada | null {
  if (!pergunta) return null;
  // A required answer may also be removed until the interview ends.
  if (valor === null || isBlank(valor)) return { opcoes: [], texto: null };
  const checked = checkTyped(pergunta, valor);
  return 'falha' in checked ? null : checked;
}

/** Applies new events, in order, to the state `antes`. */
export function projectLog(
  perguntas: readonly PerguntaCongelada[],
  antes: Estado,
  eventos: readonly EventoAparelho[],
): Projecao {
  const byId = new Map(perguntas.map((pergunta) => [pergunta.id, pergunta]));
  const now: Projecao = {
    ...antes,
    consentimentos: [],
    respostas: new Map(),
    semSom: undefined,
    fim: null,
    invalido: false,
  };
  for (const evento of eventos) {
    // No question is asked after a refusal or an early end (`desfecho`), so that a manager must check the events that
    // follow.
    const refused = now.consentimento === 'recusou' || now.desfecho !== null;
    if (evento.tipo === 'iniciada' && evento.motivo) now.semSom = evento.motivo;
    else if (evento.tipo === 'sem_espaco') now.semSom = SEM_ESPACO;
    else if (evento.tipo === 'gravacao_iniciada') now.semSom = null;
    if (evento.tipo === 'resposta_alterada') {
      const id = evento.pergunta_id?.toLowerCase() ?? '';
      const resposta = refused ? null : answerOf(byId.get(id), evento);
      if (resposta) now.respostas.set(id, { resposta, seq: evento.seq });
      else now.invalido = true;
    }
    if (evento.tipo === 'consentimento') {
      const said = refused ? undefined : CONSENTIMENTOS.find((one) => one === evento.motivo);
      if (said) {
        now.consentimento = said;
        now.consentimentos.push(said);
      } else now.invalido = true;
      if (said === 'recusou' && now.situacao !== 'concluida') {
        Object.assign(now, { situacao: 'interrompida', motivo: NAO_QUIS });
      }
    }
    if (evento.tipo === 'finalizada' && now.consentimento === 'recusou') {
      now.invalido = true;
      continue;
    }
    if (now.situacao === 'concluida' || now.desfecho !== null) continue;
    if (evento.tipo === 'encerrada') {
      const desfecho = DESFECHOS.find((one) => one === evento.motivo);
      if (!desfecho || now.consentimento === 'recusou') now.invalido = true;
      else
        Object.assign(now, {
          ...{ situacao: 'interrompida', desfecho, motivo: `${DESFECHO_LABEL[desfecho]}.`, fim: evento },
        });
      continue;
    }
    if (evento.tipo === 'finalizada')
      Object.assign(now, { situacao: 'concluida', motivo: null, fim: evento });
    else if (evento.tipo === 'interrompida') {
      const motivo = now.consentimento === 'recusou' ? NAO_QUIS : evento.motivo;
      Object.assign(now, { situacao: 'interrompida', motivo, fim: evento });
    } else if (
      now.situacao === 'interrompida' &&
      now.consentimento !== 'recusou' &&
      GOES_ON.has(evento.tipo)
    ) {
      Object.assign(now, { situacao: 'em_andamento', motivo: null, fim: null });
    }
  }
  return now;
}
