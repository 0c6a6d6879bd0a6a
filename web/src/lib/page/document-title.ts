import { useEffect } from 'react';

const PRODUCT = 'Escuta';

/** Title of the browser's tab: 'Projeto Vendas · Escuta'. Null keeps the present one (while a name loads). */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === '' ? PRODUCT : `${title} · ${PRODUCT}`;
  }, [title]);
}
