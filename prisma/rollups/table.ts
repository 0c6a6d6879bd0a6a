// The roll-ups that triggers maintain: sources, keys and figures. generate.ts makes the SQL
// (docs/decisions/0004-rollups.md). A new figure needs a column in schema.prisma and a line here.

/** A column's type in PostgreSQL, and its value: SQL over the counted row `l`. */
export type Column = readonly [type: string, value: string];

/**
 * Amount that a row adds to a figure, as SQL over `l`: a whole number or a `numeric`, never NULL; or, for `tenths`, a
 * score. A figure of `tenths` is an array with the number of scores in each tenth of the scale.
 */
export type Figure = string | { readonly numeric: string } | { readonly tenths: string };

export type RollUp = {
  readonly target: string;
  /** `source`: the table whose rows are counted; or `of`: the roll-up to sum up. */
  readonly source?: string;
  readonly of?: string;
  /** Joins tables to the counted row `l`; begins with a comma or JOIN. */
  readonly join?: string;
  /** Condition on counted rows. */
  readonly where?: string;
  /** Columns stored beside the key. */
  readonly carried?: Readonly<Record<string, Column>>;
  /** The primary key, in whose order rows are written. */
  readonly keys: Readonly<Record<string, Column>>;
  /** The figures; empty if only the row's existence matters. With `of`: names of inherited figures. */
  readonly sums: Readonly<Record<string, Figure>> | readonly string[];
  /** Figure whose row is deleted when the figure reaches 0; without such a figure, rows stay. */
  readonly goneAtZero?: string;
  /** True if deleting counted rows must insert no roll-up row, because a project's deletion may have deleted it. */
  readonly onlyWhereKept?: true;
  /** Column of another table that stores, per value of the first key column, this roll-up's number of rows. */
  readonly rowsCountedIn?: { readonly target: string; readonly column: string };
  /** SQL that runs before and after the rows are written. Arrays `d_<column>` contain the changes, ordered by key. */
  readonly before?: string;
  readonly after?: string;
  /** Condition for a project's rows in a recount, if source and target lack projeto_id. */
  readonly ofProject?: string;
};

/**
 * A table of LOCKED whose changes are counted. Its triggers `<table>_incluid…`, `_alterad…`, `_excluid…` and
 * `_truncad…` fire in alphabetical order.
 */
export type Source = {
  readonly table: (typeof LOCKED)[number];
  readonly ending: 'a' | 'as' | 'o' | 'os';
  readonly events: readonly ('INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE')[];
  /** SQL that also runs after a TRUNCATE. */
  readonly truncated?: string;
  /** Other sources that a TRUNCATE of this source's table empties too; their sums are emptied with them. */
  readonly empties?: readonly string[];
};

const ALL = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'] as const;
const ROWS = ['INSERT', 'UPDATE', 'DELETE'] as const;

/** Tables with generated triggers, in the lock order of all writers. */
export const LOCKED = [
  ...['auditoria_itens', 'insights', 'item_qualidade', 'projeto_rollup_dia'],
  ...['auditorias', 'linhas_custo', 'projetos', 'credito_lancamentos'],
] as const;

export const SOURCES: readonly Source[] = [
  {
    table: 'auditoria_itens',
    ending: 'os',
    events: ALL,
    truncated: `UPDATE auditorias SET status = 'pendente' WHERE status <> 'pendente';`,
    empties: ['item_qualidade'],
  },
  { table: 'item_qualidade', ending: 'a', events: ALL },
  { table: 'projeto_rollup_dia', ending: 'o', events: ROWS },
  { table: 'auditorias', ending: 'as', events: ROWS },
  { table: 'linhas_custo', ending: 'as', events: ALL },
  { table: 'projetos', ending: 'os', events: ['INSERT'] },
  { table: 'credito_lancamentos', ending: 'os', events: ['INSERT'] },
];

const company = { empresa_id: ['uuid', 'l.empresa_id'] } as const;
const project = { projeto_id: ['uuid', 'l.projeto_id'] } as const;
const booked = { dia: ['date', 'escuta_dia(l.created_at)'] } as const;
const itemState = { status: ['status_processamento', 'l.status'] } as const;
const agent = { agente_id: ['uuid', 'escuta_agente(l.agente_id)'] } as const;
/** The call's day, else the day of the item's creation. */
const qualityDay = { dia: ['date', 'coalesce(l.dia_chamada, l.dia)'] } as const;

