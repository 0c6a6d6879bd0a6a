-- fase: migrar
-- A transaction that changed interviews before 20261129054000_contas_expandir and ended after 20261129054100_contas_migrar was counted by the
-- rule of before. This file only waits until all such transactions are over; the next one counts anew.
SET lock_timeout = '3s';
LOCK TABLE "entrevistas", "respostas" IN SHARE MODE;
