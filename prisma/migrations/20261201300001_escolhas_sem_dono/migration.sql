-- What somebody shares with their company stays the company's when their account is erased; what they kept for themselves goes with it.
ALTER TABLE "filtros_salvos" ALTER COLUMN "autor_id" DROP NOT NULL;
ALTER TABLE "exportacao_modelos" ALTER COLUMN "autor_id" DROP NOT NULL;

ALTER TABLE "filtros_salvos" ADD CONSTRAINT "filtros_salvos_dono_check" CHECK (da_empresa OR autor_id IS NOT NULL) NOT VALID;
ALTER TABLE "filtros_salvos" VALIDATE CONSTRAINT "filtros_salvos_dono_check";
ALTER TABLE "exportacao_modelos" ADD CONSTRAINT "exportacao_modelos_dono_check" CHECK (da_empresa OR autor_id IS NOT NULL) NOT VALID;
ALTER TABLE "exportacao_modelos" VALIDATE CONSTRAINT "exportacao_modelos_dono_check";

ALTER TABLE "filtros_salvos" DROP CONSTRAINT "filtros_salvos_autor_id_fkey";
ALTER TABLE "filtros_salvos" ADD CONSTRAINT "filtros_salvos_autor_id_fkey"
  FOREIGN KEY ("autor_id") REFERENCES "usuarios"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "exportacao_modelos" DROP CONSTRAINT "exportacao_modelos_autor_id_fkey";
ALTER TABLE "exportacao_modelos" ADD CONSTRAINT "exportacao_modelos_autor_id_fkey"
  FOREIGN KEY ("autor_id") REFERENCES "usuarios"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A foreign key does one or the other for all rows: those that nobody else sees go before it.
CREATE FUNCTION escuta_escolhas_proprias() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM filtros_salvos WHERE autor_id = OLD.id AND NOT da_empresa;
  DELETE FROM exportacao_modelos WHERE autor_id = OLD.id AND NOT da_empresa;
  RETURN OLD;
END $$;
CREATE TRIGGER usuarios_escolhas_proprias BEFORE DELETE ON usuarios FOR EACH ROW EXECUTE FUNCTION escuta_escolhas_proprias();
CREATE INDEX "filtros_salvos_autor_id_idx" ON "filtros_salvos"("autor_id");
