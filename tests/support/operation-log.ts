// Compares every request of the integration tests with its operation in shared/src/services/log/operation-log.ts: log
// entries left, and rows changed. Observes the statements of the app's pool; sends none.
import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATION_LOG, type OperationLog } from '@escuta/shared/services/log/operation-log';
import type pg from 'pg';
import { inject } from 'vitest';
import type { AppDeps } from '../../api/src/deps.ts';
import type { Feature, Route } from '../../api/src/route.ts';
import { SEEN_FILE } from './operations-seen.mjs';

/** The effects of a request so far. */
type Seen = { acoes: string[]; named: string[]; tables: Set<string> };

const current = new AsyncLocalStorage<Seen>();

const LOG_WRITES = new Set(['audit_log_write', 'audit_log_write_many']);
/** Positions of the action and its details among the values of the statements of `recordAction` and `recordActions`. */
const ACTION_AT = 3;
const DETAILS_AT = 6;

/** Tables that any request may change without declaring them. */
const BESIDE = new Set(['registros_acesso', 'outbox_mensagens', 'objetos_pendentes']);

const WRITES = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?(?:public"?\."?)?(\w+)"?/gi;

function note(
  seen: Seen | undefined,
  statement: unknown,
  values: unknown,
  result: { rowCount: number | null },
): void {
  if (!seen) return;
  const {
    name,
    text,
    values: own,
  } = (typeof statement === 'string' ? { text: statement } : statement) as {
    name?: string;
    text?: string;
    values?: unknown[];
  };
  if (name !== undefined && LOG_WRITES.has(name)) {
    const said = own ?? (values as unknown[]);
    seen.acoes.push(String(said[ACTION_AT]));
    if (/[\w.+-]+@[\w-]+\.\w/.test(String(said[DETAILS_AT]))) seen.named.push(String(said[ACTION_AT]));
    return;
  }
  if (!result.rowCount || !text) return;
  for (const [, table = ''] of text.replace(/\bfor\s+(?:no\s+key\s+)?update\b/gi, '').matchAll(WRITES)) {
    if (!BESIDE.has(table)) seen.tables.add(table);
  }
}

const watched = new WeakSet<pg.PoolClient>();

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : String((statement as { text?: string }).text);

/** Notes the statements of a connection, each for the request that sent it. */
function watch(client: pg.PoolClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  /** Effects of the open transaction, which count only after its commit. */
  let open: (() => void)[] | null = null;
  const done = (statement: unknown, values: unknown, result: { rowCount: number | null }) => {
    const text = textOf(statement).trim();
    if (/^begin\b/i.test(text)) open = [];
    else if (/^commit\b/i.test(text)) {
      for (const happened of open ?? []) happened();
      open = null;
    } else if (/^rollback$/i.test(text)) open = null;
    else {
      const seen = current.getStore();
      const happened = () => note(seen, statement, values, result);
      if (open) open.push(happened);
      else happened();
    }
  };
  client.query = ((...given: unknown[]) => {
    const [statement, second] = given;
    const last = given.at(-1);
    if (typeof last === 'function') {
      const answered = last as (error: unknown, result: never) => void;
      const noted = AsyncLocalStorage.bind((error: unknown, result: never) => {
        if (!error) done(statement, second, result);
        answered(error, result);
      });
      return query(...given.slice(0, -1), noted);
    }
    const answer = query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: { rowCount: number | null }) => {
      done(statement, second, result);
      return result;
    });
  }) as never;
}

/** Says how a successful request's effects differ from the declared ones; null if they do not differ. */
function wrongOf(said: OperationLog, { acoes, named, tables }: Seen): string | null {
  if (named.length > 0) return `deixou um e-mail nos detalhes de ${named.join(', ')}`;
  const expected: readonly string[] = 'acoes' in said ? said.acoes : 'salvo' in said ? said.salvo : [];
  const others = acoes.filter((acao) => !expected.includes(acao));
  if (others.length > 0) return `deixou ${others.join(', ')}, que a lista não tem`;
  if (acoes.length > 0 || tables.size === 0 || 'motivo' in said) return null;
  const written = `tabelas ${[...tables].join(', ')}`;
  return 'leitura' in said ? `é leitura e mudou ${written}` : `mudou algo e não deixou registro: ${written}`;
}

/** Watches an app's requests. `end` throws if effects are not the declared ones, else notes the operations seen. */
export class WatchedOperations {
  readonly #wrong = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(pool: pg.Pool) {
    pool.on('acquire', watch);
    // A request may get its connection when another request releases it. Binding keeps the context of the request that
    // waited.
    const connect = pool.connect.bind(pool) as (done?: (...given: never[]) => void) => unknown;
    pool.connect = ((done?: (...given: never[]) => void) =>
      connect(done && AsyncLocalStorage.bind(done))) as typeof pool.connect;
  }

  /** Wraps a feature, so that requests to its routes are watched. */
  feature(feature: Feature<AppDeps>): Feature<AppDeps> {
    return (deps) => feature(deps).map((route) => this.#route(route));
  }

  #route(route: Route): Route {
    const { id } = route.contract;
    const said = (OPERATION_LOG as Readonly<Record<string, OperationLog>>)[id];
    if (!said) return route;
    return {
      ...route,
      run: (input) => {
        const seen: Seen = { acoes: [], named: [], tables: new Set() };
        return current.run(seen, async () => {
          const answer = await route.run(input);
          const wrong = wrongOf(said, seen);
          if (wrong) this.#wrong.set(`${id} ${wrong}`, id);
          this.#asked.add(id);
          return answer;
        });
      },
    };
  }

  /** Records operations seen. @throws Error that names each operation whose effects differ from the declared ones */
  end(): void {
    if (this.#asked.size > 0) {
      appendFileSync(join(inject('dataFolder'), SEEN_FILE), `${[...this.#asked].join('\n')}\n`);
    }
    if (this.#wrong.size > 0) {
      throw new Error(
        `shared/src/services/log/operation-log.ts diz outra coisa do que estas operações fizeram:\n${[...this.#wrong.keys()].join('\n')}`,
      );
    }
  }
}
