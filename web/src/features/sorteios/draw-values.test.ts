// @vitest-environment node
import { expect, it } from 'vitest';
import { drawForm } from './draw-values.ts';

const form = {
  ...{ nome: 'Semana', de: '2026-11-02', ate: '2026-11-08', metodo: 'por_agente_semana' },
  ...{ quantidade: '5', estrato: 'nenhum', pessoas: [], prazo: '' },
};
const INVALIDO = 'Informe um dia válido, como 31/12/2026.';

it.each([
  [{ de: '' }, { de: 'Informe o dia.' }],
  [{ de: '31/02/2026' }, { de: INVALIDO }],
  [{ ate: '08/11' }, { ate: INVALIDO }],
  [{ ate: '2026-11-01' }, { ate: 'A data final deve ser igual ou posterior à inicial.' }],
  [{ prazo: '99/99/2026' }, { prazo: INVALIDO }],
  [{}, {}],
])('says of %j: %j', (typed, messages) => {
  const { error } = drawForm.safeParse({ ...form, ...typed });
  expect(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])).toEqual(
    messages,
  );
});
