import { expect, it } from 'vitest';
import { subjectOf } from './insight-criteria.ts';
import { READY_TEMPLATES } from './ready-templates.ts';

it('reads from its description whom a criterion is about, unless it says so itself', () => {
  const of = (descricao: string) => subjectOf({ descricao });
  expect(of('O agente informa o número do protocolo.')).toBe('agente');
  expect(of('A atendente pede licença.')).toBe('agente');
  expect(of('Havendo acordo, o agente repete valor, data e forma de pagamento.')).toBe('agente');
  expect(of('O cliente demonstra satisfação ao final da ligação.')).toBe('cliente');
  expect(of('O entrevistado concorda em responder.')).toBe('cliente');
  expect(of('O sentimento do cliente melhora.')).toBe('qualquer');
  expect(of('Nenhuma publicidade é feita enquanto o cliente aguarda.')).toBe('qualquer');
  expect(of('Saudação conforme o roteiro')).toBe('qualquer');
  expect(of('O agenteX diz')).toBe('qualquer');
  expect(subjectOf({ descricao: 'O agente diz o nome.', sujeito: 'qualquer' })).toBe('qualquer');
});

it('knows whom nearly all criteria of the ready templates are about', () => {
  const criterios = READY_TEMPLATES.flatMap((template) => template.criterios);
  const nobody = criterios.filter((criterio) => subjectOf(criterio) === 'qualquer').map(({ id }) => id);
  expect(nobody).toEqual(['sem_publicidade', 'melhora']);
});
