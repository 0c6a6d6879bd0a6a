import { type AgenteWire, updateAgente } from '@escuta/shared/contracts/team/agentes';
import { z } from 'zod';

/** Schema of an agent's form. `novo`: text in the box for another alias, which saving adds to the aliases. */
export const agenteSchema = z.object({
  nome: updateAgente.body.shape.nome.unwrap(),
  matricula: updateAgente.body.shape.matricula.unwrap(),
  /** Id of the account; '' for no account. */
  usuario_id: z.string(),
  apelidos: updateAgente.body.shape.apelidos.unwrap(),
  novo: z.string().trim(),
});
export type AgenteValues = z.infer<typeof agenteSchema>;

/** Initial values of an agent's form. */
export const valuesOf = ({ nome, matricula, usuario_id, apelidos }: AgenteWire): AgenteValues => ({
  nome,
  matricula: matricula ?? '',
  usuario_id: usuario_id ?? '',
  apelidos,
  novo: '',
});
