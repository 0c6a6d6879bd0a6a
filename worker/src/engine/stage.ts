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
  /** Fencing token of the claim. */
  versao: number;
  /** Number of the attempt, from 1. */
  tentativa: number;
  origem: string;
  config: ProcessingConfig;
  perfil: Perfil;
  canalAgente: Canal;
  arquivoPath: string | null;
  /** Media type recognised at the upload, needed for sound without a header. */
  arquivoTipo: string | null;
  arquivoNome: string | null;
  arquivoSha256: string | null;
  /** The run's result row; null before the audio stage. */
  resultadoId: string | null;
  saidas: Partial<Record<Etapa, unknown>>;
  /** Hashes of the inputs of the run's finished stages. */
  entradas: Partial<Record<Etapa, string>>;
};

/** A provider's answer as it is stored (plain JSON), with its usage and latency. */
export type Paga<T> = { resposta: T; uso: UsoProvedor; latenciaMs: number };

export type PaidPort = {
  /**
   * Returns the answer stored for this request; if there is none, calls `ask`, pays for its answer and stores it.
   * @param key names the call within its stage; must be the same at every attempt
   * @param target the request, whose SHA-256 is stored, and the model; both must match. `earlier`: the request as
   * worded by earlier versions, whose answers are accepted, too
   */
  call: <T>(
    key: string,
    target: { alvo: AlvoModelo; request: string; earlier?: readonly string[] },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ) => Promise<T>;
};

export type StageContext = {
  run: StageRun;
  /** Aborts when the stage is lost: the stage must then end everything that costs time or money. */
  signal: AbortSignal;
  /** For reading only: the runner writes the stage's outcome. */
  db: Db;
  store: ObjectStore;
  ai: AiClient;
  catalog: ModelCatalog;
  paid: PaidPort;
  env: WorkerEnv;
  log: Logger;
  /** Makes an empty private folder, deleted with the stage. */
  workDir: () => Promise<string>;
  /** Shows progress in the timeline; each entry replaces the previous one. Never throws. */
  progress: (entry: TimelineEntry) => Promise<void>;
};

export type TimelineEntry = { evento: string; detalhes: string };

/** Outcome of a stage. `write` is run in the transaction that is protected by the fencing token. */
export type StageOutcome = {
  /** Further timeline entries, placed before `evento`. */
  avisos?: readonly TimelineEntry[];
  evento: TimelineEntry;
  write?: (tx: Db) => Promise<void>;
} /* `entrada`: inputs that determine the result (shared/src/domain/runs/stage-inputs.ts); absent: never reused. */ & (
  | { tipo: 'concluida'; saida: unknown; entrada?: unknown }
  /** The stage is switched off, and the run continues without it. */
  | { tipo: 'pulada'; entrada: unknown }
  /** The run ends here, and its credits are refunded. With `ignorada`, the item returns to `pendente`. */
  | { tipo: 'encerrada'; como: 'ignorada' | 'erro'; codigo: CodigoFalha; motivo: string; saida?: unknown }
);

/**
 * A stage of the pipeline. The runner claims, retries and passes it on. A stage may be restarted at any time, and
 * throws StageFailure when it fails.
 */
export type Stage = {
  run: (context: StageContext) => Promise<StageOutcome>;
  /** Keys of the stored objects named in the stage's output; they are deleted when the run ends. */
  handedOn?: (saida: unknown) => string[];
};
