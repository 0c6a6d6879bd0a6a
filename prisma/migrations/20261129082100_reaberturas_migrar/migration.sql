-- fase: migrar
-- Marks earlier reopenings by their reasons, which only the product wrote (shared/src/services/interviews). They are few.
UPDATE "entrevista_revisoes" SET "reabertura" = true WHERE "para" = 'pendente' AND "motivo" IN (
  'A entrevista continuou depois da decisão.', 'O aparelho continuou a entrevista depois da decisão.',
  'A entrevista voltou a ser recebida do aparelho depois da decisão.');
