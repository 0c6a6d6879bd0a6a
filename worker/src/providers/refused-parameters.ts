import { ProviderError } from './provider-error.ts';

/** Parameters that may be omitted; longer names first, because they contain shorter ones. */
const DISPENSAVEIS = [
  'timestamp_granularities',
  'max_completion_tokens',
  'reasoning_effort',
  'response_format',
  'temperature',
  'max_tokens',
] as const;
/** `limites`: the schema's bounds, which an engine's grammar may lack. */
export type Dispensavel = (typeof DISPENSAVEIS)[number] | 'limites';

/** Words of servers that refuse a parameter without `param`. */
const APELIDOS: readonly (readonly [RegExp, Dispensavel])[] = [
  [/grammar|repetitions/iu, 'limites'],
  [/json_schema|json_object|verbose_json|structured[ _]output|guided/iu, 'response_format'],
];

/**
 * Finds the parameter that a 400 or 422 refuses; null if it cannot be omitted. The server's text is never stored or
 * shown.
 */
export function refusedParameter(param: unknown, message: unknown): Dispensavel | null {
  const named = typeof param === 'string' ? param.replace(/\[\]|\..*$/gu, '') : '';
  const exact = DISPENSAVEIS.find((name) => name === named);
  if (exact) return exact;
  if (named !== '' || typeof message !== 'string') return null;
  const found = DISPENSAVEIS.find((name) => message.includes(name));
  return found ?? APELIDOS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** Refused parameters of this server by model, for the process's lifetime. */
export class Refusals {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /**
   * Makes a call, and repeats it without refused parameters.
   * @throws other errors of `ask`
   */
  async negotiate<T>(model: string, ask: (refused: ReadonlySet<string>) => Promise<T>): Promise<T> {
    for (;;) {
      const refused = this.#known.get(model) ?? new Set<string>();
      try {
        return await ask(refused);
      } catch (error) {
        const named = error instanceof ProviderError ? error.parameter : null;
        // A schema that is refused even without its bounds goes into the prompt.
        const parameter = named === 'limites' && refused.has('limites') ? 'response_format' : named;
        // The parameter is already omitted: the refusal has another cause.
        if (parameter === null || refused.has(parameter)) throw error;
        this.#known.set(model, new Set([...(this.#known.get(model) ?? []), parameter]));
      }
    }
  }
}
