// Parses a DATABASE_URL in the form that pg needs, for plain JavaScript: Prisma's engine and the migrations of an
// image.

/**
 * Reads a DATABASE_URL for pg, without Prisma's own parameters, which pg would send to the server.
 * @param {string} url
 * @returns {{ config: import('pg').PoolConfig & { database: string }, schema: string }}
 */
export function parseDatabaseUrl(url) {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get('schema') ?? 'public';
  const timeout = Number(parsed.searchParams.get('connect_timeout') ?? 10);
  const socketDirectory = parsed.searchParams.get('host');
  const sslMode = parsed.searchParams.get('sslmode');
  const insecure = parsed.searchParams.get('sslaccept') === 'accept_invalid_certs' || sslMode === 'require';
  return {
    schema,
    config: {
      host: socketDirectory ?? decodeURIComponent(parsed.hostname),
      port: Number(parsed.port || 5432),
      user: decodeURIComponent(parsed.username),
      password: decodeURIComponent(parsed.password),
      database: decodeURIComponent(parsed.pathname.slice(1)),
      ssl:
        sslMode && sslMode !== 'disable' && sslMode !== 'prefer'
          ? { rejectUnauthorized: !insecure }
          : undefined,
      connectionTimeoutMillis: timeout * 1000,
      // A single connection, because the engine's advisory lock belongs to a session.
      max: 1,
      options: `-c search_path=${JSON.stringify(schema)}`,
    },
  };
}
