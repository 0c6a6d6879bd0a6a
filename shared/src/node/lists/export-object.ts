/** Where the file of an export task lies: each try writes an object of its own, so that none is ever half another's. */
export const exportKey = (empresaId: string, tarefaId: string, versao: number): string =>
  `${empresaId}/exportacoes/${tarefaId}-${versao}`;
