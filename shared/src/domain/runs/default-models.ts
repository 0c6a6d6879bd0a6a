import type { UnidadePreco } from './costs.ts';
import type { ProtocoloDeclarado } from './model-capabilities.ts';

/** Where a label or a model leads. */
export type AlvoModelo = { provedor: 'openai' | 'anthropic'; modelo: string };

/** modelos_catalogo.capacidades: what the catalogue adds to the capability table. All optional. */
export type CapacidadesCatalogo = {
  /** What is called from the day on which the maker switches the model off (model-capabilities.ts, `encerraEm`). */
  sucessor?: AlvoModelo;
  /** What is called when the label's provider has no key here. Without one, such a run ends with a clear reason. */
  alternativa?: AlvoModelo;
  /** What is declared of the label's own model, before anything that its name would say. */
  protocolo?: ProtocoloDeclarado | undefined;
};

export type ModeloPadrao = AlvoModelo & {
  rotulo: string;
  finalidade: 'transcricao' | 'texto';
  capacidades: CapacidadesCatalogo;
  /** ISO date from which its maker no longer serves it, where an administrator knows better than the product. */
  desativadoEm?: string | null;
};

const GRANDE: AlvoModelo = { provedor: 'openai', modelo: 'gpt-5.6-sol' };
const PEQUENO: AlvoModelo = { provedor: 'openai', modelo: 'gpt-6-luna' };

/**
 * The catalogue as installed. The specification's four labels are models that their makers retired: each leads to the
 * maker's named successor of the same size (as of November 2026). Operators edit the rows, not this list.
 */
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
  /** USD for one minute or token, exact, as text. */
  precoUsd: string;
};

const tokens = (alvo: AlvoModelo, entrada: string, saida: string): PrecoPadrao[] => [
  { ...alvo, unidade: 'token_entrada', precoUsd: entrada },
  { ...alvo, unidade: 'token_saida', precoUsd: saida },
];

/** The makers' list prices of November 2026, in force from DEFAULT_PRICES_FROM on. */
export const DEFAULT_PRICES: readonly PrecoPadrao[] = [
  { provedor: 'openai', modelo: 'whisper-1', unidade: 'minuto_audio', precoUsd: '0.006' },
  { provedor: 'openai', modelo: 'gpt-transcribe', unidade: 'minuto_audio', precoUsd: '0.0045' },
  ...tokens(GRANDE, '0.000004', '0.00002'),
  ...tokens(PEQUENO, '0.0000001', '0.0000005'),
  ...tokens({ provedor: 'anthropic', modelo: 'claude-sonnet-4-6' }, '0.000003', '0.000015'),
  ...tokens({ provedor: 'anthropic', modelo: 'claude-haiku-4-5' }, '0.000001', '0.000005'),
];

/** ISO instant from which the default prices hold. */
export const DEFAULT_PRICES_FROM = '2026-01-01T00:00:00.000Z';

/** A label resolved for one call. */
export type ModeloResolvido = AlvoModelo & {
  rotulo: string;
  /** Why something else than the label's own entry is called, for the timeline; null otherwise. */
  observacao: string | null;
  /** What the catalogue declares of the model that is called; null or absent: nothing. */
  protocolo?: ProtocoloDeclarado | null;
};

export type ResolucaoModelo =
  | { ok: true; modelo: ModeloResolvido }
  | { ok: false; motivo: 'rotulo_desconhecido' | 'provedor_nao_configurado' };

/**
 * What a label calls now: its entry; from the entry's end on its stated successor; and when that provider has no key
 * here, its stated alternative. Anything else than the entry itself is said in `observacao`; without a stated
 * alternative the answer is a failure, never a silent replacement.
 *
 * @param encerraEm ISO date on which the maker switches a model off, or null
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
    observacao = `O modelo ${target.modelo} foi encerrado pelo fabricante; usado ${capacidades.sucessor.modelo}.`;
    target = capacidades.sucessor;
  }
  if (!context.configured(target.provedor)) {
    const { alternativa } = capacidades;
    if (!alternativa || !context.configured(alternativa.provedor)) {
      return { ok: false, motivo: 'provedor_nao_configurado' };
    }
    observacao = `O provedor de ${rotulo} não está configurado; usado ${alternativa.modelo}.`;
    target = alternativa;
  }
  // What is declared, is of the label's own model, not of one that stands in for it.
  const protocolo = observacao === null ? (capacidades.protocolo ?? null) : null;
  const { provedor, modelo } = target;
  return { ok: true, modelo: { rotulo, provedor, modelo, observacao, protocolo } };
}
