-- fase: expandir
-- Leaves that nothing refers to are kept by months from the month after next on (docs/decisions/0028-growth.md): a month's runs have ids
-- that begin with its time (UUIDv7). What stands there so far becomes the first range: here it is given its end.
SET lock_timeout = '3s';

-- The lowest UUIDv7 of a moment.
CREATE FUNCTION escuta_uuid_de(momento timestamptz) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE STRICT
  RETURN (lpad(to_hex((extract(epoch FROM momento) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- What lies in no month: ids that do not begin with a time, clocks that were wrong.
CREATE TABLE eventos_timeline_resto (LIKE eventos_timeline INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
CREATE TABLE chamadas_provedor_resto (LIKE chamadas_provedor INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);
CREATE TABLE registros_acesso_resto (LIKE registros_acesso INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION);

DO $$
DECLARE
  limite timestamptz := (date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo') + interval '2 months') AT TIME ZONE 'America/Sao_Paulo';
  folha record;
BEGIN
  FOR folha IN
    SELECT * FROM (VALUES
      ('eventos_timeline', format('execucao_id < %L', escuta_uuid_de(limite))),
      ('chamadas_provedor', format('execucao_id < %L', escuta_uuid_de(limite))),
      ('registros_acesso', format('created_at < %L', limite))
    ) AS f (tabela, condicao)
  LOOP
    EXECUTE format('ALTER TABLE %1$I ADD CONSTRAINT %2$I CHECK (%3$s) NOT VALID', folha.tabela, folha.tabela || '_antes_check', folha.condicao);
    EXECUTE format('WITH fora AS (DELETE FROM %1$I WHERE NOT (%3$s) RETURNING *) INSERT INTO %2$I SELECT * FROM fora',
      folha.tabela, folha.tabela || '_resto', folha.condicao);
  END LOOP;
END $$;
