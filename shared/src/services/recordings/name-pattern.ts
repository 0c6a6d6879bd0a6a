import { setTimeout as sleep } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { AppError } from '../../domain/errors.ts';
import { GRUPOS_PADRAO } from '../../domain/recordings/name-pattern.ts';
import type { PatternGroups } from '../../domain/recordings/recording-match.ts';

/** Timeout, ms: LIMIT_MS for AT_ONCE names, less for fewer, never below FEW_MS. `checkedPattern` bars slow patterns. */
const LIMIT_MS = 250;
const FEW_MS = 100;
/** Names matched within one timeout. */
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

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs blocking tasks one after another, with an equal pause after each, because concurrent slow patterns would block
 * the process for seconds.
 */
function inTurn<T>(work: () => T): Promise<T> {
  let began = 0;
  const mine = before.then(() => {
    began = performance.now();
    return work();
  });
  const rest = () => sleep(performance.now() - began);
  before = mine.then(rest, rest);
  return mine;
}

/**
 * Matches names with a company's pattern, in order; null: no match.
 * @param padrao accepted by `checkedPattern`
 * @throws AppError regra_violada after the timeout
 */
export async function runPattern(
  padrao: string,
  nomes: readonly string[],
): Promise<(PatternGroups | null)[]> {
  const out: (PatternGroups | null)[] = [];
  for (let at = 0; at < nomes.length; at += AT_ONCE) {
    const some = nomes.slice(at, at + AT_ONCE);
    let found: string;
    try {
      const timeout = Math.max(FEW_MS, Math.round((LIMIT_MS * some.length) / AT_ONCE));
      found = await inTurn(
        () => script.runInContext(createContext({ padrao, nomes: some }), { timeout }) as string,
      );
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
