import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';

const DemoDialog = lazy(() => import('./demo-dialog.tsx'));

type Open = (plano?: string) => void;

const Context = createContext<{ open: Open }>({ open: () => undefined });

/** Opens the demo-request dialog from anywhere on a public page; with a plan's name, the request is about that plan. */
export function useDemoDialog(): { open: Open } {
  return useContext(Context);
}

/** Holds the demo-request dialog of a public page; its code loads on the first request. */
export function DemoDialogHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [plano, setPlano] = useState<string>();
  const value = useMemo<{ open: Open }>(
    () => ({
      open: (about) => {
        setPlano(about);
        setUsed(true);
        setOpen(true);
      },
    }),
    [],
  );
  return (
    <Context value={value}>
      {children}
      {used ? (
        <Suspense>
          <DemoDialog open={open} onOpenChange={setOpen} plano={plano} />
        </Suspense>
      ) : null}
    </Context>
  );
}
