// Every text that the two specifications quote is shown, except those listed here with their reason. '{}' stands for
// filled-in text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

/** Quoted texts that are not shown, with the reason. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'A configuração do serviço de auditoria está incompleta.':
    'what sending an audit always ended with: it is sent now (docs/decisions/0021-portal.md)',
  'Atribuir para (ID do usuário)': 'a person is chosen by name; the field is called "Atribuir para"',
  'Falha ao buscar opções de áudio.': 'no screen asks for them alone: they come with the configuration',
  'Falha ao buscar configuração de logs.': 'no screen asks for them alone: they come with the configuration',
  'Falha ao salvar resposta.':
    'an answer is kept by the device before it is sent (docs/decisions/0017-field.md); where that fails "Erro ao salvar resposta. Tente novamente." is shown',
  'Prompt copiado - edite conforme necessário': 'a duplicated template has the prompt of its original',
};

const LIST = new URL('./screen-texts.tsv', import.meta.url);

/** Normalises line breaks, escapes and quotes. */
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ');

const shown = plain(
  ['web/src', 'shared/src/domain', 'shared/src/contracts', 'shared/src/services', 'api/src']
    .flatMap((folder) => filesUnder(join(folder)))
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    // Removes comments, because users do not see them.
    .map((text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/(?<=^|\s)\/\/.*$/gm, ' '))
    .join('\n'),
);

/** True if the app shows the text: a single word between quotes or tags, or a longer text also within another text. */
const isShown = (text: string): boolean => {
  const parts = plain(text)
    .split('{}')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!text.includes(' ')) return new RegExp(`['"\`>}]\\s*${parts.join('.{1,80}?')}\\s*['"\`<{]`).test(shown);
  return new RegExp(parts.join('.{1,80}?')).test(shown);
};

const texts = readFileSync(LIST, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [screen: string, text: string]);

it('finds every text of the list, and no text that is not there', () => {
  expect(texts.length).toBeGreaterThan(200);
  expect(isShown('Um texto que nenhuma tela diz.')).toBe(false);
  expect(isShown('Um texto {} que nenhuma tela diz.')).toBe(false);
  const missing = texts.filter(([, text]) => !isShown(text)).map((row) => row.join(': '));
  expect(missing).toEqual([]);
});

it('names what is not shown only while it is not', () => {
  expect(Object.keys(NOT_SHOWN).filter(isShown)).toEqual([]);
});

it('lists each text once a screen', () => {
  const rows = texts.map((row) => row.join('\t'));
  expect(rows).toEqual([...new Set(rows)].sort((a, b) => (a < b ? -1 : 1)));
});
