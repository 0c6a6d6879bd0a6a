import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';

const DemoDialog = lazy(() => import('./demo-dialog.tsx'));

const Context = createContext<{ open: () => void }>({ open: () => undefined });

/** Opens the demo-request dialog from anywhere on a public page. */
export function useDemoDialog(): { open: () => void } {
  return useContext(Context);
}

/** Holds the demo-request dialog of a public page; its code loads when it is first asked for. */
export function DemoDialogHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const value = useMemo(
    () => ({
      open: () => {
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
          <DemoDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </Context>
  );
}
