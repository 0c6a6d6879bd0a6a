// @vitest-environment node
import { expect, it } from 'vitest';
import { fileIndicator } from './file-indicator.ts';

it.each([
  ['concluido', 'a.mp3', 'Processado'],
  ['concluido', null, 'Sem Arquivo'],
  ['processando', 'a.mp3', 'Processando'],
  ['processando', null, 'Processando'],
  ['pendente', 'a.mp3', 'Arquivo Gravado'],
  ['erro', 'a.mp3', 'Arquivo Gravado'],
  ['pendente', null, 'Sem Arquivo'],
] as const)('%s with %s → %s', (status, arquivo_nome, label) => {
  expect(fileIndicator({ status, arquivo_nome })).toBe(label);
});
