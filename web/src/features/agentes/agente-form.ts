import { type AgenteWire, updateAgente } from '@escuta/shared/contracts/team/agentes';
import { z } from 'zod';

/** `novo`: text in the box for another alias. It is saved with the others, without a separate press. */
export const agenteSchema = z.object({
  nome: updateAgente.body.shape.nome.unwrap(),
  matricula: updateAgente.body.shape.matricula.unwrap(),
  /** '': no account. */
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
