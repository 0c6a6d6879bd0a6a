/** Manual registration of a call: form values, checks and request body (specification 2, §3 and §5). */

import type { createLigacao } from '@escuta/shared/contracts/calls/auditoria-items';
import { CAMPOS_LIGACAO, type CampoDado } from '@escuta/shared/contracts/calls/call-fields';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import type { Direcao } from '@escuta/shared/domain/calls/call-direction';
import { plural } from '@escuta/shared/domain/text/in-words';
import { isDialled, NUMERO_INVALIDO } from '@escuta/shared/domain/text/phone';
import { fromLocalDateTime, toLocalDateTime } from '../../../lib/text/format.ts';
import { MOMENTO_INVALIDO } from '../../../lib/text/masks.ts';

export const CAMPOS_OBRIGATORIOS = 'Preencha todos os campos obrigatórios.';
const CAMPO_OBRIGATORIO = 'Campo obrigatório';
export const FIM_ANTES_DO_INICIO = 'Horário de fim deve ser posterior ao de início.';

/** Initial input values; times as 'yyyy-MM-ddTHH:mm[:ss]' in Brasília's time. */
export const EMPTY_CALL = {
  numero_destino: '',
  ramal: '',
  direcao: '' as Direcao | '',
  nome_entrevistado: '',
  inicio: '',
  fim: '',
  observacoes: '',
  /** The chosen agent; if null, the server takes the agent of the extension. */
  agente: null as { id: string; nome: string } | null,
};
export type CallForm = typeof EMPTY_CALL;

/** Greatest lengths that the API accepts, in characters. */
export const MAX_LENGTH = {
  numero_destino: CAMPOS_LIGACAO.numero_destino.max,
  ramal: CAMPOS_LIGACAO.ramal.max,
  nome_entrevistado: CAMPOS_LIGACAO.nome_entrevistado.max,
  observacoes: 2000,
} as const;

/** Message for each wrong input; empty if the call can be sent. */
export type CallFormErrors = Partial<Record<keyof CallForm, string>>;

/**
 * Checks a form: number, start and end are required, the number must be one that can be dialled, the times must exist,
 * and the end must follow the start.
 */
export function validateCall(form: CallForm): CallFormErrors {
  const errors: CallFormErrors = {};
  for (const field of ['numero_destino', 'inicio', 'fim'] as const) {
    if (form[field].trim() === '') errors[field] = CAMPO_OBRIGATORIO;
    else if (field === 'numero_destino') {
      if (!isDialled(form.numero_destino)) errors.numero_destino = NUMERO_INVALIDO;
    } else if (!fromLocalDateTime(form[field])) errors[field] = MOMENTO_INVALIDO;
  }
  if (!errors.inicio && !errors.fim && durationSeconds(form) === null) errors.fim = FIM_ANTES_DO_INICIO;
  return errors;
}

/** True if a required value is missing; the form then also says so above its buttons. */
export const lacksValue = (form: CallForm): boolean =>
  Object.values(validateCall(form)).includes(CAMPO_OBRIGATORIO);

/** Seconds between start and end; null if a time is missing or the end is not after the start. */
export function durationSeconds(form: Pick<CallForm, 'inicio' | 'fim'>): number | null {
  const start = fromLocalDateTime(form.inicio);
  const end = fromLocalDateTime(form.fim);
  if (!start || !end) return null;
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000);
  return seconds > 0 ? seconds : null;
}

/** End of a call with this start and length, as the input takes it; '' if the start is not valid. */
export function endOf(inicio: string, seconds: number): string {
  const start = fromLocalDateTime(inicio);
  if (!start) return '';
  const end = new Date(Date.parse(start) + Math.max(1, Math.round(seconds)) * 1000);
  return `${toLocalDateTime(end)}:${String(end.getUTCSeconds()).padStart(2, '0')}`;
}

/** A length in words: '45 segundos', '3 minutos e 5 segundos'. */
export function durationText(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const parts = [
    whole > 0 ? plural(whole, 'minuto', 'minutos') : '',
    rest > 0 ? plural(rest, 'segundo', 'segundos') : '',
  ];
  return parts.filter(Boolean).join(' e ');
}

/** The body of POST /auditoria/call-center-default/items/ligacao. Throws if `validateCall` refuses the form. */
export function callBody(form: CallForm, projetoId: string): BodyIn<typeof createLigacao> {
  const start = fromLocalDateTime(form.inicio);
  const end = fromLocalDateTime(form.fim);
  const seconds = durationSeconds(form);
  if (!start || !end || seconds === null) throw new Error(CAMPOS_OBRIGATORIOS);
  const numero = form.numero_destino.trim();
  const ramal = form.ramal.trim();
  const campos = {
    numero_destino: numero,
    ramal: ramal || null,
    direcao: form.direcao || null,
    call_start_time: start,
    call_end_time: end,
    call_duration: seconds,
    // The form does not ask for these fields, because nobody knows the telephony's file name or call id by heart.
    asterisk_filename: undefined,
    unique_id: undefined,
  } satisfies Record<CampoDado, unknown>;
  return {
    projeto_id: projetoId,
    ...campos,
    ...(form.agente && { agente_id: form.agente.id }),
    metadata: {
      telefone_entrevistado: numero,
      ramal,
      call_start_time: start,
      call_end_time: end,
      // Whole minutes, rounded, by specification 2, §5; call_duration has the seconds.
      duracao: String(Math.round(seconds / 60)),
      nome_entrevistado: form.nome_entrevistado.trim(),
      observacoes: form.observacoes.trim(),
      tipo: 'ligacao',
    },
  };
}
