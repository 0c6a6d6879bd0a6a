import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { isWorkingTime, lastWorkingTime, workingTime } from '@escuta/shared/domain/working-hours';
import { expect, it } from 'vitest';
import { DEMO_TEMPLATES } from '../../templates.ts';
import { type Acerto, AGENTES, chanceOf } from './agents.ts';
import { composeDialogue, TEMAS, TEMAS_DE_VENDA } from './dialogues.ts';

it('composes conversations that answer every criterion with words that were said', () => {
  const random = seededRandom(7);
  const all: Acerto[] = ['gravacao', 'nome', 'cortesia', 'dados', 'empatia', 'espera', 'solucao'];
  all.push('prazo', 'protocolo', 'maisAjuda');
  const draws = Array.from({ length: 200 }, (_, n) => {
    const tema = [...TEMAS, ...TEMAS_DE_VENDA][n % 8];
    if (!tema) throw new Error('sem tema');
    const acertos = new Set(all.filter(() => random() < 0.6));
    const [irritado, satisfeito, procon, ofende] = Array.from({ length: 4 }, () => random() < 0.5);
    const mood = { irritado: !!irritado, satisfeito: !!satisfeito, procon: !!procon, ofende: !!ofende };
    return composeDialogue({ agente: 'Ana Prado', tema, acertos, n, manha: n % 2 === 0, ...mood });
  });
  for (const { linhas, respostas, alertas, ofensas } of draws) {
    for (const { nome, criterios } of DEMO_TEMPLATES) {
      const answers = respostas[nome as keyof typeof respostas];
      expect(Object.keys(answers)).toEqual(criterios.map(({ id }) => id));
      for (const { atendido, linha, citacao } of Object.values(answers)) {
        if (linha !== undefined) expect(linhas[linha]?.texto).toContain(citacao);
        if (atendido === 'nao_se_aplica') expect(linha).toBeUndefined();
      }
    }
    for (const { linha } of alertas) expect(linhas[linha]).toBeDefined();
    for (const { linha, termo } of ofensas) expect(linhas[linha]?.texto).toContain(termo);
  }
});

it('gives two agents, a decline and a training their stories', () => {
  const of = (nome: string) => {
    const found = AGENTES.find((agente) => agente.nome === nome);
    if (!found) throw new Error(`sem ${nome}`);
    return found;
  };
  const weak = AGENTES.filter((agente) => chanceOf('protocolo', agente, 3) < 0.5);
  expect(weak.map(({ nome }) => nome)).toEqual(['Fábio Reis', 'Gilda Melo']);
  expect(chanceOf('empatia', of('Hugo Sá'), 1)).toBeLessThan(chanceOf('empatia', of('Hugo Sá'), 8));
  expect(chanceOf('prazo', of('Ana Prado'), 0)).toBeGreaterThan(chanceOf('prazo', of('Ana Prado'), 8) + 0.3);
  expect(new Set(AGENTES.map(({ ramal }) => ramal)).size).toBe(12);
});

it('calls at working hours only, also where the history ends in the night, on a Sunday or at the opening', () => {
  const random = seededRandom(3);
  for (const end of [
    '2026-11-29T04:00:00Z',
    '2026-11-29T18:00:00Z',
    '2026-11-30T11:05:00Z',
    '2026-12-01T15:30:00Z',
  ]) {
    const until = new Date(end);
    const last = lastWorkingTime(until);
    expect(isWorkingTime(last) && last <= until, end).toBe(true);
    for (let n = 0; n < 300; n++) {
      const at = workingTime(new Date(until.getTime() - 7 * 86_400_000), until, random);
      expect(isWorkingTime(at) && at < until, at.toISOString()).toBe(true);
    }
  }
});
