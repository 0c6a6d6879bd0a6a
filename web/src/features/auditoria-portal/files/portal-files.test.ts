import { PAPEIS_ARQUIVO } from '@escuta/shared/domain/audit-preparation';
import { expect, it } from 'vitest';
import { acceptOf, allFour, NO_FILES, portalFileProblem } from './portal-files.ts';

const file = (name: string, size = 10, type = '') => ({ name, size, type });

it('takes the kinds of the specification, whatever their case', () => {
  for (const name of ['a.pdf', 'a.doc', 'a.DOCX', 'questões finais.txt', 'formulário.xlsx', 'a.XLS'])
    expect(portalFileProblem('perguntas', file(name)), name).toBeNull();
  for (const name of ['a.xlsx', 'a.XLS', 'a.csv'])
    expect(portalFileProblem('planilha_respostas', file(name)), name).toBeNull();
  for (const name of ['a.zip', 'a.RAR']) expect(portalFileProblem('zip_audios', file(name)), name).toBeNull();
  expect(portalFileProblem('audio', file('gravação', 10, 'audio/x-qualquer'))).toBeNull();
  expect(portalFileProblem('audio', file('a.opus'))).toBeNull();
});

it('says what is wrong with a file, by its name', () => {
  expect(portalFileProblem('perguntas', file('a.rtf'))).toBe(
    '“a.rtf” não é aceito aqui: envie .pdf, .doc, .docx, .odt, .txt, .xlsx ou .xls.',
  );
  expect(portalFileProblem('planilha_respostas', file('a.pdf'))).toMatch(/envie \.xlsx, \.xls ou \.csv/);
  expect(portalFileProblem('zip_audios', file('a.7z'))).toMatch(/envie \.zip ou \.rar/);
  expect(portalFileProblem('audio', file('a.pdf', 10, 'application/pdf'))).toBe('“a.pdf” não é um áudio.');
  expect(portalFileProblem('perguntas', file('a.pdf', 0))).toBe('“a.pdf” está vazio.');
  expect(portalFileProblem('perguntas', file('a.pdf', 20 * 1024 ** 2 + 1))).toMatch(/limite de 20 MB/);
  expect(portalFileProblem('zip_audios', file('a.zip', 2048 * 1024 ** 2 + 1))).toMatch(/limite de 2 GB/);
  expect(portalFileProblem('zip_audios', file('a.rar', 512 * 1024 ** 2))).toBeNull();
  expect(portalFileProblem('zip_audios', file('a.RAR', 512 * 1024 ** 2 + 1))).toBe(
    'O arquivo .rar passa de 512 MB. Compacte as gravações como .zip.',
  );
});

it('knows whether all four are there, and what a file dialog offers', () => {
  const four = Object.fromEntries(PAPEIS_ARQUIVO.map((papel) => [papel, new File(['x'], 'x')]));
  expect(allFour({ ...NO_FILES, ...four })).not.toBeNull();
  for (const papel of PAPEIS_ARQUIVO) expect(allFour({ ...NO_FILES, ...four, [papel]: null })).toBeNull();
  expect(acceptOf('planilha_respostas')).toBe('.xlsx,.xls,.csv');
});
