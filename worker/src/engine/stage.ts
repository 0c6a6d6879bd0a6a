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
  /** Input hashes of the run's finished stages. */
  entradas: Partial<Record<Etapa, string>>;
};

/** An answer as it is stored: plain JSON, with its cost. */
export type Paga<T> = { resposta: T; uso: UsoProvedor; latenciaMs: number };

export type PaidPort = {
  /**
   * Returns the answer stored under a key; if there is none, the answer that `ask` pays for.
   * @param key names the call within its stage, the same at every attempt
   * @param target the request, whose SHA-256 is stored, and the model, which must match. `earlier`: wordings of earlier
   * versions
   */
  call: <T>(
    key: string,
    target: { alvo: AlvoModelo; request: string; earlier?: readonly string[] },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ) => Promise<T>;
};

export type StageContext = {
  run: StageRun;
  /** Aborted when the stage is lost: end everything that costs time or money. */
  signal: AbortSignal;
  /** The stage only reads from the database; its outcome is written for it. */
  db: Db;
  store: ObjectStore;
  ai: AiClient;
  catalog: ModelCatalog;
  paid: PaidPort;
  env: WorkerEnv;
  log: Logger;
  /** Makes an empty private folder, deleted with the stage. */
  workDir: () => Promise<string>;
  /** Shows progress: each entry replaces the previous. Never throws. */
  progress: (entry: TimelineEntry) => Promise<void>;
};

export type TimelineEntry = { evento: string; detalhes: string };

/** `write` runs in the transaction that the fencing token protects. */
export type StageOutcome = {
  /** Further timeline entries, before the stage's own. */
  avisos?: readonly TimelineEntry[];
  evento: TimelineEntry;
  write?: (tx: Db) => Promise<void>;
} /* `entrada`: inputs that determine the result (shared/src/domain/runs/stage-inputs.ts); absent: never reused. */ & (
  | { tipo: 'concluida'; saida: unknown; entrada?: unknown }
  /** The stage is switched off: the run continues without it. */
  | { tipo: 'pulada'; entrada: unknown }
  /** The run ends here. `ignorada`: the item returns to pendente; both refund the credits. */
  | { tipo: 'encerrada'; como: 'ignorada' | 'erro'; codigo: CodigoFalha; motivo: string; saida?: unknown }
);

/**
 * A stage of the pipeline. The runner claims, retries and passes it on. A stage may be restarted at any time, and
 * throws StageFailure when it fails.
 */
export type Stage = {
  run: (context: StageContext) => Promise<StageOutcome>;
  /** Keys of objects in its output, deleted when the run ends. */
  handedOn?: (saida: unknown) => string[];
};
