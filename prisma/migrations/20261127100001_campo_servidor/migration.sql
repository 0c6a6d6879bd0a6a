-- An account that is deleted leaves its devices: what they hold is still taken in, for a manager.
ALTER TABLE "aparelhos" ALTER COLUMN "membro_id" DROP NOT NULL;
ALTER TABLE "aparelhos" DROP CONSTRAINT "aparelhos_membro_id_fkey";
ALTER TABLE "aparelhos" ADD CONSTRAINT "aparelhos_membro_id_fkey" FOREIGN KEY ("membro_id") REFERENCES "membros"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A version that was taken into the field: interviews done with it may come in later, so that its questionnaire is not deleted meanwhile.
ALTER TABLE "questionario_versoes" ADD COLUMN "levada_em" TIMESTAMPTZ(3);
