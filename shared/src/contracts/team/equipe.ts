import { z } from 'zod';
import { dateTime, day, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Maximum number of listed people of a team; people with late reviews come first. */
export const EQUIPE_MAX = 100;
/** Maximum number of calls counted for each person: the newest ones. */
export const LIGACOES_DA_PESSOA_MAX = 2000;

const contagem = z.number().int();

export const pessoaDaEquipe = z.object({
  id: z.uuid(),
  nome: z.string(),
  ativo: z.boolean(),
  /** Assigned calls that nobody reviewed; `desde`: when the first of them was assigned. */
  ligacoes: z.object({ n: contagem, desde: dateTime.nullable() }),
  /**
   * Number of unreviewed calls that belong to a sample whose deadline has passed; `prazo`: the earliest of these
   * deadlines.
   */
  atrasadas: z.object({ n: contagem, prazo: day.nullable() }),
  /** The next deadline of the person's unreviewed calls that are not late; null: none of them has a deadline. */
  prazo: day.nullable(),
  /** False if the person has more calls than LIGACOES_DA_PESSOA_MAX, so that the counts are incomplete. */
  exato: z.boolean(),
  /** `n`: signals that wait for the person's opinion; `desde`: since when the first of them waits. */
  sinais: z.object({ n: contagem, desde: dateTime.nullable() }),
  /** `n`: interviews that the person must verify; `desde`: when the first of them was drawn. */
  verificacoes: z.object({ n: contagem, desde: dateTime.nullable() }),
});
export type PessoaDaEquipe = z.infer<typeof pessoaDaEquipe>;

export const getTrabalhoDaEquipe = defineContract({
  id: 'getTrabalhoDaEquipe',
  method: 'GET',
  path: '/equipe/trabalho',
  access: { who: 'user', can: ['user', 'read'] },
  summary: `Quem tem o quê para revisar, desde quando e o que passou do prazo (até ${EQUIPE_MAX} pessoas, as mais atrasadas antes; de cada uma contam as ${LIGACOES_DA_PESSOA_MAX} ligações mais novas)`,
  tag: 'Itens de auditoria',
  topic: 'revisao',
  response: ok(z.array(pessoaDaEquipe)),
});