const duration = {
  duracao_s: 'coalesce(l.call_duration, 0)',
  com_duracao: '(l.call_duration IS NOT NULL)::int',
} as const;
const recorded = { com_gravacao: '(l.arquivo_path IS NOT NULL)::int' } as const;
const scores = {
  n_pontuacao: '(l.pontuacao IS NOT NULL)::int',
  soma_pontuacao: { numeric: 'coalesce(l.pontuacao, 0)' },
} as const;
const moods = {
  positivos: `coalesce(l.sentimento = 'positivo', false)::int`,
  neutros: `coalesce(l.sentimento = 'neutro', false)::int`,
  negativos: `coalesce(l.sentimento = 'negativo', false)::int`,
} as const;
/** Offensive words: how often they were said (`n`), and in how many calls (`itens`). */
const words = {
  join: `, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p`,
  where: `l.palavras <> '{}'`,
  sums: { n: 'p.vezes', itens: '1' },
  goneAtZero: 'itens',
} as const;
/** Criteria met or failed: entries `p` of `item_qualidade.criterios`. */
const criteria = {
  template_id: ['uuid', 'p.template_id'],
  criterio: ['text', 'p.criterio'],
  serie: ['text', 'p.serie'],
} as const;
const sameCriteria = {
  template_id: ['uuid', 'l.template_id'],
  criterio: ['text', 'l.criterio'],
  serie: ['text', 'l.serie'],
} as const;
/** A run consumes credits on reservation, and returns them on failure. */
const consumed = {
  join: 'JOIN execucoes x ON x.id = l.execucao_id',
  where: `l.tipo IN ('reserva', 'estorno')`,
  carried: { empresa_id: ['uuid', 'x.empresa_id'] },
  sums: { creditos: '-l.quantidade', itens: `CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END` },
} as const;

