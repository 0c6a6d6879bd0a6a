// Takes a snapshot of a company's rows, and later restores changed and deleted rows and deletes added ones.
import type { ClientBase } from 'pg';

/** Times of the last use, which are not compared, because every request changes them. */
const SEEN = ['ultimo_uso', 'ultimo_acesso', 'ultimo_contato_em'];

type Row = { tabela: string; digest: string };
type Kept = Row & { linha: string };
/** A table. `da_empresa`: its rows belong to a company; `columns`: its columns that can be written. */
type Table = { tabela: string; da_empresa: boolean; columns: string[] };

const TABLES = `select c.table_name as tabela, bool_or(c.column_name = 'empresa_id') as da_empresa,
    array_agg(quote_ident(c.column_name)) filter (where c.is_generated = 'NEVER') as columns
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
  group by 1 having bool_or(c.column_name in ('id', 'empresa_id'))`;

/** SQL that identifies a row by all its values, except SEEN. */
const DIGEST = 'md5((to_jsonb(t) - $3::text[])::text)';
const whose = ({ tabela, da_empresa }: Table): string => {
  if (tabela === 'empresas') return 't.id = $1';
  if (tabela === 'usuarios') return 't.id in (select usuario_id from membros where empresa_id = $1)';
  return da_empresa ? 't.empresa_id = $1' : 't.id::text = any ($2::text[])';
};
const rowsOf = (tables: readonly Table[], more = ''): string =>
  tables
    .map(
      (table) =>
        `select '${table.tabela}' as tabela, ${DIGEST} as digest${more} from ${table.tabela} t where ${whose(table)}`,
    )
    .join(' union all ');
const keyOf = ({ tabela, digest }: Row): string => `${tabela} ${digest}`;

export class CompanyRows {
  readonly #db: ClientBase;
  readonly #tables: readonly Table[];
  readonly #values: unknown[];
  readonly #kept: ReadonlyMap<string, Kept>;

  private constructor(db: ClientBase, tables: readonly Table[], values: unknown[], kept: readonly Kept[]) {
    this.#db = db;
    this.#tables = tables;
    this.#values = values;
    this.#kept = new Map(kept.map((row) => [keyOf(row), row]));
  }

  /** Takes the snapshot of a company, its people, and the given rows that belong to no company. */
  static async of(
    db: ClientBase,
    empresaId: string,
    ofNobody: readonly { id: string }[],
  ): Promise<CompanyRows> {
    const { rows: tables } = await db.query<Table>(TABLES);
    const values = [empresaId, ofNobody.map(({ id }) => id), SEEN];
    const { rows } = await db.query<Kept>(rowsOf(tables, ', to_jsonb(t)::text as linha'), values);
    return new CompanyRows(db, tables, values, rows);
  }

  /** Restores the snapshot with foreign keys and triggers off, because it restores or deletes related rows together. */
  async putBack(): Promise<void> {
    const { rows } = await this.#db.query<Row>({
      name: 'rows-of-a-company',
      text: rowsOf(this.#tables),
      values: this.#values,
    });
    const now = new Set(rows.map(keyOf));
    const away = [...this.#kept].filter(([key]) => !now.has(key)).map(([, row]) => row);
    const added = rows.filter((row) => !this.#kept.has(keyOf(row)));
    if (away.length + added.length === 0) return;
    await this.#db.query('begin; set local session_replication_role = replica');
    // People are found by their accounts, so accounts are deleted last.
    const membrosLast = [...this.#tables].sort(
      (a, b) => Number(a.tabela === 'membros') - Number(b.tabela === 'membros'),
    );
    for (const table of membrosLast) {
      const { tabela } = table;
      const gone = added.filter((row) => row.tabela === tabela).map(({ digest }) => digest);
      if (gone.length === 0) continue;
      // Mentions every parameter, because PostgreSQL must know their types.
      await this.#db.query(
        `delete from ${tabela} t where ${whose(table)} and ${DIGEST} = any ($4) and ($1::uuid, $2::text[]) is not null`,
        [...this.#values, gone],
      );
    }
    for (const { tabela, columns } of this.#tables) {
      const lost = away.filter((row) => row.tabela === tabela).map(({ linha }) => linha);
      if (lost.length === 0) continue;
      const names = columns.join(', ');
      await this.#db.query(
        `insert into ${tabela} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${tabela}, $1::jsonb)`,
        [`[${lost.join()}]`],
      );
    }
    await this.#db.query('commit');
  }
}
