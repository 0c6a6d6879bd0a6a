/** Words for a run's stages on the page. */
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { AGUARDANDO_PROVEDOR, SEM_ESPACO_EM_DISCO } from '@escuta/shared/domain/runs/failures';
import type { Etapa, StatusEtapa } from '@escuta/shared/domain/runs/status';

export type Execucao = NonNullable<ResultadoCompleto['execucao']>;
export type EtapaWire = Execucao['etapas'][number];

export const ETAPA_DESCRICAO: Record<Etapa, string> = {
  audio: 'Separa os canais e mede fala, silêncios e sobreposição',
  transcricao: 'Transcreve cada canal com marcação de tempo',
  analise_texto: 'Identifica sentimento e ofensas e resume a conversa',
  confronto: 'Compara cada resposta falada com a digitada',
  negocio: 'Aplica os templates de insight do projeto',
  contabilizacao: 'Registra os custos e os créditos',
};

export const STATUS_ETAPA_LABEL: Record<StatusEtapa, string> = {
  pendente: 'Aguardando',
  executando: 'Em andamento',
  concluida: 'Concluída',
  ignorada: 'Não necessária',
  erro: 'Falhou',
};

/** True while a run waits in the queue or is executed; false if there is no run. */
export function isRunning(execucao: Execucao | null): boolean {
  return execucao?.status === 'na_fila' || execucao?.status === 'executando';
}

const WAITS: ReadonlyMap<string, string> = new Map([
  [AGUARDANDO_PROVEDOR, 'Aguardando o provedor de IA'],
  [SEM_ESPACO_EM_DISCO, 'Aguardando espaço em disco no servidor'],
]);

/** Words for why a stage waits without losing an attempt; null if the stage does not wait. */
export function waitsFor(etapa: EtapaWire): string | null {
  if (etapa.erro === null || (etapa.status !== 'pendente' && etapa.status !== 'executando')) return null;
  return WAITS.get(etapa.erro) ?? null;
}

/** Share of finished stages, from 0 to 1; a running stage counts half. */
export function progressShare(etapas: readonly EtapaWire[]): number {
  if (etapas.length === 0) return 0;
  const done = etapas.reduce(
    (sum, { status }) =>
      sum + (status === 'concluida' || status === 'ignorada' ? 1 : status === 'executando' ? 0.5 : 0),
    0,
  );
  return done / etapas.length;
}

/** Duration of a stage, ms; null while it has not ended. */
export function stageMs(etapa: EtapaWire): number | null {
  if (!etapa.iniciadaEm || !etapa.terminadaEm) return null;
  return Math.max(0, Date.parse(etapa.terminadaEm) - Date.parse(etapa.iniciadaEm));
}

/** Whole seconds until a stage's next attempt; null if no attempt is planned, or if it is already due. */
export function retryInS(etapa: EtapaWire, now: number): number | null {
  if (etapa.status === 'concluida' || !etapa.proximaEm) return null;
  const ms = Date.parse(etapa.proximaEm) - now;
  return ms > 0 ? Math.ceil(ms / 1000) : null;
}
