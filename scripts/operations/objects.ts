// The objects of an installation are those in its database, never those in a listing of the bucket.
import type { Readable } from 'node:stream';
import type { Queryable } from '@escuta/prisma/db';

/**
 * Every text column with an object's key, except those of pending deletions. A test compares the list with the schema.
 */
export const OBJECT_COLUMNS = [
  { tabela: 'auditoria_itens', coluna: 'arquivo_path' },
  { tabela: 'gravacoes_anteriores', coluna: 'chave_objeto' },
  { tabela: 'auditoria_arquivos', coluna: 'chave_objeto' },
  { tabela: 'auditoria_resultados', coluna: 'picos_path' },
  { tabela: 'envio_partes', coluna: 'chave_objeto' },
  { tabela: 'preparo_arquivos', coluna: 'chave_objeto' },
  { tabela: 'preparo_gravacoes', coluna: 'chave_objeto' },
  { tabela: 'lote_gravacoes', coluna: 'chave_objeto' },
  { tabela: 'importacoes', coluna: 'chave_objeto' },
  { tabela: 'entrevista_segundas', coluna: 'chave_objeto' },
  { tabela: 'questionario_documentos', coluna: 'chave_objeto' },
  { tabela: 'questionario_imagens', coluna: 'chave_objeto' },
  { tabela: 'copias_escuta', coluna: 'chave_objeto' },
  { tabela: 'momentos', coluna: 'chave_objeto' },
  { tabela: 'ticket_anexos', coluna: 'chave_objeto' },
] as const;

/** SQL: the sound files that the first stage of a run has prepared; a running run still needs them. */
const PREPARED = `select k.chave, null::text as sha256 from execucoes x
  join execucao_etapas e on e.execucao_id = x.id and e.etapa = 'audio' and jsonb_typeof(e.saida -> 'canais') = 'array'
  cross join lateral jsonb_array_elements(e.saida -> 'canais') c
  cross join lateral (values (c ->> 'chave'), (c -> 'curto' ->> 'chave')) k (chave)
  where x.status in ('na_fila', 'executando')`;

const SHA256 = {
  auditoria_itens: 'arquivo_sha256',
  gravacoes_anteriores: 'sha256',
  auditoria_arquivos: 'sha256',
  auditoria_resultados: null,
  envio_partes: 'sha256',
  preparo_arquivos: 'sha256',
  preparo_gravacoes: 'sha256',
  lote_gravacoes: 'sha256',
  importacoes: 'sha256',
  entrevista_segundas: 'sha256',
  questionario_documentos: null,
  questionario_imagens: null,
  copias_escuta: 'sha256',
  momentos: 'sha256',
  ticket_anexos: null,
};

/** SQL: the keys of all objects, each once and in byte order, with the SHA-256 that the database stores, or null. */
const LISTING = `select chave, max(sha256) as sha256 from (
  ${OBJECT_COLUMNS.map(
    ({ tabela, coluna }) => `select ${coluna} as chave, ${SHA256[tabela] ?? 'null::text'} as sha256
    from ${tabela}`,
  ).join('\n  UNION ALL ')}
  union all ${PREPARED}
) k where chave is not null group by chave order by chave collate "C"`;

export type ListedObject = { chave: string; sha256: string | null };
const BATCH = 1000;

/** Reads the list of all objects in batches, inside the caller's transaction. */
export async function* listObjects(db: Queryable): AsyncGenerator<ListedObject> {
  await db.query(`DECLARE objetos_da_instalacao NO SCROLL CURSOR FOR ${LISTING}`);
  for (;;) {
    const { rows } = await db.query<ListedObject>(`FETCH ${BATCH} FROM objetos_da_instalacao`);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await db.query('CLOSE objetos_da_instalacao');
}

/** Keys that the database knows as objects, as sound of running runs, or as pending deletions. */
export async function knownKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const known = await findReferred(db, keys);
  const { rows } = await db.query<{ chave: string }>(
    `select chave from objetos_pendentes where chave = any($1::text[])
     union select chave from (${PREPARED}) p where chave = any($1::text[])`,
    [keys],
  );
  for (const { chave } of rows) known.add(chave);
  return known;
}

/** Keys that the database still refers to. */
export async function findReferred(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const unions = OBJECT_COLUMNS.map(
    ({ tabela, coluna }) => `select ${coluna} as chave from ${tabela} where ${coluna} = any($1::text[])`,
  );
  const { rows } = await db.query<{ chave: string }>(unions.join(' UNION '), [keys]);
  return new Set(rows.map((row) => row.chave));
}

/** Compares keys in the byte order of LISTING; keys are ASCII. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Parses each line of a stream as JSON. */
export async function* readJsonLines<T>(stream: Readable, parse: (value: unknown) => T): AsyncGenerator<T> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield parse(JSON.parse(line));
  }
  if (rest !== '') yield parse(JSON.parse(rest));
}
