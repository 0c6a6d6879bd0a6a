import type { Db } from '@escuta/prisma/db';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import type { UsoProvedor } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import type { CodigoFalha } from '@escuta/shared/domain/runs/failures';
import type { ProcessingConfig } from '@escuta/shared/domain/runs/processing-config';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import type { AiClient } from './ai-client.ts';

export type StageRun = {
  execucaoId: string;
  empresaId: string;
  projetoId: string;
  auditoriaId: string;
  itemId: string;
  etapa: Etapa;
  /** Fencing token. */
  versao: number;
  /** Counts from 1. */
  tentativa: number;
  origem: string;
  config: ProcessingConfig;
  perfil: Perfil;
  canalAgente: Canal;
  arquivoPath: string | null;
  /** Media type, needed for sound without a header. */
  arquivoTipo: string | null;
  arquivoNome: string | null;
  arquivoSha256: string | null;
  /** The run's result; null before the audio stage. */
  resultadoId: string | null;
  saidas: Partial<Record<Etapa, unknown>>;
  /** Hashes of the finished stages' inputs. */
  entradas: Partial<Record<Etapa, string>>;
};

/** A provider's stored answer, plain JSON. */
export type Paga<T> = { resposta: T; uso: UsoProvedor; latenciaMs: number };

export type PaidPort = {
  /**
   * Returns this request's stored answer, or calls `ask`, pays for the answer and stores it.
   * @param key names the call within its stage; must be the same at every attempt
   * @param target model and request (compared by SHA-256). `earlier`: wordings of earlier versions, whose answers are
   * accepted, too
   */
  call: <T>(
    key: string,
    target: { alvo: AlvoModelo; request: string; earlier?: readonly string[] },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ) => Promise<T>;
};

export type StageContext = {
  run: StageRun;
  /** Aborts when the stage is lost; the stage must then end everything that costs time or money. */
  signal: AbortSignal;
  /** For reading only, because only the runner writes. */
  db: Db;
  store: ObjectStore;
  ai: AiClient;
  catalog: ModelCatalog;
  paid: PaidPort;
  env: WorkerEnv;
  log: Logger;
  /** Makes an empty folder, deleted with the stage. */
  workDir: () => Promise<string>;
  /** Shows progress in the timeline, replacing the previous entry. Never throws. */
  progress: (entry: TimelineEntry) => Promise<void>;
};

export type TimelineEntry = { evento: string; detalhes: string };

/** `write` runs in the transaction that the fencing token protects. */
export type StageOutcome = {
  /** Timeline entries before `evento`. */
  avisos?: readonly TimelineEntry[];
  evento: TimelineEntry;
  write?: (tx: Db) => Promise<void>;
} /* `entrada`: inputs that determine the result (shared/src/domain/runs/stage-inputs.ts); absent: never reused. */ & (
  | { tipo: 'concluida'; saida: unknown; entrada?: unknown }
  /** The run continues without the stage, which is switched off. */
  | { tipo: 'pulada'; entrada: unknown }
  /** The run ends here, and its credits are refunded; `ignorada` returns the item to `pendente`. */
  | { tipo: 'encerrada'; como: 'ignorada' | 'erro'; codigo: CodigoFalha; motivo: string; saida?: unknown }
);

/** A stage of the pipeline; may be restarted at any time, and throws StageFailure. */
export type Stage = {
  run: (context: StageContext) => Promise<StageOutcome>;
  /** Keys of the objects named in the stage's output, deleted when the run ends. */
  handedOn?: (saida: unknown) => string[];
};
