-- How surely the voice that reads the questions of this very interview speaks a sentence (1), or another one (-1): found from the sound
-- when it is transcribed, because whoever judges it again later has none. Tells two people of one recording apart, recognises nobody.
ALTER TABLE "sentencas" ADD COLUMN "voz" REAL;

-- NOT VALID: no row has the column set yet, so the whole table need not be read while nobody else may use it; new and changed rows are
-- held to it all the same.
ALTER TABLE "sentencas" ADD CONSTRAINT "sentencas_voz_check" CHECK ("voz" BETWEEN -1 AND 1) NOT VALID;
