-- fase: expandir
-- The project of a company's example survey, by that survey (docs/decisions/0011-example.md).
SET lock_timeout = '3s';

ALTER TABLE projetos ADD COLUMN exemplo_pesquisa_id uuid;
