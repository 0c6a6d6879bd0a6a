import type { getPesquisa } from '@escuta/shared/contracts/surveys/pesquisas';
import type { listQuestionariosDaPesquisa } from '@escuta/shared/contracts/surveys/questionarios';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';

/** A survey as the server sends it to the survey's page, with the figures that the page shows. */
export type Pesquisa = Data<typeof getPesquisa>;

/** A questionnaire in its survey's list. */
export type Questionario = Data<typeof listQuestionariosDaPesquisa>[number];

/** Address of a questionnaire's editor, over its survey's page. */
export const editorOf = (pesquisaId: string, questionarioId: string): string =>
  `${href(paths.pesquisa, { id: pesquisaId })}?${new URLSearchParams({ aba: 'questionario', questionario: questionarioId })}`;
