-- fase: migrar
SET lock_timeout = '3s';

-- More words and carriers' marks before a number ('Res: ', 'nº ', '0-xx-11-'), as shared/src/domain/call-sheet/phone-text.ts reads them. The rule and the counts made by it change at one
-- moment, at which nobody writes a call. The numbers kept are looked at, never the calls, and only those that are written in another way are changed.
LOCK TABLE "auditoria_itens" IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION escuta_numero(escrito TEXT) RETURNS TEXT
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT AS $$
DECLARE
  texto TEXT;
  limpo TEXT;
  n TEXT;
BEGIN
  IF escrito ~ '^[1-9]{3}[0-9]{7,8}$' THEN RETURN escrito; END IF;
  texto := lower(regexp_replace(regexp_replace(escrito, '[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+', ' ', 'g'), '^ | $', '', 'g') COLLATE "C");
  texto := regexp_replace(texto, '[\u2010-\u2015\u2212]', '-', 'g');
  limpo := regexp_replace(texto, '^(?:tel|sips?):', '');
  limpo := regexp_replace(limpo, '^(?:(?:telefone|tel|celular|cel|fone|fixo|fax|whatsapp|whats|wpp|zap|residencial|resid|res|comercial|coml|com[.:]|contato|recados?|trabalho|trab|n[u\u00fa\u00da]m(?:ero)?|n[\u00ba\u00b0]|no[.:])(?: ?[0-9]:)?[.:]* ?[/.:]* ?)+(?=[ +(0-9])', '');
  limpo := regexp_replace(limpo, '^ ', '');
  limpo := regexp_replace(limpo, '[@;].*$', '');
  limpo := regexp_replace(limpo, '^(\+?(?:55)?[ -]?)(?:(\(?0)[ .-]?\(?(?:xx|\*\*)\)?|(\(?)xx\)?)[ .-]?', '\1\2\3');
  limpo := regexp_replace(limpo, '[ ,-]*(?:ramal|ram|rml|rm|ext|r|x)[.:]? ?[0-9]+$', '');
  limpo := regexp_replace(limpo, '^(\+?(?:[ ().-]*[0-9]){8,})(?:\)? ?[/|,+]| ?\((?![0-9])| -? ?[a-zA-Z\u00c0-\u00ff]).*$', '\1');
  limpo := regexp_replace(limpo, '^((?:[^0-9]*[0-9]){8,})[ -]*\(0?[0-9]{2}\)(?:[ .-]*[0-9]){8,}$', '\1');
  limpo := regexp_replace(limpo, '^(0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4})[ -]+0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4}$', '\1');
  IF limpo !~ '^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$' THEN RETURN texto; END IF;
  n := regexp_replace(limpo, '[^0-9]', '', 'g');
  IF n LIKE '0055%' THEN n := substr(n, 5);
  ELSIF n ~ '^55(?:[0-9]{10,11}|0(?:[1-9][0-9])?[1-9][0-9]{9,10})$' THEN n := substr(n, 3);
  ELSIF limpo LIKE '+%' THEN RETURN '+' || n;
  END IF;
  IF n ~ '^[3589]00[0-9]{7}$' THEN RETURN '0' || n; END IF;
  IF n ~ '^0[3589]00[0-9]{6,7}$' THEN RETURN n; END IF;
  IF n ~ '^0[1-9][0-9]{9,10}$' THEN RETURN substr(n, 2); END IF;
  IF n ~ '^0[1-9][0-9][1-9][0-9]{9,10}$' THEN RETURN substr(n, 4); END IF;
  RETURN n;
END $$;

CREATE TEMPORARY TABLE "numeros_mudados" ON COMMIT DROP AS
  SELECT projeto_id, numero, escuta_numero(numero) AS novo, n FROM "projeto_numeros" WHERE escuta_numero(numero) <> numero;
DELETE FROM "projeto_numeros" p USING "numeros_mudados" m WHERE p.projeto_id = m.projeto_id AND p.numero = m.numero;
INSERT INTO "projeto_numeros" AS p (projeto_id, numero, n)
  SELECT projeto_id, novo, sum(n) FROM "numeros_mudados" GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (projeto_id, numero) DO UPDATE SET n = p.n + excluded.n;
UPDATE "projeto_contadores" c SET numeros_distintos = (SELECT count(*) FROM "projeto_numeros" p WHERE p.projeto_id = c.projeto_id)
  WHERE c.projeto_id IN (SELECT projeto_id FROM "numeros_mudados");
