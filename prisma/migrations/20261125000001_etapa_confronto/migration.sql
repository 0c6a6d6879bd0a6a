-- The stage that sets an interview against its questionnaire. By itself: a value that a transaction adds cannot be used in it. Open
-- runs keep the flow of their own rows.
ALTER TYPE "etapa" ADD VALUE 'confronto' BEFORE 'negocio';
