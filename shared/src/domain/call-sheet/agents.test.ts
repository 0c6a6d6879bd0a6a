import { expect, it } from 'vitest';
import { plannedAgents } from './agents.ts';

it('plans an agent for each new name with the extensions of its own, and one for each extension without a name', () => {
  const planned = plannedAgents({
    agentes_novos: ['Ana Lima', 'João'],
    ramais_sem_agente: [
      { ramal: '2001', nomes: ['ANA LIMA'] },
      { ramal: '2002', nomes: ['Ana Lima', 'João'] },
      { ramal: '2003', nomes: [] },
      { ramal: '2004', nomes: ['Já cadastrada'] },
    ],
  });
  expect(planned).toEqual([
    { nome: 'Ana Lima', ramais: ['2001'] },
    { nome: 'João', ramais: [] },
    { nome: 'Ramal 2003', ramais: ['2003'] },
  ]);
});
