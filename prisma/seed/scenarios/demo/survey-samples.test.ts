// The product's rules find exactly the faults planted in the demonstration's interviews.

import { confront } from '@escuta/shared/domain/interview/confront/confront';
import { describe, expect, it } from 'vitest';
import { weeksTo } from './survey.ts';
import { type EntrevistaOuvida, hearInterview, loadSurveySamples, versionOf } from './survey-samples.ts';
import { isWorkingTime } from './working-hours.ts';

/** In São Paulo the time is UTC−3 all year. */
const localHour = (at: Date): number => (at.getUTCHours() + 21) % 24;
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

  it('happened on working days between 9 and 20 in São Paulo, whenever the demonstration begins', () => {
    const last = Math.max(...entrevistas.map(({ em }) => Date.parse(em)));
    for (let hours = 0; hours < 21 * 24; hours += 5) {
      const until = Date.parse('2026-11-01T00:00:00Z') + hours * 3_600_000;
      const shift = weeksTo(entrevistas, until);
      expect(last + shift).toBeLessThanOrEqual(until);
      for (const { em } of entrevistas) {
        const at = new Date(Date.parse(em) + shift);
        expect(isWorkingTime(at) && localHour(at) >= 9, at.toISOString()).toBe(true);
      }
    }
  });

  it.each(entrevistas)(
    "$slug: the interviewer's quotes are the interviewer's, and answers the respondent's",
    async (one) => {
      const { sentencas, papeis } = await hearInterview(one, conteudo, newId);
      const spoken = one.sentencas.filter(({ ouvida }) => ouvida !== false);
      const roleOf = new Map(papeis.map(({ sentencaId, papel }) => [sentencaId, papel.falante]));
      const wrong = sentencas.flatMap(({ id, texto }, index) => {
        const { papel, parte } = spoken[index] ?? {};
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
