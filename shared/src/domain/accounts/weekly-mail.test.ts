import { describe, expect, it } from 'vitest';
import { renderMail } from './mail-layout.ts';
import { canaisDaPessoa, withoutEmail } from './notices.ts';
import { weekToTell } from './week.ts';
import { type EnderecosDaSemana, type Semana, scoreFact, weeklyMail } from './weekly-mail.ts';

const urls: EnderecosDaSemana = {
  painel: 'https://e.example/dashboard',
  fila: 'https://e.example/dashboard/revisao',
  disparos: 'https://e.example/dashboard/alertas',
  criterios: 'https://e.example/dashboard/relatorios/criterios',
  avisos: 'https://e.example/dashboard/profile#avisos',
  ligacao: (id) => `https://e.example/dashboard/call-analysis/${id}`,
};
const nothing = { ligacoes: 0, processadas: 0, nota: null, comNota: 0 };
const semana: Semana = {
  empresa: 'Lumavia & Filhos',
  de: '2026-11-16',
  ate: '2026-11-22',
  agora: { ligacoes: 1240, processadas: 1200, nota: 0.74, comNota: 1180 },
  antes: { ligacoes: 1100, processadas: 1100, nota: 0.7, comNota: 1050 },
  amostra: { sorteadas: { n: 40, soma: 27.2 }, outras: { n: 7, soma: 6 } },
  descumpridos: [
    {
      nome: 'Confirma os dados',
      critico: true,
      falhas: 120,
      n: 400,
      amostra: { sorteadas: { n: 40, falhas: 10 }, outras: { n: 360, falhas: 110 } },
    },
    { nome: 'Oferece protocolo', critico: false, falhas: 3, n: 7, amostra: null },
  ],
  ouvir: [
    {
      itemId: 'i1',
      quando: new Date('2026-11-17T13:32:00Z'),
      agente: 'Carla Dias',
      porque: { tipo: 'pior', nota: 0.12, falhas: ['Confirma os dados', 'Despede-se'] },
    },
    {
      itemId: 'i2',
      quando: new Date('2026-11-18T13:00:00Z'),
      agente: null,
      porque: { tipo: 'melhor', nota: 1, falhas: [] },
    },
  ],
  disparos: [
    { gravidade: 'alta', novos: 4, resolvidos: 1, abertos: 3 },
    { gravidade: 'baixa', novos: 0, resolvidos: 0, abertos: 0 },
  ],
};
const all = { semana: true, gravidades: ['alta', 'media', 'baixa'] as const };

describe('weekToTell', () => {
  it.each([
    // Monday 8:00 in São Paulo is 11:00 UTC.
    ['2026-11-23T10:59:59Z', null],
    ['2026-11-23T11:00:00Z', '2026-11-23'],
    ['2026-11-24T10:59:59Z', '2026-11-23'],
    ['2026-11-24T11:00:00Z', null],
    ['2026-11-22T15:00:00Z', null],
  ])('%s tells %s', (now, semana) => {
    expect(weekToTell(new Date(now))?.semana ?? null).toBe(semana);
  });

  it('tells of the Monday to Sunday before', () => {
    expect(weekToTell(new Date('2026-11-24T03:00:00Z'))).toEqual({
      semana: '2026-11-23',
      de: '2026-11-16',
      ate: '2026-11-22',
    });
  });
});

