-- fase: expandir
-- Calls that were judged before their criteria were kept wait for the task `recontar_criterios`; new ones do not.
SET lock_timeout = '3s';

ALTER TABLE item_qualidade ADD COLUMN criterios_a_contar boolean NOT NULL DEFAULT true;
ALTER TABLE item_qualidade ALTER COLUMN criterios_a_contar SET DEFAULT false;
