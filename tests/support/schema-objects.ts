// The objects of a database's schema, one line each, to compare two ways of making a database.
import type { Database } from '@escuta/prisma/db';

/** The schema's own relations, without monthly partitions (they depend on the date) and Prisma's table. */
const OWN = `c.relnamespace = current_schema()::regnamespace AND NOT c.relispartition AND c.relname NOT LIKE '\\_prisma%'`;

/** Each yields `objeto`: kind, name and PostgreSQL's definition. The order of columns is not compared. */
const OBJECTS = [
  `SELECT format('extension %s', extname) FROM pg_extension`,
  `SELECT format('type %s: %s', t.typname, (SELECT string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
   FROM pg_type t WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype IN ('e', 'd')`,
  `SELECT format('table %s: %s', c.relname, concat_ws(' | ', c.relkind, pg_get_partkeydef(c.oid), c.reloptions, c.relpersistence, c.relrowsecurity))
   FROM pg_class c WHERE c.relkind IN ('r', 'p') AND ${OWN}`,
  `SELECT format('column %s.%s: %s', c.relname, a.attname, concat_ws(' | ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attstorage, a.attcompression, a.attcollation::regcollation))
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${OWN}`,
  `SELECT format('constraint %s.%s: %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
   FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.conparentid = 0 AND ${OWN}`,
  `SELECT format('index %s: %s, %s, %s', i.relname, pg_get_indexdef(i.oid), i.reloptions, x.indisvalid)
   FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid WHERE ${OWN}`,
  // Indices of the first and the default partition of monthly tables, which every database has.
  `SELECT format('index %s: %s', i.relname, pg_get_indexdef(i.oid)) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
   JOIN pg_class c ON c.oid = x.indrelid
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relispartition AND c.relname ~ '_(antig[ao]s|resto)$'`,
  `SELECT format('trigger %s.%s: %s, %s', c.relname, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled)
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND ${OWN}`,
  `SELECT format('view %s: %s', c.relname, pg_get_viewdef(c.oid)) FROM pg_class c WHERE c.relkind IN ('v', 'm') AND ${OWN}`,
  `SELECT format('sequence %s: %s, owned by %s', c.relname, format_type(s.seqtypid, NULL), (SELECT format('%s.%s', o.relname, a.attname)
       FROM pg_depend d JOIN pg_class o ON o.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = o.oid AND a.attnum = d.refobjsubid
       WHERE d.objid = c.oid AND d.deptype = 'a'))
   FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid WHERE ${OWN}`,
  `SELECT format('function %s: %s', p.oid::regprocedure, pg_get_functiondef(p.oid)) FROM pg_proc p
   WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  `SELECT format('dictionary %s: %s', dictname, dictinitoption) FROM pg_ts_dict WHERE dictnamespace = current_schema()::regnamespace`,
  `SELECT format('words %s.%s: %s', g.cfgname, m.maptokentype, m.mapdict::regdictionary) FROM pg_ts_config g JOIN pg_ts_config_map m ON m.mapcfg = g.oid
   WHERE g.cfgnamespace = current_schema()::regnamespace`,
  `SELECT format('statistics %s: %s', stxname, pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext WHERE stxnamespace = current_schema()::regnamespace`,
];

/** The schema's objects, sorted: `kind name: definition`, without parentheses, because a dump adds some. */
export async function schemaObjects(db: Pick<Database, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ objeto: string }>(
    `SELECT objeto FROM (${OBJECTS.join('\nUNION ALL ')}) AS o (objeto) ORDER BY objeto COLLATE "C"`,
  );
  return rows.map(({ objeto }) => objeto.replaceAll(/[()]/g, ''));
}
