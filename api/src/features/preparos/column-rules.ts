import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { correctColunas } from '@escuta/shared/contracts/surveys/preparos';
import {
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  nadaContado,
} from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { PAPEL_LABEL, type PapelDePessoa } from '@escuta/shared/domain/survey-file/columns/column-roles';
import type { PerguntaLida } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';

type Given = BodyOf<typeof correctColunas>['colunas'][number];

const wrong = (n: number, mensagem: string) =>
  new AppError('regra_violada', mensagem, { errors: [{ campo: `colunas.${n}`, mensagem }] });

/** A column's name in a message: its heading, else 'coluna' and its number. */
const named = ({ n, cabecalho }: Pick<ColunaDoPreparoGravada, 'n' | 'cabecalho'>): string =>
  cabecalho.trim() === '' ? `coluna ${n + 1}` : `“${cabecalho.trim().slice(0, 80)}”`;

/** A column's name that always begins with 'coluna', to follow an article. */
const withNoun = (coluna: Parameters<typeof named>[0]): string =>
  coluna.cabecalho.trim() === '' ? named(coluna) : `coluna ${named(coluna)}`;

/** Checks a column's question and option. @throws AppError regra_violada if question or option is unknown */
function checkQuestion(
  coluna: ColunaDoPreparoGravada,
  given: Given,
  perguntas: readonly PerguntaLida[],
): void {
  const { n, papel, pergunta, opcao } = given;
  if (papel !== 'pergunta') {
    if (pergunta !== null || opcao !== null)
      throw wrong(n, `A ${withNoun(coluna)} não é de uma pergunta: deixe a pergunta em branco.`);
    return;
  }
  if (pergunta === null) throw wrong(n, `Informe a pergunta da ${withNoun(coluna)}.`);
  const found = perguntas[pergunta];
  if (!found) throw wrong(n, `O questionário não tem a pergunta indicada para a ${withNoun(coluna)}.`);
  if (opcao !== null && !found.opcoes[opcao])
    throw wrong(n, `A pergunta ${found.codigo} não tem a opção indicada para a ${withNoun(coluna)}.`);
}

/** Roles that several columns may have. */
const MANY = new Set(['pergunta', 'ignorar']);

/**
 * Requires a single column for each role and each question; several columns of a question must belong to different
 * options. An 'outro' column may stand beside the answer's or its option's column.
 * @throws AppError regra_violada
 */
function checkTogether(colunas: readonly ColunaDoPreparoGravada[], perguntas: readonly PerguntaLida[]): void {
  const roles = groupBy(
    colunas.filter(({ papel }) => !MANY.has(papel)),
    ({ papel }) => papel,
  );
  for (const [papel, [first, second]] of roles) {
    if (first && second)
      throw wrong(
        second.n,
        `Há duas colunas para ${PAPEL_LABEL[papel as PapelDePessoa]}: ${named(first)} e ${named(second)}. Deixe uma só.`,
      );
  }
  const questions = groupBy(
    colunas.filter(({ papel }) => papel === 'pergunta'),
    ({ pergunta }) => pergunta,
  );
  for (const [pergunta, all] of questions) {
    const { codigo = 'A pergunta', opcoes = [] } = perguntas[pergunta ?? -1] ?? {};
    const options = all.map(({ opcao }) => opcao);
    const others = options.filter((opcao) => opcoes[opcao ?? -1]?.especial === 'outro');
    const rest = options.filter((opcao) => opcoes[opcao ?? -1]?.especial !== 'outro');
    const whole = rest.length === 1 && rest[0] === null && others.length <= 1;
    const byOption = !rest.includes(null) && new Set(rest).size === rest.length && others.length <= 2;
    const [first, second] = all;
    if (!first || !second || whole || byOption) continue;
    throw wrong(
      second.n,
      `${codigo} tem mais de uma coluna (${all.slice(0, 3).map(named).join(', ')}): deixe uma, ou informe a opção de cada uma.`,
    );
  }
}

/**
 * Sets the roles that a person gave to a sheet's columns. Drops the counts of changed columns until the next reading.
 * @throws AppError regra_violada, requisicao_invalida (a column given twice)
 */
export function correctedColumns(
  colunas: readonly ColunaDoPreparoGravada[],
  given: readonly Given[],
  perguntas: readonly PerguntaLida[],
): ColunaDoPreparoGravada[] {
  const byPlace = new Map(given.map((one) => [one.n, one]));
  if (byPlace.size < given.length)
    throw new AppError('requisicao_invalida', 'Cada coluna só pode aparecer uma vez.');
  const unknown = given.find(({ n }) => !colunas.some((coluna) => coluna.n === n));
  if (unknown) throw wrong(unknown.n, `A planilha não tem a coluna ${unknown.n + 1}.`);
  const corrected = colunas.map((coluna) => {
    const said = byPlace.get(coluna.n);
    if (!said) return coluna;
    checkQuestion(coluna, said, perguntas);
    const { papel, pergunta, opcao } = said;
    const same = coluna.papel === papel && coluna.pergunta === pergunta && coluna.opcao === opcao;
    // 'ignorar' also marks a column whose role was not found, so a person's 'ignorar' is stored as a person's choice.
    return same && papel !== 'ignorar'
      ? coluna
      : {
          ...coluna,
          papel,
          pergunta,
          opcao,
          regra: COLUNA_POR_PESSOA,
          nao_reconhecidas: nadaContado(),
        };
  });
  checkTogether(corrected, perguntas);
  return corrected;
}
