import type { getPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import type { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';

export type Pesquisa = Data<typeof getPesquisa>;

export type Questionario = Data<typeof listQuestionariosDaPesquisa>[number];

/** Address that opens a questionnaire's editor over the page of its survey. */
export const editorOf = (pesquisaId: string, questionarioId: string): string =>
  `${href(paths.pesquisa, { id: pesquisaId })}?${new URLSearchParams({ aba: 'questionario', questionario: questionarioId })}`;
