-- What reading the sheet had to say: it stays when columns are corrected, while what follows from the columns is said anew.
ALTER TABLE "auditoria_preparos" ADD COLUMN "avisos_planilha" JSONB;
