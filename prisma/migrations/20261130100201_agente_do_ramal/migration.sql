-- Whose an extension was at a time; null: nobody's. What the trigger of a call asks, for whoever resolves calls anew.
CREATE FUNCTION escuta_agente_do_ramal(empresa uuid, ramal_dito text, quando timestamptz) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
  SELECT r.agente_id FROM agente_ramais r
    WHERE r.empresa_id = empresa AND r.ramal = escuta_ramal(ramal_dito) AND tstzrange(r.de, r.ate) @> quando
$$;

CREATE OR REPLACE FUNCTION escuta_item_agente() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.agente_origem IN ('nome', 'pessoa') THEN RETURN NEW; END IF;
  NEW.agente_id := escuta_agente_do_ramal(NEW.empresa_id, NEW.ramal, coalesce(NEW.call_start_time, NEW.created_at));
  NEW.agente_origem := CASE WHEN NEW.agente_id IS NOT NULL THEN 'ramal' END;
  RETURN NEW;
END $$;

-- The calls of an extension, in the order of their time: those that an edited period touches.
CREATE INDEX auditoria_itens_ramal_idx ON auditoria_itens (empresa_id, escuta_ramal(ramal), momento_chamada, id)
  WHERE ramal IS NOT NULL AND tipo_item IN ('ligacao', 'arquivo', 'call_data');