describe('weeklyMail', () => {
  it('says the week, what waits, what to hear and where to choose', () => {
    const mail = weeklyMail(semana, { fila: 1001 }, all, urls);
    expect(mail?.assunto).toBe('A semana de 16/11 a 22/11: Lumavia & Filhos');
    const { texto, html } = renderMail(mail!.conteudo, 'Escuta');
    for (const said of [
      'Ligações: 1.240 (na semana anterior, 1.100)',
      'Pontuação média: 74%, 4 pontos acima da semana anterior',
      '- Alertas de gravidade alta: 3 a resolver\n  Na semana: 4 novos, 1 resolvido.\n  https://e.example/dashboard/alertas',
      '- Fila de Revisão: mais de 1.000 insights',
      '- Carla Dias, 17/11 às 10:32\n  A pior pontuação da semana entre as ligações gravadas: 12%. O agente não cumpriu “Confirma os dados” e mais 1 critério.',
      '- Ligação de 18/11 às 10:00\n  A melhor pontuação da semana entre as ligações gravadas: 100%. Esta ligação serve de exemplo.',
      'Pontuação por sorteio: sorteadas: 68% (40 ligações); outras: poucas (7 ligações)',
      'Crítico. Não cumprido em 30% de 400 ligações. Sorteadas: 25% de 40; outras: 31% de 360.',
      'Não cumprido em 3 de 7 ligações, número baixo demais para uma porcentagem.',
      'Mudar ou desligar os meus avisos:\nhttps://e.example/dashboard/profile#avisos',
    ])
      expect(texto).toContain(said);
    expect(texto).not.toContain('gravidade baixa');
    expect(html).toContain('Lumavia &amp; Filhos');
    expect(html).toContain('href="https://e.example/dashboard/call-analysis/i1"');
  });

  it('is not sent where it would say nothing, or nothing that the person asked for', () => {
    const empty: Semana = {
      ...semana,
      agora: nothing,
      antes: nothing,
      ouvir: [],
      descumpridos: [],
      disparos: [],
    };
    expect(weeklyMail(empty, { fila: 0 }, all, urls)).toBeNull();
    expect(weeklyMail(semana, { fila: 5 }, { semana: false, gravidades: [] }, urls)).toBeNull();
    expect(
      weeklyMail(semana, { fila: 5 }, { semana: false, gravidades: ['alta'] }, urls)?.conteudo.fatos,
    ).toBeUndefined();
  });

  it.each([
    [{ ...nothing, nota: 0.9, comNota: 9 }, semana.antes, 'poucas ligações com pontuação (9)'],
    [
      semana.agora,
      { ...nothing, nota: 0.9, comNota: 3 },
      '74%; na semana anterior, poucas ligações com pontuação (3)',
    ],
    [semana.agora, { ...semana.antes, nota: 0.744 }, '74%, como na semana anterior'],
    [semana.agora, { ...semana.antes, nota: 0.75 }, '74%, 1 ponto abaixo da semana anterior'],
    [nothing, semana.antes, 'nenhuma ligação com pontuação'],
  ])('compares scores only where there are enough of them (%#)', (agora, antes, said) => {
    expect(scoreFact(agora, antes)).toBe(said);
  });
});

describe('canaisDaPessoa', () => {
  it('takes the role’s channels until the person chooses, kind by kind', () => {
    expect(canaisDaPessoa('gerente', null).disparo_alta).toEqual(['produto', 'email', 'segunda']);
    expect(canaisDaPessoa('usuario', undefined)).toMatchObject({ disparo_alta: ['produto'], semana: [] });
    expect(canaisDaPessoa('gerente', { semana: [], falha: ['email'], outra: ['x'] })).toMatchObject({
      semana: [],
      falha: ['email'],
      tarefa: ['produto'],
    });
    expect(canaisDaPessoa('gerente', { semana: ['email'] }).semana).toEqual(['segunda']);
  });
});

describe('withoutEmail', () => {
  it('takes one way from the kinds that have it, leaves all others, and is null a second time', () => {
    expect(withoutEmail('gerente', null, 'disparo_alta')).toEqual({ disparo_alta: ['produto', 'segunda'] });
    const monday = withoutEmail('gerente', { disparo_media: [] }, 'segunda');
    expect(monday).toEqual({ disparo_alta: ['produto', 'email'], disparo_baixa: [], semana: [] });
    expect(withoutEmail('gerente', { disparo_media: [], ...monday }, 'segunda')).toBeNull();
    expect(withoutEmail('usuario', null, 'disparo_alta')).toBeNull();
  });
});
