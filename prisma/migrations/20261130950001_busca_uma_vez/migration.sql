-- A transaction that corrects hundreds of sentences of a conversation (voices changed about, a run that carries corrections on) had it
-- indexed anew for each of them, at its commit: minutes in which no run of the project could end. Once is enough: these triggers are
-- deferred, so the first of them finds all that its transaction wrote. Which conversations were done, the transaction's own setting says.
CREATE OR REPLACE FUNCTION escuta_indexa_correcao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  feitas text := coalesce(current_setting('escuta.correcoes_indexadas', true), '');
BEGIN
  IF strpos(feitas, NEW.item_id::text) > 0 THEN RETURN NULL; END IF;
  PERFORM set_config('escuta.correcoes_indexadas', feitas || NEW.item_id || ' ', true);
  PERFORM escuta_indexa(ARRAY[NEW.item_id]) FROM item_qualidade WHERE item_id = NEW.item_id;
  RETURN NULL;
END $$;
