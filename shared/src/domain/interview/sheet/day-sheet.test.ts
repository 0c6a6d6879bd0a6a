import { describe, expect, it } from 'vitest';
import { noUnits } from '../../intervals/ratio.ts';
import {
  type CelulaDaFolha,
  chooseMoments,
  excerptOf,
  isIdle,
  kindOfTitle,
  momentText,
  type NumerosDoDia,
  sheetText,
  TITULO_MOMENTO_FOLHA,
} from './day-sheet.ts';

const cell = (given: Partial<CelulaDaFolha>): CelulaDaFolha => ({
  tipo: 'divergencia',
  entrevistaId: 'a',
  perguntaId: '1',
  pergunta: 'P1. Qual é a sua idade?',
  falado: 'quarenta e dois',
  digitado: '45',
  faltou: [],
  acrescentou: [],
  sondou: false,
  ouvirInicioMs: 1000,
  ouvirFimMs: 9000,
  respostaFimMs: 9000,
  ...given,
});
const placesOf = (cells: readonly CelulaDaFolha[]) =>
  chooseMoments(cells).map(({ tipo, entrevistaId, perguntaId }) =>
    [tipo, entrevistaId, perguntaId].join(' '),
  );

describe('the moments of a sheet', () => {
  it('are the first of each kind, in the order of the sheet', () => {
    expect(
      placesOf([
        cell({ tipo: 'exemplo', entrevistaId: 'c' }),
        cell({ tipo: 'leitura', entrevistaId: 'b' }),
        cell({ tipo: 'leitura', entrevistaId: 'd' }),
        cell({ entrevistaId: 'a' }),
      ]),
    ).toEqual(['divergencia a 1', 'leitura b 1', 'exemplo c 1']);
  });

  it('prefer another interview to a more telling cell of the same one', () => {
    expect(
      placesOf([
        cell({}),
        cell({ tipo: 'leitura', perguntaId: '2' }),
        cell({ tipo: 'leitura', entrevistaId: 'b', perguntaId: '2' }),
      ]),
    ).toEqual(['divergencia a 1', 'leitura b 2']);
  });

  it('take the same interview where there is no other, and never the same question of it twice', () => {
    const same = [cell({}), cell({ tipo: 'leitura' }), cell({ tipo: 'exemplo', perguntaId: '3' })];
    expect(placesOf(same)).toEqual(['divergencia a 1', 'exemplo a 3']);
    expect(placesOf([])).toEqual([]);
  });

  it('are at most a minute: of a longer cell the part that ends with the answer', () => {
    expect(excerptOf(cell({}))).toEqual({ inicioMs: 1000, fimMs: 9000 });
    expect(excerptOf(cell({ ouvirFimMs: 200_000, respostaFimMs: 150_000 }))).toEqual({
      inicioMs: 92_000,
      fimMs: 152_000,
    });
    expect(excerptOf(cell({ ouvirFimMs: 200_000, respostaFimMs: null }))).toEqual({
      inicioMs: 1000,
      fimMs: 61_000,
    });
    // The answer stands early, so the excerpt begins with the cell.
    expect(excerptOf(cell({ ouvirFimMs: 200_000, respostaFimMs: 20_000 }))).toEqual({
      inicioMs: 1000,
      fimMs: 61_000,
    });
    expect(excerptOf(cell({ ouvirFimMs: 1000, respostaFimMs: null }))).toEqual({
      inicioMs: 1000,
      fimMs: 2000,
    });
  });

  it('say what is heard and typed, what was left out and added, and what was done well', () => {
    expect(momentText(cell({ falado: 'quarenta e dois.' }))).toBe(
      'Em “P1. Qual é a sua idade?”, a resposta ouvida é “quarenta e dois” e foi digitado “45”. Uma pessoa ouviu a gravação e confirmou a diferença.',
    );
    expect(momentText(cell({ tipo: 'leitura', faltou: ['não'], acrescentou: ['né'] }))).toBe(
      'Em “P1. Qual é a sua idade?”, a leitura mudou o sentido da pergunta. Palavras que faltaram: “não”. Palavras a mais: “né”.',
    );
    expect(momentText(cell({ tipo: 'exemplo', sondou: true }))).toContain('perguntou de novo sem sugerir');
    const long = momentText(cell({ falado: 'x'.repeat(5000), pergunta: 'y'.repeat(5000), digitado: null }));
    expect(long.length).toBeLessThan(600);
  });

  it('are told by their titles, which the stored rows keep', () => {
    for (const [tipo, titulo] of Object.entries(TITULO_MOMENTO_FOLHA)) expect(kindOfTitle(titulo)).toBe(tipo);
    expect(kindOfTitle('Folha de 28/11/2026')).toBe('geral');
  });
});

const NONE: NumerosDoDia = {
  ...{ concluidas: 0, interrompidas: 0, emAndamento: 0, emEspera: 0, rejeitadas: 0, quarentena: 0 },
  ...{ recusas: 0, foraDoPerfil: 0, cotaPreenchida: 0, auditadas: 0, aRevisar: 0 },
};
const units = (unidades: number, x: number, c: number) => ({ ...noUnits(), unidades, x, c });
const rates = (unidades: number) => ({
  fidelidade: units(unidades, 45, 48),
  omissao: units(unidades, 1, 60),
  inducao: units(unidades, 0, 58),
  digitacao: units(0, 0, 0),
});

describe('the figures of a sheet', () => {
  it('stand with their n; a share stands from ten interviews on', () => {
    const text = sheetText('2026-11-28', { ...NONE, concluidas: 12, auditadas: 10 }, rates(10));
    expect(text.split('\n')).toEqual([
      'Em 28/11/2026, você concluiu 12 entrevistas, 10 auditadas até agora.',
      'Perguntas lidas como escritas: 45 de 48 (94%).',
      'Perguntas não feitas: 1 de 60 (2%).',
      'Respostas induzidas: 0 de 58 (0%).',
      'Respostas digitadas diferentes da fala: -.',
    ]);
  });

  it('of few interviews say “poucas”, and why', () => {
    const text = sheetText('2026-11-28', { ...NONE, concluidas: 1, auditadas: 1, aRevisar: 1 }, rates(1));
    expect(text).toContain('você concluiu 1 entrevista, 1 auditada até agora.');
    expect(text).toContain('Perguntas lidas como escritas: 45 de 48 (poucas).');
    expect(text).toContain('“Poucas” quer dizer menos de 10 entrevistas');
    expect(text).toContain('1 resposta ainda espera revisão e pode mudar estes números.');
  });

  it('name interviews that wait or were rejected, and say where nothing was audited', () => {
    const day = {
      ...NONE,
      concluidas: 2,
      emEspera: 1,
      quarentena: 2,
      rejeitadas: 1,
      recusas: 3,
      emAndamento: 1,
    };
    expect(sheetText('2026-11-28', day, null).split('\n')).toEqual([
      'Em 28/11/2026, você concluiu 2 entrevistas, nenhuma auditada até agora.',
      'Fora dos números até o coordenador decidir: 1 em espera, 2 em quarentena.',
      '1 entrevista rejeitada não conta nos números.',
      'Outras entrevistas do dia: 1 em andamento ou a enviar, 3 recusas.',
      'Leitura e erros: nenhuma entrevista do dia foi auditada ainda.',
    ]);
    expect(isIdle(NONE)).toBe(true);
    expect(isIdle({ ...NONE, recusas: 1 })).toBe(false);
  });
});
