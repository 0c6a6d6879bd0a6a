-- fase: expandir
SET lock_timeout = '3s';

-- How long the present recording of an item holds music or recorded announcements, ms; null: not measured. Calls analysed before keep their figures.
ALTER TABLE "auditoria_itens" ADD COLUMN "espera_ms" INTEGER;
