-- What a run gives back is what it took, whoever writes the entry. A worker of a version in which everything took one credit may end
-- an interview's run during an upgrade: it adds 1 to the balance and writes 1. The rest is added here, under the company's lock that it
-- holds, before the entry is counted anywhere.
CREATE FUNCTION escuta_estorno_do_que_foi_reservado() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  reservado integer;
BEGIN
  SELECT -quantidade INTO reservado FROM credito_lancamentos WHERE execucao_id = NEW.execucao_id AND tipo = 'reserva';
  IF reservado IS NOT NULL AND reservado <> NEW.quantidade THEN
    UPDATE empresas SET saldo_creditos = saldo_creditos + reservado - NEW.quantidade WHERE id = NEW.empresa_id;
    NEW.saldo_apos := NEW.saldo_apos + reservado - NEW.quantidade;
    NEW.quantidade := reservado;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER credito_lancamentos_estorno BEFORE INSERT ON credito_lancamentos
  FOR EACH ROW WHEN (NEW.tipo = 'estorno' AND NEW.execucao_id IS NOT NULL)
  EXECUTE FUNCTION escuta_estorno_do_que_foi_reservado();
