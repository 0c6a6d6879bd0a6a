// The objects of a database's schema, one line each, to compare two ways of making a database.
import type { Database } from '@escuta/prisma/db';

/** The schema's own relations, without monthly partitions (they depend on the date) and Prisma's table. */
const OWN = `c.relnamespace = current_schema()::regnamespace and not c.relispartition
  and c.relname not like '\\_prisma%'`;

/** Queries for the kind, name and definition of each object. The order of columns is not compared. */
const OBJECTS = [
  `select format('extension %s', extname) from pg_extension`,
  `select format('type %s: %s', t.typname, (select string_agg(e.enumlabel, ', ' order by e.enumsortorder)
    from pg_enum e where e.enumtypid = t.oid))
   from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype in ('e', 'd')`,
  `select format('table %s: %s', c.relname, concat_ws(' | ', c.relkind, pg_get_partkeydef(c.oid), c.reloptions,
    c.relpersistence, c.relrowsecurity))
   from pg_class c where c.relkind in ('r', 'p') and ${OWN}`,
  `select format('column %s.%s: %s', c.relname, a.attname,
    concat_ws(' | ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attstorage, a.attcompression,
         a.attcollation::regcollation))
   from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid
     and d.adnum = a.attnum
   where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and ${OWN}`,
  `select format('constraint %s.%s: %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
   from pg_constraint k join pg_class c on c.oid = k.conrelid where k.conparentid = 0 and ${OWN}`,
  `select format('index %s: %s, %s, %s', i.relname, pg_get_indexdef(i.oid), i.reloptions, x.indisvalid)
   from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid where ${OWN}`,
  // Also indices of the first and the default partition of monthly tables, because every database has these partitions.
  `select format('index %s: %s', i.relname, pg_get_indexdef(i.oid)) from pg_index x
    join pg_class i on i.oid = x.indexrelid
   join pg_class c on c.oid = x.indrelid
   where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relname ~ '_(antig[ao]s|resto)$'`,
  `select format('trigger %s.%s: %s, %s', c.relname, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled)
   from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${OWN}`,
  `select format('view %s: %s', c.relname, pg_get_viewdef(c.oid)) from pg_class c where c.relkind in ('v', 'm')
    and ${OWN}`,
  `select format('sequence %s: %s, owned by %s', c.relname, format_type(s.seqtypid, null),
    (select format('%s.%s', o.relname, a.attname)
       from pg_depend d join pg_class o on o.oid = d.refobjid join pg_attribute a on a.attrelid = o.oid
         and a.attnum = d.refobjsubid
       where d.objid = c.oid and d.deptype = 'a'))
   from pg_class c join pg_sequence s on s.seqrelid = c.oid where ${OWN}`,
  `select format('function %s: %s', p.oid::regprocedure, pg_get_functiondef(p.oid)) from pg_proc p
   where p.pronamespace = current_schema()::regnamespace and p.prokind = 'f'
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  `select format('dictionary %s: %s', dictname, dictinitoption) from pg_ts_dict
    where dictnamespace = current_schema()::regnamespace`,
  `select format('words %s.%s: %s', g.cfgname, m.maptokentype, m.mapdict::regdictionary) from pg_ts_config g
    join pg_ts_config_map m on m.mapcfg = g.oid
   where g.cfgnamespace = current_schema()::regnamespace`,
  `select format('statistics %s: %s', stxname, pg_get_statisticsobjdef(oid)) from pg_statistic_ext
    where stxnamespace = current_schema()::regnamespace`,
];

/** Lists the schema's objects, sorted: `kind name: definition`, without parentheses, because a dump adds some. */
export async function schemaObjects(db: Pick<Database, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ objeto: string }>(
    `select objeto from (${OBJECTS.join('\nUNION ALL ')}) as o (objeto) order by objeto collate "C"`,
  );
  return rows.map(({ objeto }) => objeto.replaceAll(/[()]/g, ''));
}
