import type { Db } from '@escuta/prisma/db';
import { z } from 'zod';
import { type Preco, UNIDADES_PRECO } from '../../domain/runs/costs.ts';
import {
  type CapacidadesCatalogo,
  type ModeloPadrao,
  type ResolucaoModelo,
  resolveModel,
} from '../../domain/runs/default-models.ts';
import { getTranscriptionCapabilities, SAIDAS } from '../../domain/runs/model-capabilities.ts';
import { readStored, readStoredList } from '../../domain/text/stored.ts';
import type { Env } from '../../platform/process/env.ts';

const provedor = z.enum(['openai', 'anthropic']);
const alvo = z.object({ provedor, modelo: z.string().min(1) });
const protocolo = z.object({
  origem: z.enum(['servidor', 'formulario']),
  proprio: z.boolean().exactOptional(),
  simultaneas: z.int().min(1).exactOptional(),
  tempos: z.boolean().exactOptional(),
  idioma: z.boolean().exactOptional(),
  trechoMaximoS: z.int().min(1).exactOptional(),
  saida: z.enum(SAIDAS).exactOptional(),
  limites: z.boolean().exactOptional(),
  contexto: z.int().min(1).exactOptional(),
  raciocinio: z.boolean().exactOptional(),
});
const capacidades = z.object({
  sucessor: alvo.exactOptional(),
  alternativa: alvo.exactOptional(),
  // If the protocol is unreadable, the model's name determines the protocol.
  protocolo: protocolo.optional().catch(undefined),
});
const modeloRow = z.object({
  rotulo: z.string(),
  provedor,
  modelo: z.string().min(1),
  finalidade: z.enum(['transcricao', 'texto']),
  capacidades: capacidades.catch({}),
  desativadoEm: z.string().nullable(),
});
const precoRow = z.object({
  provedor: z.string(),
  modelo: z.string(),
  unidade: z.enum(UNIDADES_PRECO),
  precoUsd: z.string(),
  vigenteDe: z.coerce.date(),
  vigenteAte: z.coerce.date().nullable(),
});

/** modelos_catalogo.capacidades; empty if unreadable. */
export function readCapabilities(value: unknown): CapacidadesCatalogo {
  return readStored(capacidades, value, {});
}

/** Longest use of an outdated catalogue by a worker, ms. */
export const CATALOG_TTL_MS = 30_000;
/** Age from which the catalogue is read again for a missing label, ms. */
const MISS_TTL_MS = 500;

/** OpenAI's servers, which, unlike an operator's own, always need a key. */
const PUBLIC_OPENAI = 'https://api.openai.com/v1';

/** True for a model maker's address, whose models are known and whose server checks parameters strictly. */
export function isMakersAddress(baseURL: string): boolean {
  const { hostname } = new URL(baseURL);
  return ['openai.com', 'anthropic.com'].some(
    (maker) => hostname === maker || hostname.endsWith(`.${maker}`),
  );
}

/** True if a provider has a key; OpenAI's interface at another address needs none. */
export function isProviderConfigured(
  env: Pick<Env, 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'ANTHROPIC_API_KEY'>,
  name: 'openai' | 'anthropic',
): boolean {
  if (name === 'anthropic') return Boolean(env.ANTHROPIC_API_KEY);
  return Boolean(env.OPENAI_API_KEY) || env.OPENAI_BASE_URL.replace(/\/$/, '') !== PUBLIC_OPENAI;
}

type Loaded = { at: number; modelos: ReadonlyMap<string, ModeloPadrao>; precos: readonly Preco[] };

/** The editable catalogue of models and prices, cached for CATALOG_TTL_MS. */
export class ModelCatalog {
  readonly #db: Db;
  readonly #env: Parameters<typeof isProviderConfigured>[0];
  #loaded: Loaded | null = null;
  #loading: Promise<Loaded> | null = null;
  #generation = 0;

  constructor(db: Db, env: Parameters<typeof isProviderConfigured>[0]) {
    this.#db = db;
    this.#env = env;
  }

  /** A label's entry; null: missing or unreadable. */
  async entry(rotulo: string): Promise<ModeloPadrao | null> {
    const { modelos } = await this.#get(CATALOG_TTL_MS);
    // An unknown label may have been added moments ago.
    return modelos.get(rotulo) ?? (await this.#get(MISS_TTL_MS)).modelos.get(rotulo) ?? null;
  }

  async resolve(rotulo: string, now: Date = new Date()): Promise<ResolucaoModelo> {
    return resolveModel(await this.entry(rotulo), {
      configured: (name) => isProviderConfigured(this.#env, name),
      encerraEm: (modelo) => getTranscriptionCapabilities(modelo).encerraEm,
      now,
    });
  }

  /** All prices, also past ones, for `priceAt`. */
  async prices(): Promise<readonly Preco[]> {
    return (await this.#get(CATALOG_TTL_MS)).precos;
  }

  clear(): void {
    this.#loaded = null;
    this.#loading = null;
    this.#generation += 1;
  }

  async #get(ttlMs: number): Promise<Loaded> {
    if (this.#loaded && Date.now() - this.#loaded.at < ttlMs) return this.#loaded;
    if (this.#loading) return this.#loading;
    const loading = this.#load().finally(() => {
      if (this.#loading === loading) this.#loading = null;
    });
    this.#loading = loading;
    return loading;
  }

  async #load(): Promise<Loaded> {
    const generation = this.#generation;
    const { rows } = await this.#db.query<{ modelos: unknown; precos: unknown }>(
      `select
         (select coalesce(json_agg(json_build_object('rotulo', rotulo, 'provedor', provedor, 'modelo', modelo,
            'finalidade', finalidade, 'capacidades', capacidades,
            'desativadoEm', to_char(desativado_em at time zone 'UTC', 'YYYY-MM-DD'))), '[]') from modelos_catalogo
              where ativo) as modelos,
         (select coalesce(json_agg(json_build_object('provedor', provedor, 'modelo', modelo, 'unidade', unidade,
            'precoUsd', preco_usd::text, 'vigenteDe', vigente_de, 'vigenteAte', vigente_ate)), '[]')
          from precos_catalogo) as precos`,
    );
    // An unreadable row affects only its own label.
    const modelos = readStoredList(modeloRow, rows[0]?.modelos);
    const loaded = {
      at: Date.now(),
      modelos: new Map(modelos.map((row) => [row.rotulo, row])),
      precos: readStoredList(precoRow, rows[0]?.precos),
    };
    // A load begun before `clear` serves only its waiting callers.
    if (generation === this.#generation) this.#loaded = loaded;
    return loaded;
  }
}
