-- What a call said of its length before a recording of a batch said it: taking the recording back puts it back.
ALTER TABLE "lote_gravacoes" ADD COLUMN "duracao_antes" INTEGER;
