// Rows that the product's own hand never wrote that way keep what they say when the speaker moves to the sentence.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
// Only these three tables matter: what they belong to need not exist.
const ALONE = 'set session_replication_role = replica';
beforeEach(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261124100001_falante_da_sentenca');
  await old.query(ALONE);
});
afterEach(() => old.close());

const EMPRESA = randomUUID();

/** A result with one channel and its sentences, as the version before wrote them. */
async function record(
  papel: string,
  analise: object | null,
  sentences: readonly { texto: string; sentimento: number | null; ofensas: string[] }[],
): Promise<string> {
  const [resultado, transcricao] = [randomUUID(), randomUUID()];
  await old.query(
    `insert into auditoria_resultados (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, analise_texto, updated_at)
     values ($1, $2, $1, $1, $1, $1, $3, now())`,
    [resultado, EMPRESA, analise && JSON.stringify(analise)],
  );
  await old.query(
    `insert into transcricoes (id, empresa_id, projeto_id, item_id, resultado_id, canal, papel, modelo, full_text)
     values ($1, $2, $3, $3, $3, 'left', $4, 'whisper-1', '')`,
    [transcricao, EMPRESA, resultado, papel],
  );
  for (const [index, { texto, sentimento, ofensas }] of sentences.entries()) {
    await old.query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, sentimento, ofensas)
       values ($1, $2, $3, $4, $5, 0, 1, $6, $7)`,
      [randomUUID(), EMPRESA, transcricao, index + 1, texto, sentimento, JSON.stringify(ofensas)],
    );
  }
  return resultado;
}

it('keeps every sentence, its speaker and what was said of it', async () => {
  const named = { ordem: 1, termo: 'droga', citacao: 'Que droga.', contexto: 'Desabafo.' };
  const whole = {
    resumo: 'Oi.',
    sentimentoGeral: 'neutro',
    sentimentoPorQuarto: [],
    respostas: [],
    modelo: 'm',
  };
  const analysed = await record('entrevistado', { ...whole, ofensas: [named] }, [
    { texto: 'Que droga.', sentimento: -0.5, ofensas: ['droga'] },
    { texto: 'Que burro.', sentimento: null, ofensas: ['burro'] },
  ]);
  const bare = await record('gerente', null, [{ texto: 'Oi.', sentimento: 0.25, ofensas: [] }]);
  const silent = await record('agente', { ...whole, ofensas: [] }, [
    { texto: 'Bom dia.', sentimento: null, ofensas: [] },
  ]);
  const untouched = await record('cliente', null, [{ texto: 'Alô?', sentimento: null, ofensas: [] }]);
  await old.migrate();
  const { rows } = await old.query<{
    id: string;
    falantes: string[];
    analise: Record<string, unknown> | null;
  }>(
    `select r.id, r.analise_texto as analise, array_agg(s.falante order by s.ordem) as falantes
     from auditoria_resultados r join transcricoes t on t.resultado_id = r.id join sentencas s on s.transcricao_id = t.id
     group by r.id`,
  );
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(analysed)?.falantes).toEqual(['entrevistado', 'entrevistado']);
  expect(of(analysed)?.analise).toEqual({
    ...whole,
    ofensas: [named, { ordem: 2, termo: 'burro', citacao: 'Que burro.', contexto: '' }],
    sentimentos: { 1: -0.5 },
  });
  expect(of(bare)).toMatchObject({
    falantes: ['desconhecido'],
    analise: { resumo: null, sentimentos: { 1: 0.25 } },
  });
  expect(of(silent)).toMatchObject({ falantes: ['agente'], analise: { ...whole, sentimentos: {} } });
  expect(of(untouched)).toMatchObject({ falantes: ['cliente'], analise: null });
  await expect(old.query(`update sentencas set falante = 'alguém'`)).rejects.toThrow(
    'sentencas_falante_check',
  );
});

it('waits for what a process of the version before is writing, and loses none of it', async () => {
  const resultado = await record('agente', null, [{ texto: 'Bom dia.', sentimento: null, ofensas: [] }]);
  await old.migrateDuring(async (query) => {
    await query(ALONE);
    await query(
      `insert into sentencas (id, empresa_id, transcricao_id, ordem, texto, start_ms, end_ms, sentimento)
       select gen_random_uuid(), empresa_id, id, 2, 'Até logo.', 2, 3, 0.5 from transcricoes`,
    );
  });
  const { rows } = await old.query(
    `select s.texto, s.falante, r.analise_texto -> 'sentimentos' as sentimentos
     from auditoria_resultados r join transcricoes t on t.resultado_id = r.id join sentencas s on s.transcricao_id = t.id
     where r.id = $1 order by s.ordem`,
    [resultado],
  );
  expect(rows).toEqual([
    { texto: 'Bom dia.', falante: 'agente', sentimentos: { 2: 0.5 } },
    { texto: 'Até logo.', falante: 'agente', sentimentos: { 2: 0.5 } },
  ]);
});
