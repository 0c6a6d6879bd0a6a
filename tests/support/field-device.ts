// A field device as the interview runner stores it.
import type { Meta } from '../../web/src/field/log/model.ts';

/** Makes the data of a device that is authorised for Ana. */
export const authorisedDevice = (id: string): Meta['aparelho'] => ({
  id,
  segredo: 'apa_x',
  autorizadoAte: Date.now() + 1e9,
  situacao: 'ativo',
  membroAtivo: true,
  empresa: { id, nome: 'Instituto' },
  usuario: { id, nome: 'Ana', email: 'ana@x.example' },
});