/** The roll-ups; those of one source are in the lock order of all writers. */
export const ROLLUPS: readonly RollUp[] = [
  { target: 'projeto_contadores', source: 'projetos', keys: { projeto_id: ['uuid', 'l.id'] }, sums: {} },
  { target: 'projeto_contadores', source: 'auditorias', keys: project, sums: { auditorias: '1' } },

  // Balance-changing entries are written one by one under the company row's lock, so their sums are never waited for.
  {
    target: 'projeto_consumo_mes',
    source: 'credito_lancamentos',
    ...consumed,
    keys: {
      projeto_id: ['uuid', 'x.projeto_id'],
      mes: ['date', `date_trunc('month', escuta_dia(x.created_at))::date`],
    },
  },
  {
    target: 'projeto_consumo_dia',
    source: 'credito_lancamentos',
    ...consumed,
    keys: { projeto_id: ['uuid', 'x.projeto_id'], dia: ['date', 'escuta_dia(x.created_at)'] },
  },
  // Excludes confirmations (captura), which change no balance, so that a company's finished runs do not wait for one
  // another.
  {
    target: 'credito_rollup_dia',
    source: 'credito_lancamentos',
    where: `l.tipo <> 'captura'`,
    keys: { ...company, ...booked, tipo: ['tipo_lancamento', 'l.tipo'] },
    sums: {
      n: '1',
      entrada: 'greatest(l.quantidade, 0)',
      saida: 'greatest(-l.quantidade, 0)',
      valor_centavos: 'coalesce(l.valor_centavos, 0)',
    },
  },

  // A transaction with several rows takes its company's lock first, because cascades delete lines run by run, not in
  // the order of days and models. A provider's cost is alone in its transaction and needs no lock.
  {
    target: 'custo_dia',
    source: 'linhas_custo',
    carried: company,
    keys: { ...project, ...booked, etapa: ['etapa', 'l.etapa'], modelo: ['text', 'l.modelo'] },
    sums: {
      n: '1',
      usd: { numeric: 'l.total_usd' },
      minutos: { numeric: `CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END` },
      tokens_entrada: { numeric: `CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END` },
      tokens_saida: { numeric: `CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END` },
    },
    goneAtZero: 'n',
    before: `IF TG_OP <> 'INSERT' OR cardinality(d_n) > 1 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('custo_dia ' || e, 0))
        FROM (SELECT DISTINCT e FROM unnest(d_empresa_id) AS e ORDER BY 1) AS empresas;
    END IF;`,
  },

  {
    target: 'projeto_qualidade_dia',
    source: 'item_qualidade',
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia'] },
    sums: { n: '1', ...scores, ...moods },
    goneAtZero: 'n',
  },
  {
    target: 'projeto_palavra_dia',
    source: 'item_qualidade',
    ...words,
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia'], termo: ['text', 'p.termo'] },
  },
  {
    target: 'chamada_qualidade_dia',
    source: 'item_qualidade',
    carried: company,
    keys: { ...project, ...qualityDay, ...agent },
    sums: {
      n: '1',
      ...scores,
      soma_quadrados: { numeric: 'coalesce(l.pontuacao * l.pontuacao, 0)' },
      ...moods,
      alertas: 'l.alertas',
      com_alerta: '(l.alertas > 0)::int',
      revisadas: '(l.revisado_por IS NOT NULL)::int',
      notas: { tenths: 'l.pontuacao' },
    },
    goneAtZero: 'n',
  },
  {
    target: 'chamada_qualidade_soma',
    of: 'chamada_qualidade_dia',
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia'] },
    sums: [
      ...['n', 'n_pontuacao', 'soma_pontuacao', 'soma_quadrados', 'positivos', 'neutros', 'negativos'],
      ...['alertas', 'com_alerta', 'revisadas', 'notas'],
    ],
    goneAtZero: 'n',
  },
  {
    target: 'chamada_qualidade_mes',
    of: 'chamada_qualidade_dia',
    carried: company,
    keys: { ...project, mes: ['date', 'escuta_mes_do_dia(l.dia)'], agente_id: ['uuid', 'l.agente_id'] },
    sums: ['n', 'n_pontuacao', 'soma_pontuacao', 'soma_quadrados'],
    goneAtZero: 'n',
  },
  {
    target: 'chamada_palavra_dia',
    source: 'item_qualidade',
    ...words,
    carried: company,
    keys: { ...project, ...qualityDay, termo: ['text', 'p.termo'] },
  },

  {
    target: 'criterio_dia',
    source: 'item_qualidade',
    join: `, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p`,
    where: `l.criterios <> '{}'`,
    carried: company,
    keys: { ...project, ...qualityDay, ...agent, ...criteria },
    sums: { n: '1', falhas: 'p.falhou' },
    goneAtZero: 'n',
  },
  {
    target: 'criterio_soma',
    of: 'criterio_dia',
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia'], ...sameCriteria },
    sums: ['n', 'falhas'],
    goneAtZero: 'n',
  },
  {
    target: 'criterio_mes',
    of: 'criterio_dia',
    carried: company,
    keys: {
      ...project,
      mes: ['date', 'escuta_mes_do_dia(l.dia)'],
      agente_id: ['uuid', 'l.agente_id'],
      ...sameCriteria,
    },
    sums: ['n', 'falhas'],
    goneAtZero: 'n',
  },

  {
    target: 'projeto_totais',
    source: 'projeto_rollup_dia',
    carried: company,
    keys: { ...project, ...itemState },
    sums: { n: 'l.n' },
    onlyWhereKept: true,
  },
  {
    target: 'projeto_rollup_mes',
    source: 'projeto_rollup_dia',
    carried: company,
    keys: { ...project, mes: ['date', 'escuta_mes(l.dia)'], ...itemState },
    sums: { n: 'l.n' },
    onlyWhereKept: true,
  },

  {
    target: 'projeto_rollup_dia',
    source: 'auditoria_itens',
    carried: company,
    keys: { ...project, ...booked, ...itemState },
    sums: { n: '1', ...duration },
    goneAtZero: 'n',
  },
  {
    target: 'projeto_numeros',
    source: 'auditoria_itens',
    where: `l.numero_destino <> ''`,
    keys: { ...project, numero: ['text', 'escuta_numero(l.numero_destino)'] },
    sums: { n: '1' },
    goneAtZero: 'n',
    rowsCountedIn: { target: 'projeto_contadores', column: 'numeros_distintos' },
  },
  // One row per audit. Writers of an audit's items wait at this row's lock, so the later writer sees the earlier's
  // counts.
  {
    target: 'auditoria_totais',
    source: 'auditoria_itens',
    carried: company,
    keys: { auditoria_id: ['uuid', 'l.auditoria_id'] },
    sums: {
      pendentes: `(l.status = 'pendente')::int`,
      processando: `(l.status = 'processando')::int`,
      concluidos: `(l.status = 'concluido')::int`,
      erros: `(l.status = 'erro')::int`,
    },
    after: `UPDATE auditorias a SET status = escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros), updated_at = now()
      FROM auditoria_totais t
      WHERE a.id = t.auditoria_id AND t.auditoria_id = ANY (d_auditoria_id)
        AND a.status <> escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros);`,
    ofProject: 'auditoria_id IN (SELECT id FROM auditorias WHERE projeto_id = projeto)',
  },
  {
    target: 'chamada_dia',
    source: 'auditoria_itens',
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia_chamada'], ...agent, ...itemState },
    sums: { n: '1', ...duration, ...recorded },
    goneAtZero: 'n',
  },
  // This roll-up has no agents, the next no states: a change of agent or state is written to only one of them.
  {
    target: 'projeto_chamada_dia',
    of: 'chamada_dia',
    carried: company,
    keys: { ...project, dia: ['date', 'l.dia'], ...itemState },
    sums: ['n', 'duracao_s', 'com_duracao', 'com_gravacao'],
    goneAtZero: 'n',
  },
  {
    target: 'chamada_mes',
    of: 'chamada_dia',
    carried: company,
    keys: { ...project, mes: ['date', 'escuta_mes_do_dia(l.dia)'], agente_id: ['uuid', 'l.agente_id'] },
    sums: ['n'],
    goneAtZero: 'n',
  },
  {
    target: 'chamada_hora',
    source: 'auditoria_itens',
    where: 'l.call_start_time IS NOT NULL',
    carried: company,
    keys: {
      ...project,
      dia: ['date', 'l.dia_chamada'],
      hora: ['smallint', 'escuta_hora(l.call_start_time)'],
    },
    sums: { n: '1' },
    goneAtZero: 'n',
  },
];

