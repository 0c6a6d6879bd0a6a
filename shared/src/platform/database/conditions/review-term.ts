/** Deadline of a call's review: the deadline of the random sample that contains the call. */

export const termOf = <C extends string>(itemId: C) =>
  `(select a.prazo from amostra_itens s join amostras a on a.id = s.amostra_id where s.item_id = ${itemId})` as const;

/** SQL: true if an item's deadline passed without a review. */
export const isLate = <C extends string>(itemId: C) =>
  `${itemId} in (select s.item_id from amostra_itens s join amostras a on a.id = s.amostra_id
    left join item_qualidade r on r.item_id = s.item_id
    where a.prazo < escuta_dia(now()) and r.revisado_por is null)` as const;
