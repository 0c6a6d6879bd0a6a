// The product's rules find exactly the faults planted in the demonstration's interviews.

import { describe, expect, it } from 'vitest';
import { confront } from '../../domain/interview/confront/confront.ts';
import { type EntrevistaOuvida, hearInterview, loadSurveySamples, versionOf } from './sample-interviews.ts';

const { pesquisa, entrevistas } = await loadSurveySamples();
let ids = 0;
const newId = () => `id-${++ids}`;
const conteudo = versionOf(pesquisa, newId);
const cellsOf = async (entrevista: EntrevistaOuvida) => {
  const { material, respostas } = await hearInterview(entrevista, conteudo, newId);
  return confront(respostas.entrada(material), material.preparo);
};

describe('the sample interviews', () => {
  it('are twelve, by three interviewers, with every verdict', () => {
    expect(entrevistas).toHaveLength(12);
    expect(new Set(entrevistas.map(({ entrevistador }) => entrevistador)).size).toBe(3);
    const found = new Set(entrevistas.flatMap(({ passos }) => passos.map(({ esperado }) => esperado)));
    expect([...found].sort()).toEqual([
      'a_revisar',
      'confere',
      'diverge',
      'inaudivel',
      'induzida',
      'nao_perguntada',
      'nao_se_aplica',
    ]);
  });

  it.each(entrevistas)('$slug: each question has the verdict that it has to have', async (entrevista) => {
    const cells = await cellsOf(entrevista);
    const found = cells.map(
      ({ veredito, motivo }, i) =>
        `${conteudo.perguntas[i]?.codigo} ${veredito}${veredito === 'a_revisar' ? '' : (motivo ?? '')}`,
    );
    expect(found).toEqual(entrevista.passos.map(({ codigo, esperado }) => `${codigo} ${esperado}`));
  });

  it.each(entrevistas)(
    "$slug: the interviewer's quotes are the interviewer's, and answers the respondent's",
    async (one) => {
      const { sentencas, papeis } = await hearInterview(one, conteudo, newId);
      const roleOf = new Map(papeis.map(({ sentencaId, papel }) => [sentencaId, papel.falante]));
      const wrong = sentencas.flatMap(({ id, texto, papel, parte }) => {
        const truth = papel === 'agente' ? 'entrevistador' : 'entrevistado';
        return parte && roleOf.get(id) !== truth ? [texto] : [];
      });
      expect(wrong).toEqual([]);
    },
  );

  it('mark a reading that leaves options out', async () => {
    const changed = entrevistas.find(({ slug }) => slug === 'entrevista-10');
    const [first] = changed ? await cellsOf(changed) : [];
    expect(first).toMatchObject({ leitura: { codigo: 'maior', provado: true } });
    expect(first?.opcoesNaoLidas).toEqual(['Todos os dias', 'Algumas vezes por semana']);
  });
});
