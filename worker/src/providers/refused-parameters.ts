import { ProviderError } from './provider-error.ts';

/** Parameters that the request can do without, or has another name for; longer names first, since they hold the shorter ones. */
const DISPENSAVEIS = [
  'timestamp_granularities',
  'max_completion_tokens',
  'reasoning_effort',
  'response_format',
  'temperature',
  'max_tokens',
] as const;
/** `limites`: the bounds of the schema, which an engine's grammar may not count. */
export type Dispensavel = (typeof DISPENSAVEIS)[number] | 'limites';

/** Words by which servers refuse a parameter without naming it in `param`. */
const APELIDOS: readonly (readonly [RegExp, Dispensavel])[] = [
  [/grammar|repetitions/iu, 'limites'],
  [/json_schema|json_object|verbose_json|structured[ _]output|guided/iu, 'response_format'],
];

/**
 * Which parameter a 400 or 422 complains of; null when it names none that can be left out. The server's words are only searched for
 * these names: nothing of them is kept or shown.
 */
export function refusedParameter(param: unknown, message: unknown): Dispensavel | null {
  const named = typeof param === 'string' ? param.replace(/\[\]|\..*$/gu, '') : '';
  const exact = DISPENSAVEIS.find((name) => name === named);
  if (exact) return exact;
  if (named !== '' || typeof message !== 'string') return null;
  const found = DISPENSAVEIS.find((name) => message.includes(name));
  return found ?? APELIDOS.find(([words]) => words.test(message))?.[1] ?? null;
}

/** What this server has refused of each model, for as long as this process lives. */
export class Refusals {
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** Asks, and at each refusal of a parameter asks again without it: a refusal costs nothing. @throws what `ask` throws otherwise */
  async negotiate<T>(model: string, ask: (refused: ReadonlySet<string>) => Promise<T>): Promise<T> {
    for (;;) {
      const refused = this.#known.get(model) ?? new Set<string>();
      try {
        return await ask(refused);
      } catch (error) {
        const named = error instanceof ProviderError ? error.parameter : null;
        // A schema that cannot be used even without its bounds goes into the prompt.
        const parameter = named === 'limites' && refused.has('limites') ? 'response_format' : named;
        // Asked without it already, possibly by another call that was told at the same time: the refusal means something else.
        if (parameter === null || refused.has(parameter)) throw error;
        this.#known.set(model, new Set([...(this.#known.get(model) ?? []), parameter]));
      }
    }
  }
}
