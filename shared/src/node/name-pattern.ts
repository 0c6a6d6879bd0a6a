import { setImmediate as others } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { AppError } from '../domain/errors.ts';
import { GRUPOS_PADRAO } from '../domain/name-pattern.ts';
import type { PatternGroups } from '../domain/recording-match.ts';

/** How long a pattern may take on names at once, ms: what is bounded by its form still has a clock. */
const LIMIT_MS = 250;
/** Names that run against one clock. */
const AT_ONCE = 500;

const script = new Script(`(() => {
  const form = new RegExp(padrao, 'iu');
  return JSON.stringify(nomes.map((nome) => form.exec(nome)?.groups ?? null));
})()`);

const tooSlow = () =>
  new AppError(
    'regra_violada',
    'O padrão dos nomes demora demais: troque repetições como .* por algo mais exato, como \\d+ ou [^-]+.',
  );

/**
 * What a company's pattern finds in names, in their order; null where it does not fit.
 * @param padrao one that `checkedPattern` let pass
 * @throws AppError regra_violada where it takes too long
 */
export async function runPattern(
  padrao: string,
  nomes: readonly string[],
): Promise<(PatternGroups | null)[]> {
  const out: (PatternGroups | null)[] = [];
  for (let at = 0; at < nomes.length; at += AT_ONCE) {
    // Of many names everybody else has a turn in between.
    if (at > 0) await others();
    const some = nomes.slice(at, at + AT_ONCE);
    let found: string;
    try {
      found = script.runInContext(createContext({ padrao, nomes: some }), { timeout: LIMIT_MS }) as string;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw tooSlow();
      throw cause;
    }
    for (const groups of JSON.parse(found) as (Record<string, string> | null)[]) {
      out.push(
        groups &&
          Object.fromEntries(
            GRUPOS_PADRAO.filter((nome) => groups[nome]).map((nome) => [nome, groups[nome]]),
          ),
      );
    }
  }
  return out;
}
