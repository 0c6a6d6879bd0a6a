// Surveys of before part 6 come through its migration with every question, answer and interview that they had: questions get a code
// and a kind, each questionnaire that was used its version 1, interviews their state.
import { randomUUID } from 'node:crypto';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOldDatabase, type OldDatabase } from '../support/old-database.ts';

let old: OldDatabase;
beforeEach(async () => {
  old = await createOldDatabase(process.env.DATABASE_URL!, '20261125000001_etapa_confronto');
});
afterEach(() => old.close());

async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const whole: Record<string, unknown> = { id: randomUUID(), ...row };
  const names = Object.keys(whole);
  await old.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(whole),
  );
  return whole.id as string;
}

const TABLES = ['pesquisas', 'questionarios', 'perguntas', 'respostas_definidas', 'entrevistas', 'respostas'];
const counts = async () => {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await old.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    found[table] = rows[0]?.n ?? 0;
  }
  return found;
};

it('keeps every row, and gives questions, versions and interviews what they lack', async () => {
  const now = new Date('2026-05-04T12:00:00Z');
  const empresa_id = await insert('empresas', { nome: 'E', cnpj: '11222333000181' });
  const owner = { empresa_id };
  const projeto_id = await insert('projetos', { ...owner, nome: 'Campo', tipo_projeto: 'pesquisa' });
  const pesquisa_id = await insert('pesquisas', { ...owner, projeto_id, titulo: 'P', updated_at: now });
  const survey = { ...owner, pesquisa_id };
  const questionario_id = await insert('questionarios', { ...survey, nome: 'Q', updated_at: now });
  const unused = await insert('questionarios', { ...survey, nome: 'Sem uso', updated_at: now });
  const question = { ...owner, questionario_id };
  const age = await insert('perguntas', { ...question, texto_pergunta: 'Quantos anos?', ordem: 2 });
  const satisfied = await insert('perguntas', {
    ...question,
    texto_pergunta: 'Está satisfeito?',
    multipla_escolha: true,
    campo_texto: false,
    ordem: 1,
  });
  // Two at one place, as nothing forbade: each gets a code of its own.
  await insert('perguntas', { ...question, texto_pergunta: 'Outra', ordem: 2 });
  await insert('perguntas', { ...owner, questionario_id: unused, texto_pergunta: 'Nunca feita' });
  const option = { ...owner, pergunta_id: satisfied };
  const yes = await insert('respostas_definidas', { ...option, texto_resposta: 'Sim', valor: 1, ordem: 1 });
  await insert('respostas_definidas', { ...option, texto_resposta: 'Não', valor: 2, ordem: 2 });
  const done = await insert('entrevistas', {
    ...question,
    pesquisa_id,
    nome_entrevistado: 'Ana',
    concluida: true,
    concluida_em: now,
  });
  const open = await insert('entrevistas', { ...question, pesquisa_id, nome_entrevistado: 'Rui' });
  const answer = { ...owner, entrevista_id: done };
  await insert('respostas', {
    ...answer,
    pergunta_id: satisfied,
    resposta_definida_id: yes,
    updated_at: now,
  });
  await insert('respostas', { ...answer, pergunta_id: age, texto_resposta: '42', updated_at: now });
  const before = await counts();

  await old.migrate();

  expect(await counts()).toEqual(before);
  const { rows: perguntas } = await old.query<Record<string, unknown>>(
    'select codigo, tipo, obrigatoria, texto_pergunta from perguntas where questionario_id = $1 order by codigo',
    [questionario_id],
  );
  expect(perguntas).toMatchObject([
    { codigo: 'P1', tipo: 'escolha', obrigatoria: false, texto_pergunta: 'Está satisfeito?' },
    { codigo: 'P2', tipo: 'texto', obrigatoria: true },
    { codigo: 'P3', tipo: 'texto', obrigatoria: true },
  ]);
  const { rows: versoes } = await old.query<{ questionario_id: string; conteudo: ConteudoVersao }>(
    'select questionario_id, conteudo from questionario_versoes',
  );
  expect(versoes).toHaveLength(1);
  expect(versoes[0]).toMatchObject({ questionario_id, conteudo: { perguntas: [{ id: satisfied }, {}, {}] } });
  expect(versoes[0]?.conteudo.perguntas[0]?.opcoes).toEqual([
    { id: yes, texto: 'Sim', valor: 1, sinonimos: [], especial: null },
    expect.objectContaining({ texto: 'Não', valor: 2 }),
  ]);
  const { rows: entrevistas } = await old.query<Record<string, unknown>>(
    'select id, situacao, projeto_id, origem, gravacao from entrevistas order by situacao desc',
  );
  const kept = { projeto_id, origem: 'coleta', gravacao: 'esperada' };
  expect(entrevistas).toEqual([
    { id: done, situacao: 'concluida', ...kept },
    { id: open, situacao: 'em_andamento', ...kept },
  ]);
  const { rows: respostas } = await old.query<Record<string, unknown>>(
    'select pergunta_id, opcoes, texto_resposta from respostas order by texto_resposta nulls first',
  );
  expect(respostas).toEqual([
    { pergunta_id: satisfied, opcoes: [yes], texto_resposta: null },
    { pergunta_id: age, opcoes: [], texto_resposta: '42' },
  ]);
});

it('names the letters of the heat map as the product does', async () => {
  const { LETRA_DO_VEREDITO } = await import('@escuta/shared/domain/interview/matrix');
  await old.migrate();
  for (const [veredito, letra] of Object.entries(LETRA_DO_VEREDITO)) {
    const { rows } = await old.query<{ letra: string }>('select escuta_letra_veredito($1) as letra', [
      veredito,
    ]);
    expect(rows[0]?.letra).toBe(letra);
  }
});
