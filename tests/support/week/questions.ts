// The institute's questionnaire: first questions about the respondent, then the truth set's questions about the city.
// It exists as a Word file, and with the ids that the product gives.
import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { CIDADE, type PerguntaVerdade, questionnaire } from '../../../scripts/verdade/questionnaires.ts';
import { documentFile } from '../../../scripts/verdade/road/files.ts';
import { printDocument } from '../../../scripts/verdade/road/print-document.ts';
import { drawStyle, ESTILOS } from '../../../scripts/verdade/road/styles.ts';

export const SEXOS = ['Feminino', 'Masculino'] as const;

const [SEXO] = questionnaire('s', [
  {
    texto: 'Para começar, qual é o seu sexo: feminino ou masculino?',
    tipo: 'escolha',
    opcoesTexto: [...SEXOS],
    respostas: [
      { fala: 'Feminino.', valor: ['Feminino'] },
      { fala: 'Masculino.', valor: ['Masculino'] },
    ],
    parafrase: 'É mulher ou homem?',
    outrasPalavras: 'E como a gente chama, senhora ou senhor?',
    adjetivo: 'Para começar, qual é o seu belo sexo: feminino ou masculino?',
    semCauda: 'Para começar, qual é o seu sexo?',
    conduzida: {
      ne: 'O seu sexo é feminino, né?',
      opiniao: 'Pela voz, eu acho que é feminino.',
      sugere: 'Feminino, pode ser?',
      responde: 'Feminino, já marquei.',
      valor: 'Feminino',
    },
  },
]) as [PerguntaVerdade];

/** Makes the first `count` questions of the institute's file, with their codes. */
export const questionsOf = (count: number): PerguntaVerdade[] =>
  [SEXO, ...CIDADE].slice(0, count).map((one, index) => ({ ...one, codigo: `P${index + 1}` }));

/** Builds the Word file that the institute sends. */
export function wordFile(perguntas: readonly PerguntaVerdade[]): Buffer {
  const plain = ESTILOS.find(({ simples }) => simples);
  if (!plain) throw new Error('no plain style');
  const { linhas } = printDocument(
    {
      nome: 'cidade',
      titulo: 'Pesquisa de opinião sobre os serviços da cidade',
      apresentacao: 'Bom dia, sou do Instituto Aurora e estou fazendo uma pesquisa rápida.',
      perguntas,
      bateria: { tronco: '', itens: new Map() },
    },
    drawStyle(plain, seededRandom(1)),
  );
  return documentFile(linhas, 'docx');
}

/** Gives questions and options the ids that the product gave them. @throws Error if the product lacks an option */
export function withIds(
  perguntas: readonly PerguntaVerdade[],
  stored: readonly PerguntaWire[],
): PerguntaVerdade[] {
  const ids = new Map(perguntas.map(({ id }, index) => [id, stored[index]?.id ?? '']));
  for (const [index, { opcoes }] of perguntas.entries())
    for (const { id, texto } of opcoes) {
      const found = stored[index]?.respostas_definidas.find((one) => one.texto_resposta === texto);
      if (!found) throw new Error(`the product has no option ${texto}`);
      ids.set(id, found.id);
    }
  const idOf = (id: string): string => ids.get(id) as string;
  return perguntas.map((one) => {
    const condition = optionTest(one.mostrarSe);
    return {
      ...one,
      id: idOf(one.id),
      opcoes: one.opcoes.map((option) => ({ ...option, id: idOf(option.id) })),
      mostrarSe: condition && {
        perguntaId: idOf(condition.perguntaId),
        opcoes: condition.opcoes.map(idOf),
      },
    };
  });
}
