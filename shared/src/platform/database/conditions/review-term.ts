/** Deadline of a call's review: the deadline of the random sample in which the call was drawn. */

/** SQL: day until which an item is to be reviewed; null: no deadline. */
export const termOf = <C extends string>(itemId: C) =>
  `(select a.prazo from amostra_itens s join amostras a on a.id = s.amostra_id where s.item_id = ${itemId})` as const;

/** SQL: true if nobody reviewed an item and its deadline has passed. */
export const isLate = <C extends string>(itemId: C) =>
  `${itemId} in (select s.item_id from amostra_itens s join amostras a on a.id = s.amostra_id
    left join item_qualidade r on r.item_id = s.item_id
    where a.prazo < escuta_dia(now()) and r.revisado_por is null)` as const;
