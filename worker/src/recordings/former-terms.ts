import type { Database } from '@escuta/prisma/db';

const AT_ONCE = 500;

/** Hands former recordings whose term is over to deletion: their rows go on saying by which recording a result was found, without its name. */
export async function endFormerTerms(db: Database): Promise<void> {
  await db.query({
    name: 'former-terms',
    text: `WITH vencidas AS (
             SELECT id, empresa_id, chave_objeto FROM gravacoes_anteriores WHERE chave_objeto IS NOT NULL AND ate <= now()
             ORDER BY ate LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
           ), esquecidas AS (
             UPDATE gravacoes_anteriores g SET chave_objeto = NULL, nome = NULL, mapa = NULL FROM vencidas v WHERE g.id = v.id
           )
           INSERT INTO objetos_pendentes (id, empresa_id, chave, apagar_em)
           SELECT gen_random_uuid(), empresa_id, chave_objeto, now() FROM vencidas ON CONFLICT (chave) DO UPDATE SET apagar_em = now()`,
  });
}
