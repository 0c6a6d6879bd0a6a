import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../ui/alert-dialog.tsx';

/** The place of this product that a click leads to, in this tab; null for any other click. */
function destination(event: MouseEvent): string | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return null;
  if (link.origin !== window.location.origin || link.pathname === window.location.pathname) return null;
  return link.pathname + link.search + link.hash;
}

/** Asks before a link, a reload or a closed tab throws typed changes away. */
export function UnsavedGuard({ when }: { when: boolean }) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);

  useEffect(() => {
    if (!when) return;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    const onClick = (event: MouseEvent): void => {
      const to = destination(event);
      if (!to) return;
      event.preventDefault();
      setTarget(to);
    };
    window.addEventListener('beforeunload', onUnload);
    // Before React's own listener: the router's links see that the click is taken.
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [when]);

  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={(open) => (open ? undefined : setTarget(null))}
      title="Sair sem salvar?"
      description="Há alterações que ainda não foram salvas. Se você sair agora, elas se perdem."
      cancelLabel="Continuar editando"
      confirmLabel="Sair sem salvar"
      destructive
      onConfirm={() => {
        if (target) navigate(target);
      }}
    />
  );
}
