import { ProviderError } from './provider-error.ts';

/** Parameters that may be omitted, in the order of the search in messages; a name that contains another comes first. */
const DISPENSAVEIS = [
  'timestamp_granularities',
  'max_completion_tokens',
  'reasoning_effort',
  'response_format',
  'temperature',
  'max_tokens',
] as const;
/** `limites`: the schema's limits on lengths and numbers, which some servers do not support. */
export type Dispensavel = (typeof DISPENSAVEIS)[number] | 'limites';

/** Words in messages that refuse a parameter without naming it in `param`. */
const APELIDOS: readonly (readonly [RegExp, Dispensavel])[] = [
  [/grammar|repetitions/iu, 'limites'],
  [/json_schema|json_object|verbose_json|structured[ _]output|guided/iu, 'response_format'],
];

/**
 * Finds the refused parameter of a 400 or 422 answer; null if none may be omitted. The server's text is neither stored
 * nor shown.
 */
export function refusedParameter(param: unknown, message: unknown): Dispensavel | null {
  const named = typeof param === 'string' ? param.replace(/\[\]|\..*$/gu, '') : '';
  const exact = DISPENSAVEIS.find((name) => name === named);
  if (exact) return exact;
  if (named !== '' || typeof message !== 'string') return null;
  const found = DISPENSAVEIS.find((name) => message.includes(name));
  return found ?? APELIDOS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** A server's refused parameters by model, for the process's lifetime. */
export class Refusals {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /**
   * Repeats a call without the parameters that the server refuses.
   * @throws errors of `ask` that refuse no parameter which may be omitted
   */
  async negotiate<T>(model: string, ask: (refused: ReadonlySet<string>) => Promise<T>): Promise<T> {
    for (;;) {
      const refused = this.#known.get(model) ?? new Set<string>();
      try {
        return await ask(refused);
      } catch (error) {
        const named = error instanceof ProviderError ? error.parameter : null;
        // Omits `response_format` if the schema is refused even without limits; the prompt has the schema.
        const parameter = named === 'limites' && refused.has('limites') ? 'response_format' : named;
        // A refusal of an omitted parameter has another cause.
        if (parameter === null || refused.has(parameter)) throw error;
        this.#known.set(model, new Set([...(this.#known.get(model) ?? []), parameter]));
      }
    }
  }
}
