// Every fault that was planted in the demonstration's interviews is what the product's own rules find in them, and nothing else is.
import { describe, expect, it } from 'vitest';
import { cellsOf, loadSurveySamples, versionOf } from './survey-samples.ts';

const { pesquisa, entrevistas } = await loadSurveySamples();
let ids = 0;
const conteudo = versionOf(pesquisa, () => `id-${++ids}`);

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

  it.each(entrevistas)('$slug: each question has the verdict that it has to have', (entrevista) => {
    const cells = cellsOf(entrevista, conteudo);
    const found = cells.map(
      ({ veredito, motivo }, i) =>
        `${conteudo.perguntas[i]?.codigo} ${veredito}${veredito === 'a_revisar' ? '' : (motivo ?? '')}`,
    );
    expect(found).toEqual(entrevista.passos.map(({ codigo, esperado }) => `${codigo} ${esperado}`));
  });

  it('mark a reading that leaves options out', () => {
    const changed = entrevistas.find(({ slug }) => slug === 'entrevista-10');
    const [first] = changed ? cellsOf(changed, conteudo) : [];
    expect(first).toMatchObject({ leitura: { codigo: 'maior', provado: true } });
    expect(first?.opcoesNaoLidas).toEqual(['Todos os dias', 'Algumas vezes por semana']);
  });
});
