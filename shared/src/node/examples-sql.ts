/**
 * Leaves the example projects out of a figure: the company did not make that call. `coluna` names the project of what is
 * counted, `empresa` the parameter with the company (null: every one). A project's own page shows its own figures.
 */
export const semExemplos = (coluna: string, empresa: string): string =>
  `${coluna} not in (select exemplo.id from projetos exemplo
    where exemplo.exemplo_item_id is not null and (${empresa}::uuid is null or exemplo.empresa_id = ${empresa}))`;
