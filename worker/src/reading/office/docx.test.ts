import { expect, it } from 'vitest';
import { docxOf, paragraph, table } from '../../../../tests/support/documents.ts';
import { readDocument } from '../read-document.ts';

const run = (inside: string): string => `<w:p><w:r>${inside}</w:r></w:p>`;
const lines = async (...body: string[]): Promise<unknown[]> =>
  (await readDocument(docxOf(body.join('')), 'q.docx')).map((block) =>
    block.tipo === 'linha' ? block.texto : block.linhas,
  );

it('shows as a box what is one: a control, a field of a form, a sign of Wingdings', async () => {
  const text = '<w:t xml:space="preserve"> Sim</w:t>';
  const control = `<w:p><w:sdt><w:sdtPr><w14:checkbox/></w:sdtPr><w:sdtContent><w:r><w:t>☒</w:t></w:r></w:sdtContent></w:sdt><w:r>${text}</w:r></w:p>`;
  const field = run(
    `<w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox/></w:ffData></w:fldChar><w:instrText>FORMCHECKBOX</w:instrText><w:fldChar w:fldCharType="separate"/><w:fldChar w:fldCharType="end"/>${text}`,
  );
  const sign = run(`<w:sym w:font="Wingdings" w:char="F0A8"/>${text}`);
  expect(await lines(control, field, sign, run(`<w:t>☑</w:t>${text}`))).toEqual(Array(4).fill('☐ Sim'));
});

it('loses no text of a field that a file forgets to end, nor of a paragraph whose end was deleted', async () => {
  const begun = run('<w:t>Antes</w:t><w:fldChar w:fldCharType="begin"/><w:instrText>REF a</w:instrText>');
  const merged = '<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t>Fim</w:t></w:r></w:p>';
  expect(await lines(begun, paragraph('Depois'), merged)).toEqual(['Antes', 'Depois', 'Fim']);
});

it('takes items that ask for questions, and those of a list between them for options', async () => {
  const item = (text: string, level: number): string => paragraph(text, { level });
  expect(
    await lines(
      item('Sexo', 0),
      item('Masculino', 1),
      item('Feminino', 1),
      item('O que pensa disso', 0),
      item('Gosta', 1),
    ),
  ).toEqual(['1. Sexo', 'a) Masculino', 'b) Feminino', '2. O que pensa disso', 'a) Gosta']);
});

it('puts a question that stands in a table before its options or its scale', async () => {
  const scale = table([
    ['4. Como avalia?', 'Bom', 'Ruim'],
    ['Escola', '( )', '( )'],
  ]);
  expect(await lines(scale)).toEqual([
    '4. Como avalia?',
    [
      ['', 'Bom', 'Ruim'],
      ['Escola', '( )', '( )'],
    ],
  ]);
  expect(
    await lines(
      table([
        ['1. Tem carro?', '( ) Sim ( ) Não'],
        ['2. Idade?', '____'],
      ]),
    ),
  ).toEqual(['1. Tem carro?', '( ) Sim ( ) Não', [['2. Idade?', '____']]]);
});

it('refuses what nests deeper than any document', async () => {
  const deep = `${'<w:sdt><w:sdtContent>'.repeat(200)}${paragraph('1. Mora?')}${'</w:sdtContent></w:sdt>'.repeat(200)}`;
  await expect(lines(deep)).rejects.toThrow('danificado');
});
