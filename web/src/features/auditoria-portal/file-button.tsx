import type { PapelArquivo } from '@escuta/shared/domain/audit-preparation';
import { type ComponentProps, useRef } from 'react';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { acceptOf, portalFileProblem } from './portal-files.ts';

type FileButtonProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'children' | 'disabled' | 'aria-label'
> & {
  papel: PapelArquivo;
  onFile: (file: File) => void;
};

/** A button that asks for one of the four files; one that cannot be it is refused with the reason. */
export function FileButton({ papel, onFile, variant = 'outline', ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptOf(papel)}
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        data-testid={`escolher-${papel}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (!file) return;
          const problem = portalFileProblem(papel, file);
          if (problem) toast.error('Este arquivo não serve', { description: problem });
          else onFile(file);
        }}
      />
      <Button {...props} variant={variant} size="sm" onClick={() => input.current?.click()} />
    </>
  );
}
