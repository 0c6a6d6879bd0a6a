import { FALHAS } from '@escuta/shared/domain/runs/failures';
import type { Dialogue } from './dialogues.ts';

export type Template = { versaoId: string; templateId: string; nome: string; categoria: string };
export type Call = {
  item: string;
  projeto: string;
  auditoria: string;
  at: Date;
  status: 'concluido' | 'erro' | 'pendente';
  run: string;
  /** An invented call's conversation; null for a sample call. */
  dialogue: Dialogue | null;
  ramal: string;
  cliente: string;
  /** The sample recording; null if the call has no sound. */
  amostra: string | null;
  index: number;
};

export const FALHA = {
  codigo: 'provedor_indisponivel',
  motivo: FALHAS.provedor_indisponivel.mensagem,
} as const;

/** Length of a call without sound, s. */
export const secondsOf = ({ dialogue, index }: Call) => (dialogue?.linhas.length ?? 0) * 9 + (index % 7) * 11;
/** End of a call's run. */
export const endOf = (call: Call) => new Date(call.at.getTime() + 150_000);
