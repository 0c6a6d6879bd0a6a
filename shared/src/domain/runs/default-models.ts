import type { UnidadePreco } from './costs.ts';
import type { ProtocoloDeclarado } from './model-capabilities.ts';

export type AlvoModelo = { provedor: 'openai' | 'anthropic'; modelo: string };

/** Value of modelos_catalogo.capacidades. */
export type CapacidadesCatalogo = {
  /** Model called from this model's shutdown on (model-capabilities.ts, `encerraEm`). */
  sucessor?: AlvoModelo;
  /** Model called if the label's provider has no key; without an alternative the run ends with a reason. */
  alternativa?: AlvoModelo;
  /** Declared capabilities of the label's own model; they override those known by name. */
  protocolo?: ProtocoloDeclarado | undefined;
};

export type ModeloPadrao = AlvoModelo & {
  rotulo: string;
  finalidade: 'transcricao' | 'texto';
  capacidades: CapacidadesCatalogo;
  /** ISO date of a shutdown that an administrator set; it overrides the product's date. */
  desativadoEm?: string | null;
};

const GRANDE: AlvoModelo = { provedor: 'openai', modelo: 'gpt-5.6-sol' };
const PEQUENO: AlvoModelo = { provedor: 'openai', modelo: 'gpt-6-luna' };

/** The initial catalogue. The specification's four labels are retired models; each maps to its successor. */
export const DEFAULT_MODELS: readonly ModeloPadrao[] = [
  { rotulo: 'gpt-4', ...GRANDE, finalidade: 'texto', capacidades: {} },
  { rotulo: 'gpt-3.5-turbo', ...PEQUENO, finalidade: 'texto', capacidades: {} },
  {
    rotulo: 'claude-3-sonnet',
    provedor: 'anthropic',
    modelo: 'claude-sonnet-4-6',
    finalidade: 'texto',
    capacidades: { alternativa: GRANDE },
  },
  {
    rotulo: 'claude-3-haiku',
    provedor: 'anthropic',
    modelo: 'claude-haiku-4-5',
    finalidade: 'texto',
    capacidades: { alternativa: PEQUENO },
  },
  {
    rotulo: 'padrao-transcricao',
    provedor: 'openai',
    modelo: 'whisper-1',
    finalidade: 'transcricao',
    capacidades: { sucessor: { provedor: 'openai', modelo: 'gpt-transcribe' } },
  },
];

export type PrecoPadrao = {
  provedor: AlvoModelo['provedor'];
  modelo: string;
  unidade: UnidadePreco;
  /** USD per minute or token, exact. */
  precoUsd: string;
};

const tokens = (alvo: AlvoModelo, entrada: string, saida: string): PrecoPadrao[] => [
  { ...alvo, unidade: 'token_entrada', precoUsd: entrada },
  { ...alvo, unidade: 'token_saida', precoUsd: saida },
];

/** List prices of November 2026. */
export const DEFAULT_PRICES: readonly PrecoPadrao[] = [
  { provedor: 'openai', modelo: 'whisper-1', unidade: 'minuto_audio', precoUsd: '0.006' },
  { provedor: 'openai', modelo: 'gpt-transcribe', unidade: 'minuto_audio', precoUsd: '0.0045' },
  ...tokens(GRANDE, '0.000004', '0.00002'),
  ...tokens(PEQUENO, '0.0000001', '0.0000005'),
  ...tokens({ provedor: 'anthropic', modelo: 'claude-sonnet-4-6' }, '0.000003', '0.000015'),
  ...tokens({ provedor: 'anthropic', modelo: 'claude-haiku-4-5' }, '0.000001', '0.000005'),
];

export const DEFAULT_PRICES_FROM = '2026-01-01T00:00:00.000Z';

export type ModeloResolvido = AlvoModelo & {
  rotulo: string;
  /** Reason for calling another model than the label's, for the timeline; null: the label's own. */
  observacao: string | null;
  protocolo?: ProtocoloDeclarado | null;
};

export type ResolucaoModelo =
  | { ok: true; modelo: ModeloResolvido }
  | { ok: false; motivo: 'rotulo_desconhecido' | 'provedor_nao_configurado' };

/**
 * Resolves a label to its model; after that model's shutdown, to the successor; without the provider's key, to the
 * alternative, or to a failure. `observacao` reports a replacement.
 * @param encerraEm ISO date of a model's shutdown, or null
 */
export function resolveModel(
  entry: ModeloPadrao | null,
  context: {
    configured: (provedor: AlvoModelo['provedor']) => boolean;
    encerraEm: (modelo: string) => string | null;
    now: Date;
  },
): ResolucaoModelo {
  if (!entry) return { ok: false, motivo: 'rotulo_desconhecido' };
  const { rotulo, capacidades } = entry;
  let target: AlvoModelo = { provedor: entry.provedor, modelo: entry.modelo };
  let observacao: string | null = null;
  const end = entry.desativadoEm ?? context.encerraEm(target.modelo);
  if (capacidades.sucessor && end !== null && context.now >= new Date(`${end}T00:00:00Z`)) {
    observacao = `O modelo ${target.modelo} foi desativado pelo fabricante; a Escuta usou ${capacidades.sucessor.modelo}.`;
    target = capacidades.sucessor;
  }
  if (!context.configured(target.provedor)) {
    const { alternativa } = capacidades;
    if (!alternativa || !context.configured(alternativa.provedor)) {
      return { ok: false, motivo: 'provedor_nao_configurado' };
    }
    observacao = `O provedor de ${rotulo} não está configurado; a Escuta usou ${alternativa.modelo}.`;
    target = alternativa;
  }
  // Declared capabilities do not apply to a replacement.
  const protocolo = observacao === null ? (capacidades.protocolo ?? null) : null;
  const { provedor, modelo } = target;
  return { ok: true, modelo: { rotulo, provedor, modelo, observacao, protocolo } };
}
