/** The parts of a DATABASE_URL that pg needs. */
export type DatabaseTarget = {
  /** The URL without Prisma's parameters, which pg would send to the server. */
  connectionString: string;
  /** Schema of the product's tables: `?schema=`, else public. */
  schema: string;
  /** Start-up options that set search_path to `schema`; absent for public, because poolers refuse start-up options. */
  options?: string;
};

const PRISMA_PARAMETERS = ['schema', 'connection_limit', 'pool_timeout', 'pgbouncer', 'connect_timeout'];

/**
 * Splits a DATABASE_URL into connection string and schema.
 * @throws TypeError for an invalid URL
 */
export function parseDatabaseUrl(databaseUrl: string): DatabaseTarget {
  const url = new URL(databaseUrl);
  const schema = url.searchParams.get('schema') || 'public';
  for (const name of PRISMA_PARAMETERS) url.searchParams.delete(name);
  const target: DatabaseTarget = { connectionString: url.href, schema };
  if (schema !== 'public') {
    // Quotes the schema for SQL, then escapes the result for the options.
    const quoted = `"${schema.replaceAll('"', '""')}"`;
    target.options = `-c search_path=${quoted.replaceAll(/[\\ ]/g, (c) => `\\${c}`)}`;
  }
  return target;
}
