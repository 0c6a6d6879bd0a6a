import { z } from 'zod';
import type { ProtocoloDeclarado } from './model-capabilities.ts';

/** Reads facts reported by model servers (`platform/http/ask-server.ts`). Unreadable facts are unknown. */

const inteiro = z.number().int().positive().nullish().catch(null);

/** `GET /v1/models`: the server vLLM adds its context length, and the server Speaches adds each model's task. */
const entrySchema = z.object({
  id: z.string(),
  max_model_len: inteiro,
  task: z.string().nullish().catch(null),
});
const listSchema = z.object({ data: z.array(entrySchema) });
/** llama-server's `GET /props`: `n_ctx` is the context of a single slot. */
const propsSchema = z.object({
  default_generation_settings: z.object({ n_ctx: z.number().int().positive() }),
  total_slots: inteiro,
});
/** Ollama's `POST /api/show`. */
const showSchema = z.object({
  capabilities: z.array(z.string()).nullish().catch(null),
  model_info: z.unknown().optional(),
});
/** Ollama's `GET /api/ps`: loaded models with their context. */
const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: inteiro })),
});
/** LM Studio's `GET /api/v0/models`: the loaded context, not the longest possible. */
const studioSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      state: z.string().nullish(),
      loaded_context_length: inteiro,
      arch: z.string().nullish(),
    }),
  ),
});

/** A server's answers by path; undefined: no usable answer. */
export type RespostasDoServidor = {
  models?: unknown;
  /** `GET /v1/models/<name>`, needed where the list covers only one of several servers. */
  model?: unknown;
  props?: unknown;
  show?: unknown;
  ps?: unknown;
  studio?: unknown;
};

export type FatosDoServidor = {
  servidor: 'llama.cpp' | 'Ollama' | 'vLLM' | 'LM Studio' | 'speaches' | null;
  listado: boolean | null;
  /** Capabilities to declare in the catalogue by these facts; null: none. */
  protocolo: ProtocoloDeclarado | null;
};

/** Concurrent calls to vLLM, which could batch far more. */
const SIMULTANEAS_VLLM = 8;
const sameModel = (listed: string, modelo: string) => listed === modelo || listed === `${modelo}:latest`;

export function readServerFacts(
  finalidade: 'transcricao' | 'texto',
  modelo: string,
  answers: RespostasDoServidor,
): FatosDoServidor {
  const list = listSchema.safeParse(answers.models).data?.data;
  const alone = entrySchema.safeParse(answers.model).data;
  const entry =
    list?.find(({ id }) => sameModel(id, modelo)) ??
    (alone && sameModel(alone.id, modelo) ? alone : undefined);
  const listado = list || entry ? entry !== undefined : null;
  const own = (
    servidor: FatosDoServidor['servidor'],
    told: Omit<ProtocoloDeclarado, 'origem' | 'proprio'>,
  ) => ({
    servidor,
    listado,
    protocolo: { origem: 'servidor' as const, proprio: true, ...told },
  });
  const context = (contexto: number | null | undefined) => (contexto ? { contexto } : {});

  if (finalidade === 'transcricao') {
    if (entry?.task === 'automatic-speech-recognition')
      return own('speaches', { tempos: true, idioma: true });
    return { servidor: null, listado, protocolo: null };
  }
  const json = { saida: 'json_schema', limites: true } as const;
  const props = propsSchema.safeParse(answers.props).data;
  if (props) {
    const { total_slots: slots, default_generation_settings: settings } = props;
    return own('llama.cpp', { ...json, contexto: settings.n_ctx, ...(slots ? { simultaneas: slots } : {}) });
  }
  const show = showSchema.safeParse(answers.show).data;
  if (show?.model_info !== undefined) {
    const loaded = loadedSchema
      .safeParse(answers.ps)
      .data?.models.find((one) => sameModel(one.name, modelo))?.context_length;
    const thinks = show.capabilities ? { raciocinio: show.capabilities.includes('thinking') } : {};
    return own('Ollama', { ...json, ...thinks, ...context(loaded) });
  }
  const studio = studioSchema.safeParse(answers.studio).data?.data.find(({ id }) => id === modelo);
  if (studio?.arch) return own('LM Studio', { ...json, ...context(studio.loaded_context_length) });
  if (entry?.max_model_len) {
    return own('vLLM', { ...json, simultaneas: SIMULTANEAS_VLLM, contexto: entry.max_model_len });
  }
  return { servidor: null, listado, protocolo: null };
}
