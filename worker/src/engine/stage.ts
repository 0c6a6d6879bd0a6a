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

/** A claimed stage and all it needs to know of its run. */
export type StageRun = {
  execucaoId: string;
  empresaId: string;
  projetoId: string;
  auditoriaId: string;
  itemId: string;
  etapa: Etapa;
  /** Fencing token of this claim. */
  versao: number;
  /** From 1. */
  tentativa: number;
  origem: string;
  config: ProcessingConfig;
  perfil: Perfil;
  canalAgente: Canal;
  arquivoPath: string | null;
  /** Media type as it was recognised when it came in: sound without a header is decoded by it. */
  arquivoTipo: string | null;
  arquivoNome: string | null;
  arquivoSha256: string | null;
  /** The run's result row, from the audio stage on. */
  resultadoId: string | null;
  /** What the stages before handed on. */
  saidas: Partial<Record<Etapa, unknown>>;
  /** Input hashes of the run's finished stages. */
  entradas: Partial<Record<Etapa, string>>;
};

/** An answer as it is stored: plain JSON, with what it cost. */
export type Paga<T> = { resposta: T; uso: UsoProvedor; latenciaMs: number };

/** The way to every call that costs money. */
export type PaidPort = {
  /**
   * The answer under a key: the stored one, or the one that `ask` gets and pays for.
   *
   * @param key names the call within its stage, the same at every attempt
   * @param target what is asked (only its SHA-256 is kept): an answer to anything else, or of another model, is not used. `earlier`: how
   * earlier versions of the product asked the same; what they paid for answers it, too
   */
  call: <T>(
    key: string,
    target: { alvo: AlvoModelo; request: string; earlier?: readonly string[] },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ) => Promise<T>;
};

export type StageContext = {
  run: StageRun;
  /** Aborted when the stage is no longer ours: stop what costs time or money. */
  signal: AbortSignal;
  /** For reading. What a stage writes goes through its outcome. */
  db: Db;
  store: ObjectStore;
  ai: AiClient;
  catalog: ModelCatalog;
  /** Every call that costs money goes through here. */
  paid: PaidPort;
  env: WorkerEnv;
  log: Logger;
  /** An empty private folder, removed when the stage ends. */
  workDir: () => Promise<string>;
  /** Shows people how far a slow stage has come: each entry takes the place of the one before. Never throws. */
  progress: (entry: TimelineEntry) => Promise<void>;
};

export type TimelineEntry = { evento: string; detalhes: string };

/** How a stage ended. `write` runs in the transaction that also checks the fencing token and hands over. */
export type StageOutcome = {
  /** Further timeline entries, before the stage's own. */
  avisos?: readonly TimelineEntry[];
  evento: TimelineEntry;
  write?: (tx: Db) => Promise<void>;
} /** `entrada`: what the result depends on (shared/src/domain/runs/stage-inputs.ts); absent where it is never taken over. */ & (
  | { tipo: 'concluida'; saida: unknown; entrada?: unknown }
  /** Switched off: the run goes on without it. */
  | { tipo: 'pulada'; entrada: unknown }
  /** The run ends here. `ignorada`: the item goes back to pendente; both give the credit back. */
  | { tipo: 'encerrada'; como: 'ignorada' | 'erro'; codigo: CodigoFalha; motivo: string; saida?: unknown }
);

/**
 * One stage of the pipeline. It neither claims nor retries nor hands over: the runner does. It may be run again from the
 * start at any time, and throws StageFailure when it fails.
 */
export type Stage = {
  run: (context: StageContext) => Promise<StageOutcome>;
  /** Keys of the objects that this stage's output hands on: they are due for deletion when the run ends. */
  handedOn?: (saida: unknown) => string[];
};
