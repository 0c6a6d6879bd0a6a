-- fase: expandir
SET lock_timeout = '3s';

-- A row with 500 pieces heard took no more, without a word: pieces that it does not take now begin a further row of the same reader.
CREATE OR REPLACE FUNCTION escuta_acesso(novo uuid, empresa uuid, quem_via text, quem_via_id uuid, quem uuid, como_administrador boolean, que text,
    de_tipo text, de_id uuid, de_onde text, bytes bigint, mandou int8multirange, ouviu int4multirange, continua uuid)
  RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  agora timestamptz;
  hoje timestamptz;
  achado record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'acesso', quem_via, quem_via_id, quem, que, de_tipo, de_id), 0));
  agora := clock_timestamp();
  hoje := date_trunc('day', agora AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo';
  SELECT a.id, a.primeiro_em, a.enviado, a.ouvido INTO achado FROM acessos a
  WHERE a.alvo_id = de_id AND a.alvo_tipo = de_tipo AND a.primeiro_em >= hoje AND a.tipo = que AND a.via = quem_via
    AND a.via_id IS NOT DISTINCT FROM quem_via_id AND a.usuario_id IS NOT DISTINCT FROM quem AND (a.ultimo_em > agora - interval '10 minutes' OR a.id = continua)
  ORDER BY a.id = continua DESC NULLS LAST, a.primeiro_em DESC LIMIT 1;
  IF FOUND AND (ouviu <@ achado.ouvido OR (SELECT count(*) FROM unnest(achado.ouvido + ouviu)) <= 500) IS NOT FALSE THEN
    UPDATE acessos a SET ultimo_em = greatest(a.ultimo_em, agora), tamanho = coalesce(bytes, a.tamanho),
      -- So many pieces that nobody asked for them by hand: of what was sent the whole stretch.
      enviado = CASE WHEN (SELECT count(*) FROM unnest(achado.enviado)) < 500 THEN achado.enviado + coalesce(mandou, '{}')
        ELSE range_merge(achado.enviado + coalesce(mandou, '{}'))::int8multirange END,
      ouvido = achado.ouvido + coalesce(ouviu, '{}')
    WHERE a.id = achado.id AND a.primeiro_em = achado.primeiro_em;
    RETURN achado.id;
  END IF;
  INSERT INTO acessos (id, empresa_id, via, via_id, usuario_id, administrador, tipo, alvo_tipo, alvo_id, primeiro_em, ultimo_em, endereco_ip,
    tamanho, enviado, ouvido)
  VALUES (novo, coalesce(empresa, CASE de_tipo WHEN 'item' THEN (SELECT i.empresa_id FROM auditoria_itens i WHERE i.id = de_id)
      WHEN 'entrevista' THEN (SELECT e.empresa_id FROM entrevistas e WHERE e.id = de_id) END),
    quem_via, quem_via_id, quem, como_administrador, que, de_tipo, de_id, agora, agora, de_onde, bytes, coalesce(mandou, '{}'),
    coalesce(ouviu, '{}'));
  RETURN novo;
END $$;
