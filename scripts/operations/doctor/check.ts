// Defines checks and runs them all: each within its own time limit, independent of the others' failures.
import type { Env } from '@escuta/shared/platform/process/env';
import type { Source } from '../settings.ts';

export type Estado = 'ok' | 'aviso' | 'falha';
/** A finding: a sentence for people, with advice. */
export type Achado = { area: string; estado: Estado; texto: string; conselho: string | null };

export type Context = {
  /** The valid variables; an invalid variable counts as absent. */
  env: Partial<Env>;
  source: Source;
};

export type Report = {
  ok: (texto: string) => void;
  aviso: (texto: string, conselho: string) => void;
  falha: (texto: string, conselho: string) => void;
};

export type Check = {
  area: string;
  limitMs: number;
  /** Variables that the check needs. */
  needs?: readonly (keyof Env)[];
  run: (context: Context, report: Report, signal: AbortSignal) => Promise<void>;
};

/**
 * Secret values that must never be shown, except short ones, which occur inside words. Longer values come first, so
 * that replacing a shorter value does not cut a longer one.
 */
function secretsOf(source: Source): string[] {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(source)) {
    if (!value) continue;
    if (/SECRET|KEY|PASSWORD|SENHA|TOKEN/.test(name)) {
      found.add(value);
      for (const part of value.split(',')) found.add(part.slice(part.indexOf(':') + 1));
    }
    if (!URL.canParse(value)) continue;
    const { password } = new URL(value);
    found.add(password);
    try {
      found.add(decodeURIComponent(password));
    } catch {
      // The value is not percent-encoded, so its raw form is already listed.
    }
  }
  return [...found].filter((value) => value.length >= 8).sort((a, b) => b.length - a.length);
}

/** Runs every check at once; the findings come in the checks' order. Never throws. */
export async function runChecks(checks: readonly Check[], context: Context): Promise<Achado[]> {
  const secrets = secretsOf(context.source);
  const clean = (text: string) =>
    secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
  const results = await Promise.all(
    checks.map(async (check) => {
      const found: Achado[] = [];
      let isOver = false;
      const add = (estado: Estado) => (texto: string, conselho?: string) => {
        if (isOver) return;
        found.push({
          area: check.area,
          estado,
          texto: clean(texto),
          conselho: conselho ? clean(conselho) : null,
        });
      };
      const report: Report = { ok: add('ok'), aviso: add('aviso'), falha: add('falha') };
      await runOne(check, context, report);
      isOver = true;
      return found;
    }),
  );
  return results.flat();
}

async function runOne(check: Check, context: Context, report: Report): Promise<void> {
  const missing = check.needs?.filter((name) => context.env[name] === undefined) ?? [];
  if (missing.length > 0) {
    report.aviso(`Não verificado: falta ${missing.join(', ')}.`, 'Corrija a configuração e repita.');
    return;
  }
  const signal = AbortSignal.timeout(check.limitMs);
  const late = new Promise<'tarde'>((resolve) => {
    signal.addEventListener('abort', () => resolve('tarde'), { once: true });
  });
  try {
    const outcome = await Promise.race([check.run(context, report, signal), late]);
    if (outcome !== 'tarde') return;
  } catch (error) {
    if (!signal.aborted) {
      const reason = error instanceof Error ? error.message : String(error);
      report.falha(
        `A verificação falhou: ${reason || 'sem explicação'}`,
        'Veja a mensagem; se não bastar, os registros do serviço.',
      );
      return;
    }
  }
  report.falha(
    `Não respondeu em ${check.limitMs / 1000} s.`,
    'Veja se o serviço está sobrecarregado ou se um firewall descarta os pacotes.',
  );
}

/** Formats milliseconds for people: '1.200 ms'. */
export const ms = (value: number) => `${Math.round(value).toLocaleString('pt-BR')} ms`;

/** A time span for people: '3 s', '2 min', '5 h'. */
export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** A number with its noun: '1 empresa', '3 empresas'. */
export const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`;