/** A function that recounts a project's roll-ups. It locks the tables `locks` in this order. */
export type Recount = {
  readonly name: string;
  readonly locks: readonly string[];
  readonly targets: readonly string[];
  /** True if the SQL function, called without a project, recounts every project. */
  readonly allProjects?: true;
  readonly after?: string;
};

export const RECOUNTS: readonly Recount[] = [
  {
    name: 'escuta_recontar_itens',
    locks: ['auditoria_itens, auditorias IN SHARE MODE'],
    targets: ['projeto_rollup_dia', 'projeto_totais', 'projeto_numeros'],
    after: `INSERT INTO projeto_contadores (projeto_id, numeros_distintos, auditorias)
    SELECT projeto, (SELECT count(*) FROM projeto_numeros WHERE projeto_id = projeto), (SELECT count(*) FROM auditorias WHERE projeto_id = projeto)
  ON CONFLICT (projeto_id) DO UPDATE SET numeros_distintos = excluded.numeros_distintos, auditorias = excluded.auditorias;`,
  },
  {
    name: 'escuta_recontar_meses',
    locks: ['projeto_rollup_dia IN SHARE ROW EXCLUSIVE MODE'],
    targets: ['projeto_rollup_mes'],
    allProjects: true,
  },
  {
    name: 'escuta_recontar_lotes',
    locks: ['auditoria_itens IN SHARE MODE'],
    targets: ['auditoria_totais'],
    after: `UPDATE auditorias a SET status = s.status
    FROM (
      SELECT x.id, escuta_situacao(coalesce(t.pendentes, 0), coalesce(t.processando, 0), coalesce(t.concluidos, 0), coalesce(t.erros, 0)) AS status
      FROM auditorias x LEFT JOIN auditoria_totais t ON t.auditoria_id = x.id WHERE x.projeto_id = projeto
    ) AS s
    WHERE a.id = s.id AND a.status <> s.status;`,
  },
  {
    name: 'escuta_recontar_chamadas',
    locks: ['item_qualidade IN SHARE ROW EXCLUSIVE MODE', 'auditoria_itens, linhas_custo IN SHARE MODE'],
    targets: [
      ...['chamada_qualidade_dia', 'chamada_qualidade_soma', 'chamada_qualidade_mes'],
      ...['criterio_dia', 'criterio_soma', 'criterio_mes'],
      ...['chamada_dia', 'projeto_chamada_dia', 'chamada_mes', 'chamada_hora', 'custo_dia'],
    ],
  },
  {
    name: 'escuta_recontar_dias_da_ligacao',
    locks: ['item_qualidade IN SHARE ROW EXCLUSIVE MODE', 'auditoria_itens IN SHARE MODE'],
    targets: ['chamada_palavra_dia', 'projeto_chamada_dia'],
  },
];
