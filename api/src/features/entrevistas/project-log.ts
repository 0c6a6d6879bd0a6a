/** What events of a device's log make of its interview: answers, consent, where it stands. Pure. */
import {
  CONSENTIMENTOS,
  type Consentimento,
  type EventoAparelho,
} from '@escuta/shared/domain/interview/device/device-log';
import type { RespostaDada, SituacaoEntrevista } from '@escuta/shared/domain/interview/device/events';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { checkTyped, isBlank } from '@escuta/shared/domain/interview/questionnaire/typed-answer';

export const NAO_QUIS = 'Não quis participar.';
const SEM_ESPACO = 'Sem espaço no aparelho.';

export type Estado = {
  situacao: SituacaoEntrevista;
  motivo: string | null;
  consentimento: Consentimento | null;
};

export type Projecao = Estado & {
  /** What the respondent said to being asked, one after the other. */
  consentimentos: Consentimento[];
  /** The last answer to each question, with the number of its event. */
  respostas: Map<string, { resposta: RespostaDada; seq: number }>;
  /** Why there is no sound, in words; null: there is some; undefined: these events say nothing of it. */
  semSom: string | null | undefined;
  /** The event with which it ended. */
  fim: EventoAparelho | null;
  /** Something in the log does not fit the interview's version: kept, and for a manager to look at. */
  invalido: boolean;
};

/** What shows that an interview that had been given up goes on. */
const GOES_ON = new Set<EventoAparelho['tipo']>([
  'retomada',
  'pergunta_exibida',
  'resposta_alterada',
  'voltou',
]);

/** An answer as it is kept; null where the version does not take it. */
function answerOf(pergunta: PerguntaCongelada | undefined, { valor }: EventoAparelho): RespostaDada | null {
  if (!pergunta) return null;
  // Also a required one may be taken back on the way.
  if (valor === null || isBlank(valor)) return { opcoes: [], texto: null };
  const checked = checkTyped(pergunta, valor);
  return 'falha' in checked ? null : checked;
}

/** Goes on from `antes` with new events, in their order. */
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
    // Whoever does not take part is asked nothing more: what the log says beyond is for a manager.
    const refused = now.consentimento === 'recusou';
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
    if (now.situacao === 'concluida') continue;
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
