-- fase: expandir
SET lock_timeout = '3s';

-- The number as it is compared, the rule of shared/src/domain/calls/phone-key.ts: one telephone is one number, however it was written.
-- A plain national number, which most are, is told at once: the trigger asks for each call that comes in.
CREATE FUNCTION escuta_numero(escrito TEXT) RETURNS TEXT
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT AS $$
DECLARE
  texto TEXT;
  limpo TEXT;
  n TEXT;
BEGIN
  IF escrito ~ '^[1-9]{3}[0-9]{7,8}$' THEN RETURN escrito; END IF;
  texto := lower(regexp_replace(regexp_replace(escrito, '[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+', ' ', 'g'), '^ | $', '', 'g') COLLATE "C");
  limpo := regexp_replace(texto, '^(?:tel|sips?):', '');
  limpo := regexp_replace(limpo, '[@;].*$', '');
  limpo := regexp_replace(limpo, '^(\(?0)xx', '\1');
  limpo := regexp_replace(limpo, '[ ,]*(?:ramal|ram|ext|r|x)[.:]? ?[0-9]+$', '');
  IF limpo !~ '^\+?[0-9 ()./-]*[0-9][0-9 ()./-]*$' THEN RETURN texto; END IF;
  n := regexp_replace(limpo, '[^0-9]', '', 'g');
  IF n LIKE '0055%' THEN n := substr(n, 5);
  ELSIF n ~ '^55[0-9]{10,11}$' THEN n := substr(n, 3);
  ELSIF limpo LIKE '+%' THEN RETURN '+' || n;
  END IF;
  IF n ~ '^[3589]00[0-9]{7}$' THEN RETURN '0' || n; END IF;
  IF n ~ '^0[3589]00[0-9]{6,7}$' THEN RETURN n; END IF;
  IF n ~ '^0[1-9][0-9]{9,10}$' THEN RETURN substr(n, 2); END IF;
  IF n ~ '^0[1-9][0-9][1-9][0-9]{9,10}$' THEN RETURN substr(n, 4); END IF;
  RETURN n;
END $$;
